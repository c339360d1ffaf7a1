import { COMMANDS, PROMPT, VISIBLE_COMMANDS } from "./commands.ts";
import { readCommandAliases } from "./config/command-aliases.ts";
import type { Context } from "./context.ts";
import { unknownName, unknownWord } from "./errors/usage.ts";
import { printHelp } from "./help/print.ts";
import type { CommandLine } from "./options/command-line.ts";
import type { CommandEntry } from "./options/define-command.ts";

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
	if (command === "help") return topic === undefined ? await findRootHelp(args) : await findHelp(topic, args);
	if (command === undefined) {
		const isAsked = (await isPrompt(args)) || (await isPipedPrompt(args, context));
		return isAsked ? { entry: PROMPT, args: words } : await findRootHelp(args);
	}
	// A prompt in quotes is neither an alias nor a mistyped name. An empty one is refused with the other arguments.
	if (command === "" || /\s/.test(command)) return { entry: PROMPT, args: words };
	const aliases = readCommandAliases(context);
	const text = aliases[command];
	if (text !== undefined) {
		const { expandCommandAlias } = await import("./options/expand-alias.ts");
		return { argv: expandCommandAlias(command, text, args) };
	}
	const { readTaskLine } = await import("./commands/infer/task-line.ts");
	const taskLine = readTaskLine(command, args, context);
	const infer = COMMANDS.find(({ name }) => name === "infer");
	if (taskLine && infer) return { entry: infer, args: taskLine };
	const names = [...VISIBLE_COMMANDS.map(({ name }) => name), "help", ...Object.keys(aliases)];
	const { rejectNoPrompt } = await import("./prompts/first-word.ts");
	const { saysPurpose, wordsOf } = await import("./commands/infer/prompt-flags.ts");
	rejectNoPrompt(command, { words: wordsOf(args), hasPurpose: saysPurpose(args), names, context });
	return { entry: PROMPT, args: words };
}

/** Whether arguments without a word still form a prompt: by flags of a prompt, or after `--`. */
async function isPrompt(args: readonly string[]): Promise<boolean> {
	const end = args.indexOf("--");
	const flags = end === -1 ? args : args.slice(0, end);
	if (flags.every(isHelpFlag) && end === -1) return false;
	const { isPromptFlag } = await import("./commands/infer/prompt-flags.ts");
	const isAsked = (end !== -1 && end < args.length - 1) || flags.some(isPromptFlag);
	return isAsked && !flags.some((word) => /^(-h|--help|-V|--version)$/.test(word));
}

/** `… | hub`, also with flags: the piped text is the prompt. */
async function isPipedPrompt(args: readonly string[], context: Context): Promise<boolean> {
	const isHelp = args.some((word) => isHelpFlag(word) || word === "--version" || word === "-V");
	if (isHelp || (await findUnknownFlag(args.filter((word) => word.startsWith("-")))) !== undefined) return false;
	return await (await import("./input/stdin.ts")).isInputPiped(context);
}

const isHelpFlag = (word: string): boolean => ["-h", "--help", "--all"].includes(word);

async function findRootHelp(args: readonly string[]): Promise<Meaning> {
	if (args.includes("--version") || args.includes("-V")) {
		return { print: async (context) => context.print(`${(await import("../base/version.ts")).version}\n`) };
	}
	const others = args.filter((word) => word.startsWith("-") && word !== "--" && !isHelpFlag(word));
	const unknown = others.length === 0 ? undefined : await findUnknownFlag(others);
	if (unknown !== undefined) throw unknownName(`Unknown option ${unknown}.`, "See hub --help.");
	return {
		print: async (context) => {
			const { rootHelp, wholeHelp } = await import("./help/root.ts");
			const format = args.includes("--all") ? wholeHelp : rootHelp;
			await printHelp(format(VISIBLE_COMMANDS, readCommandAliases(context), context), context);
		},
	};
}

/** Returns the first flag that neither every command takes nor a prompt. */
async function findUnknownFlag(flags: readonly string[]): Promise<string | undefined> {
	const [{ isGlobalFlag }, { isPromptFlag }] = await Promise.all([
		import("./options/global-options.ts"),
		import("./commands/infer/prompt-flags.ts"),
	]);
	return flags.find((flag) => !isGlobalFlag(flag) && !isPromptFlag(flag));
}

/** `hub help infer` is the same as `hub infer --help`; besides commands there are topics. */
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
