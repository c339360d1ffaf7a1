import type { DisplayFlags } from "../terminal/terminal.ts";
import { VALUE_FLAGS } from "./global-flags.ts";
import { PROMPT_FLAGS } from "./prompt-flags.ts";
import { readSize } from "./size.ts";

/** A command line, split into the parts that are needed before the command is loaded. */
export interface CommandLine {
	command: string | undefined;
	/** Topic of `hub help`. */
	topic: string | undefined;
	/** The other arguments in order; options that stood before the command are among them. */
	args: readonly string[];
	/** The arguments with the first word in its place: the words of a prompt without a command. */
	words: readonly string[];
	flags: DisplayFlags;
	/** Whether the token stands on the command line, where other users of the machine can see it. */
	hasToken: boolean;
}

/** Splits a command line: the one place that reads it before the command's own parser. */
export function splitCommandLine(argv: readonly string[]): CommandLine {
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
		const isNameExpected = command === undefined || (command === "help" && topic === undefined);
		if (isNameExpected && takesValue(word)) args.push(word, ...words.slice(++index, index + 1));
		else if (!isNameExpected || (word.startsWith("-") && word !== "-")) args.push(word);
		else if (command === undefined) {
			command = word;
			place = args.length;
		} else topic = word;
	}
	const isJson = words.includes("--json") || valuesOf("--format", words).some((format) => /^(nd)?json$/.test(format));
	// Fields are selected from JSON, which is then printed whatever else is said.
	const selection = args.findIndex((word) => /^--(?:jq|template)(?:=|$)/.test(word));
	if (selection >= 0 && !isJson) {
		args.splice(selection, 0, "--json");
		if (selection < place) place++;
	}
	if (end !== -1) args.push(...argv.slice(end));
	return {
		command,
		topic,
		args,
		words: command === undefined ? args : args.toSpliced(place, 0, command),
		flags: readFlags(words, isJson || selection >= 0),
		hasToken: words.some((word) => /^--token(=|$)/.test(word)),
	};
}

/** Whether the next word is the value of this flag. The last of joined short flags may take one: `-cp together`. */
function takesValue(word: string): boolean {
	const flag = /^-c[a-zA-Z]$/.test(word) ? `-${word.slice(2)}` : word;
	return VALUE_FLAGS.has(flag) || PROMPT_FLAGS.withValue.has(flag);
}

function readFlags(words: readonly string[], json: boolean): DisplayFlags {
	const has = (flag: string): boolean => words.includes(flag);
	const maxInput = valuesOf("--max-input", words).at(-1);
	const jq = valuesOf("--jq", words).at(-1);
	const template = valuesOf("--template", words).at(-1);
	return {
		quiet: has("--quiet"),
		debug: has("--debug"),
		// Errors are JSON where results are.
		json,
		...(jq === undefined ? {} : { jq }),
		...(template === undefined ? {} : { template }),
		input: !has("--no-input"),
		pager: has("--no-pager") ? false : undefined,
		stdin: has("--no-stdin") ? false : has("--stdin") || undefined,
		color: has("--no-color") ? false : has("--color") || undefined,
		// The command's own parser rejects what is not a size.
		maxInput: maxInput === undefined ? undefined : readSize(maxInput),
	};
}

/** Returns the values of a flag, written `--flag value` or `--flag=value`. */
function valuesOf(flag: string, words: readonly string[]): string[] {
	return words.flatMap((word, index) => {
		if (word === flag) return words[index + 1] ?? [];
		return word.startsWith(`${flag}=`) ? word.slice(flag.length + 1) : [];
	});
}
