import type { EventEmitter } from "node:events";
import type { Argument, CommandUnknownOpts as Command, Option } from "@commander-js/extra-typings";

/** An option as pages show it. */
export interface OptionRow {
	flags: string;
	name: string;
	description: string;
	choices?: readonly string[] | undefined;
	default?: unknown;
}

/** The text after a command's options, in its parts. */
interface AfterHelp {
	notes: ({ title: string; lines: string[]; text?: never } | { text: string; title?: never; lines?: never })[];
	examples: string[];
	json: string[];
	exitCodes: { code: string; meaning: string }[];
	seeAlso: string[];
}

export interface CommandDescription extends AfterHelp {
	name: string;
	call: string;
	usage: string;
	description: string;
	arguments: { name: string; description: string; required: boolean }[];
	groups: { title: string; rows: OptionRow[] }[];
	subcommands: CommandDescription[];
}

/**
 * A command as data: what its help says.
 * @param command as its `createCommand` makes it
 * @param prefix words before its name, such as `hub batch`
 */
export function describeCommand(command: Command, prefix = "hub"): CommandDescription {
	const call = `${prefix} ${command.name()}`;
	let after = "";
	(command as Command & EventEmitter).emit("afterHelp", {
		error: false,
		command,
		write: (text: string) => (after += text),
	});
	return {
		name: command.name(),
		call,
		usage: `${call} ${command.usage()}`,
		description: command.description() || command.summary(),
		arguments: command.registeredArguments.map((argument: Argument) => ({
			name: argument.name(),
			description: argument.description,
			required: argument.required,
		})),
		groups: groupOptions(command.options),
		...readAfterHelp(after),
		subcommands: command.commands.map((subcommand) => describeCommand(subcommand, call)),
	};
}

function groupOptions(options: readonly Option[]): CommandDescription["groups"] {
	const groups = new Map<string, OptionRow[]>();
	for (const option of options.filter(({ hidden }) => !hidden)) {
		const title = (option.helpGroupHeading ?? "Options:").replace(/:$/, "");
		const { flags, description, argChoices, defaultValue } = option;
		const isShown = defaultValue !== undefined && defaultValue !== false;
		const row = {
			flags,
			name: option.long ?? option.short ?? flags,
			description,
			choices: argChoices,
			default: isShown ? defaultValue : undefined,
		};
		groups.set(title, [...(groups.get(title) ?? []), row]);
	}
	return [...groups].map(([title, rows]) => ({ title, rows }));
}

/** The text after the options, in its parts. Paragraphs keep their order; an indented block keeps its lines. */
export function readAfterHelp(text: string): AfterHelp {
	const parts: AfterHelp = { notes: [], examples: [], json: [], exitCodes: [], seeAlso: [] };
	for (const block of splitBlocks(text)) {
		const [first = "", ...rest] = block;
		const isList = rest.length > 0 && rest.every((line) => line.startsWith("  "));
		if (first.startsWith("Examples") && isList) parts.examples.push(...rest.map((line) => line.slice(2)));
		else if (first.startsWith("Exit codes:")) parts.exitCodes = readExitCodes(joined(block));
		else if (first.startsWith("See also:"))
			parts.seeAlso = joined(block)
				.replace(/^See also:\s*/, "")
				.split(", ");
		else if (/^(JSON|Fields of)/.test(first)) parts.json.push(joined(block));
		else if (isList) parts.notes.push({ title: first, lines: rest.map((line) => line.slice(2)) });
		else parts.notes.push({ text: joined(block) });
	}
	return parts;
}

const joined = (lines: readonly string[]) => lines.join(" ").replace(/\s+/g, " ").trim();

/** Paragraphs; some of the last ones follow each other without an empty line. */
function splitBlocks(text: string): string[][] {
	const blocks: string[][] = [];
	let previous = "";
	for (const line of text.split("\n")) {
		const begins =
			/^(Exit codes:|See also:|JSON|Fields of|Examples)/.test(line) || (previous.trim() === "" && line !== "");
		const isListAfterText =
			/^\S.*:$/.test(previous) === false &&
			line.startsWith("  ") &&
			!previous.startsWith("  ") &&
			previous.trim() !== "";
		if (line.trim() === "") {
			previous = line;
			continue;
		}
		if (begins) blocks.push([line]);
		else if (isListAfterText) blocks.at(-1)?.push(line.trim());
		else blocks.at(-1)?.push(line);
		previous = line;
	}
	return blocks;
}

/** `0 success, 2 wrong usage` as `{code, meaning}`; a sentence that names no codes is one entry without. */
function readExitCodes(text: string): AfterHelp["exitCodes"] {
	const codes = text.replace(/^Exit codes:\s*/, "");
	return codes.split(/, (?=\d)|; (?=[a-z])/).map((entry) => {
		const [, code = "", meaning = entry] = /^((?:\d+)(?:, \d+)*) (.*)$/.exec(entry) ?? [];
		return { code, meaning };
	});
}
