import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { findTask, taskName } from "../catalogue/aliases.ts";
import { SIGNATURES } from "../catalogue/signatures.ts";
import { isPromptFlag, PROMPT_VALUE_FLAGS } from "./commands/infer/prompt-flags.ts";
import { COMMANDS, PROMPT, VISIBLE_COMMANDS } from "./commands.ts";
import { expandCommandAlias, readCommandAliases } from "./config/command-aliases.ts";
import type { Context } from "./context.ts";
import { unknownName, unknownWord } from "./errors/usage.ts";
import { printHelp } from "./help/print.ts";
import type { CommandLine } from "./options/command-line.ts";
import type { CommandEntry } from "./options/define-command.ts";
import { isGlobalFlag } from "./options/global-options.ts";
import { findMeantName } from "./options/meant-name.ts";

/** The meaning of a command line without a command name. */
export type Meaning =
	/** The line of an alias. */
	| { argv: readonly string[] }
	| { entry: CommandEntry; args: readonly string[] }
	/** Version, general help, or a topic of it. */
	| { print(context: Context): Promise<void> };

/**
 * Determines the meaning of a command line whose first word is not a command.
 * @throws UsageError for a near miss of a command or an alias, which is not sent to a model
 */
export async function findMeaning(line: CommandLine, context: Context): Promise<Meaning> {
	const { command, topic, args, words } = line;
	if (command === "help") return topic === undefined ? findRootHelp(args) : await findHelp(topic, args);
	if (command === undefined) return isPrompt(args) ? { entry: PROMPT, args: words } : findRootHelp(args);
	// A prompt in quotes is neither an alias nor a mistyped name.
	if (/\s/.test(command)) return { entry: PROMPT, args: words };
	const aliases = readCommandAliases(context);
	const text = aliases[command];
	if (text !== undefined) return { argv: expandCommandAlias(command, text, args) };
	const taskLine = readTaskLine(command, args, context);
	if (taskLine) return taskLine;
	if (/^[\w-]+$/.test(command)) rejectMisspelledCommand(command, args, Object.keys(aliases));
	return { entry: PROMPT, args: words };
}

/** Everyday words for tasks, besides their short names. */
const TASK_VERBS: Readonly<Record<string, string>> = {
	draw: "text-to-image",
	paint: "text-to-image",
	say: "text-to-speech",
};

/**
 * Returns the meaning of `hub summarize notes.txt`: the task of that name, if the other words fit its input. What does
 * not fit is a prompt.
 */
function readTaskLine(name: string, args: readonly string[], context: Context): Meaning | undefined {
	const task = findTask(TASK_VERBS[name] ?? name);
	const entry = COMMANDS.find((candidate) => candidate.name === "infer");
	if (task === undefined || task === "other" || entry === undefined) return undefined;
	const isValue = (index: number): boolean => PROMPT_VALUE_FLAGS.has(args[index - 1] ?? "");
	const words = args.filter((word, index) => (!word.startsWith("-") || word === "-") && !isValue(index));
	const isFile = (word: string): boolean =>
		/^(-$|https?:|sample:|@)/.test(word) || existsSync(isAbsolute(word) ? word : join(context.cwd, word));
	const { input } = SIGNATURES[task];
	const isText = input === "text" || input === "texts";
	const takesFiles = input === "image" || input === "audio" || input === "video";
	const fits = isText ? words.length === 1 : takesFiles && words.length > 0 && words.every(isFile);
	if (!fits) return undefined;
	const read = (word: string): string =>
		isText && words.includes(word) && !/^[@-]|:/.test(word) && isFile(word) ? `@${word}` : word;
	const line = ["-t", taskName(task), ...args.map(read)];
	context.note(
		`hub infer ${line.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(" ")}`,
	);
	return { entry, args: line };
}

/** Whether arguments without a word still form a prompt: by flags of a prompt, or after `--`. */
function isPrompt(args: readonly string[]): boolean {
	const end = args.indexOf("--");
	const flags = end === -1 ? args : args.slice(0, end);
	const isAsked = (end !== -1 && end < args.length - 1) || flags.some(isPromptFlag);
	return isAsked && !flags.some((word) => /^(-h|--help|-V|--version)$/.test(word));
}

function findRootHelp(args: readonly string[]): Meaning {
	if (args.includes("--version") || args.includes("-V")) {
		return { print: async (context) => context.print(`${(await import("../base/version.ts")).version}\n`) };
	}
	const unknown = args.find(
		(word) => word.startsWith("-") && word !== "--" && word !== "--all" && !isGlobalFlag(word) && !isPromptFlag(word),
	);
	if (unknown !== undefined) throw unknownName(`Unknown option ${unknown}.`, "See hub --help.");
	return {
		print: async (context) => {
			const { rootHelp, wholeHelp } = await import("./help/root.ts");
			const format = args.includes("--all") ? wholeHelp : rootHelp;
			await printHelp(format(VISIBLE_COMMANDS, readCommandAliases(context), context), context);
		},
	};
}

/** `hub help infer` is another way to say `hub infer --help`; besides commands there are topics. */
async function findHelp(name: string, args: readonly string[]): Promise<Meaning> {
	const entry = COMMANDS.find((candidate) => candidate.name === name);
	if (entry) return { entry, args: [...args, "--help"] };
	const { TOPICS } = await import("./help/topics.ts");
	const topic = TOPICS.find((candidate) => candidate.name === name);
	if (topic) {
		return {
			print: async (context) => {
				if (context.flags.json) await context.print(`${JSON.stringify(await topic.facts(), null, 2)}\n`);
				else await printHelp(await topic.format(context), context);
			},
		};
	}
	const known = new Map([...VISIBLE_COMMANDS, ...TOPICS].map((one) => [one.name, `hub help ${one.name}`]));
	throw unknownWord("command or topic", name, known, `Topics: ${TOPICS.map((one) => one.name).join(", ")}.`);
}

function rejectMisspelledCommand(name: string, args: readonly string[], aliases: readonly string[]): void {
	const meant = findMeantName(name, [...VISIBLE_COMMANDS.map((candidate) => candidate.name), "help", ...aliases]);
	if (meant === undefined) return;
	const quoted =
		args.filter((word) => !word.startsWith("-")).length > 1 ? ` Put a prompt in quotes: hub "${name} …"` : "";
	throw unknownName(`Unknown command "${name}".`, `Did you mean hub ${meant}?${quoted}`);
}
