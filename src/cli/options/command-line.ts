import type { DisplayFlags } from "../terminal/terminal.ts";
import { readSize } from "./size.ts";

/** A command line, split into the parts that are needed before the command is loaded. */
export interface CommandLine {
	command: string | undefined;
	/** Topic of `hub help`. */
	topic: string | undefined;
	/** The other arguments in order; including options before the command. */
	args: readonly string[];
	/** The arguments with the first word in its place: the words of a prompt without a command. */
	words: readonly string[];
	flags: DisplayFlags;
	/** Whether the token is on the command line, where other users of the machine can see it. */
	hasToken: boolean;
}

/**
 * Splits a command line. No other code reads it before the command's own parser.
 * @param valueFlags flags whose value is the next word, such as `-p` before a prompt. Only a line that begins with a flag needs them.
 */
export function splitCommandLine(argv: readonly string[], valueFlags: ReadonlySet<string> = new Set()): CommandLine {
	const end = argv.indexOf("--");
	const words = end === -1 ? argv : argv.slice(0, end);
	const args: string[] = [];
	let place = 0;
	let command: string | undefined;
	let topic: string | undefined;
	for (let index = 0; index < words.length; index++) {
		const word = words[index] ?? "";
		// The parser would take it as the opposite of `--input FILE`.
		if (word === "--no-input") continue;
		// Its level is never the next word, which may be the input.
		if (word === "--log") {
			args.push("--log=metadata");
			continue;
		}
		// The last of joined short flags may take a value: `-cp together`.
		const flag = word.replace(/^-c([a-zA-Z])$/, "-$1");
		const takesValue = valueFlags.has(flag);
		const isNameExpected = command === undefined || (command === "help" && topic === undefined);
		if (isNameExpected && takesValue) args.push(word, ...words.slice(++index, index + 1));
		else if (!isNameExpected || (word.startsWith("-") && word !== "-")) args.push(word);
		else if (command === undefined) {
			command = word;
			place = args.length;
		} else topic = word;
	}
	const flags = readFlags(words);
	// Fields are selected from JSON, which is then printed whatever the other options.
	const selection = args.findIndex((word) => /^--(?:jq|template)(?:=|$)/.test(word));
	if (selection >= 0 && !flags.json) {
		args.splice(selection, 0, "--json");
		if (selection < place) place++;
	}
	if (end !== -1) args.push(...argv.slice(end));
	return {
		command,
		topic,
		args,
		words: command === undefined ? args : args.toSpliced(place, 0, command),
		flags: { ...flags, json: flags.json || selection >= 0, isJsonImplied: !flags.json && selection >= 0 },
		hasToken: words.some((word) => /^--token(=|$)/.test(word)),
	};
}

/** Reads the flags for display, errors included; the last of several counts. */
function readFlags(words: readonly string[]): DisplayFlags {
	const flags = new Map<string, string | undefined>();
	for (const [index, word] of words.entries()) {
		const [, flag, value] = /^(--[\w-]+)(?:=(.*))?$/s.exec(word) ?? [];
		if (flag !== undefined) flags.set(flag, value ?? words[index + 1]);
	}
	const [jq, template, maxInput] = ["--jq", "--template", "--max-input"].map((flag) => flags.get(flag));
	return {
		quiet: flags.has("--quiet"),
		debug: flags.has("--debug"),
		// Errors are JSON if results are.
		json: flags.has("--json") || /^(nd)?json$/.test(flags.get("--format") ?? ""),
		...(jq === undefined ? {} : { jq }),
		...(template === undefined ? {} : { template }),
		input: !flags.has("--no-input"),
		pager: flags.has("--no-pager") ? false : undefined,
		stdin: flags.has("--no-stdin") ? false : flags.has("--stdin") || undefined,
		color: flags.has("--no-color") ? false : flags.has("--color") || undefined,
		// The command's own parser rejects invalid sizes.
		maxInput: maxInput === undefined ? undefined : readSize(maxInput),
	};
}
