import { COMMANDS, PROMPT, VISIBLE_COMMANDS } from "./commands.ts";
import { type Context, openContext } from "./context.ts";
import { isCommanderError } from "./errors/code.ts";
import { EXIT } from "./errors/exit-codes.ts";
import { reportError } from "./errors/report.ts";
import { UsageError } from "./errors/usage.ts";
import type { CommandEntry } from "./options/command-entry.ts";
import { type CommandLine, splitCommandLine } from "./options/command-line.ts";
import { isGlobalFlag } from "./options/global-flags.ts";
import { isPromptFlag } from "./options/prompt-flags.ts";
import type { ProcessIO } from "./terminal/process-io.ts";

/**
 * Runs a command line.
 * @param argv the arguments, without the program's own name
 * @returns the exit code; nothing is thrown
 */
export async function main(argv: readonly string[], io: ProcessIO): Promise<number> {
	const line = splitCommandLine(argv);
	const context = await openContext(io, line.flags);
	try {
		const expanded = isCommand(line.command) ? undefined : await expandAlias(line, context);
		// What an alias stands for begins with a command or a flag, so this ends.
		if (expanded) return await main(expanded, io);
		await runSelecting(line, context);
		// An interrupt that no request noticed, or a last write that failed: a stream says so a moment later.
		await new Promise((resolve) => setImmediate(resolve));
		context.signal.throwIfAborted();
		return EXIT.success;
	} catch (error) {
		return reportError(error, context);
	} finally {
		await context.close();
	}
}

/** Whether it is a command, or no word at all. */
function isCommand(name: string | undefined): boolean {
	return name === undefined || name === "help" || COMMANDS.some((entry) => entry.name === name);
}

/** The command line an alias stands for; undefined where the first word is none. */
async function expandAlias({ command = "", args }: CommandLine, context: Context): Promise<string[] | undefined> {
	if (/\s/.test(command)) return undefined;
	const { readCommandAliases, expandCommandAlias } = await import("./config/command-aliases.ts");
	const text = readCommandAliases(context)[command];
	return text === undefined ? undefined : expandCommandAlias(command, text, args);
}

/** Runs the command; where fields are selected, its output goes through the selection. */
async function runSelecting(line: CommandLine, context: Context): Promise<void> {
	if (context.flags.jq === undefined && context.flags.template === undefined) return await run(line, context);
	const { openSelection } = await import("./output/select/open.ts");
	const selection = await openSelection(context);
	await run(line, selection.context);
	await selection.end();
}

async function run(line: CommandLine, context: Context): Promise<void> {
	const { command, topic, args } = line;
	if (command === undefined && !isPrompt(args)) return await printRootHelp(args, context);
	if (command === "help") return await printHelp(topic, args, context);
	const entry = await findCommand(command, args, context);
	if (line.hasToken && !entry.takesNoToken) {
		context.note("--token is visible to other users of this machine; prefer HF_TOKEN or --token-stdin.");
	}
	await runCommand(entry, entry === PROMPT ? line.words : args, context);
}

/** Whether arguments without a word still ask something: by flags of a prompt, or behind `--`. */
function isPrompt(args: readonly string[]): boolean {
	const end = args.indexOf("--");
	const flags = end === -1 ? args : args.slice(0, end);
	const isAsked = (end !== -1 && end < args.length - 1) || flags.some(isPromptFlag);
	return isAsked && !flags.some((word) => /^(-h|--help|-V|--version)$/.test(word));
}

async function printRootHelp(args: readonly string[], context: Context): Promise<void> {
	if (args.includes("--version") || args.includes("-V")) {
		const { version } = await import("../version.ts");
		return await context.print(`${version}\n`);
	}
	const unknown = args.find(
		(word) => word.startsWith("-") && word !== "--" && !isGlobalFlag(word) && !isPromptFlag(word),
	);
	if (unknown !== undefined) throw new UsageError(`Unknown option "${unknown}".`, "See hub --help.", "unknown-name");
	const [{ rootHelp }, { readCommandAliases }] = await Promise.all([
		import("./help/root.ts"),
		import("./config/command-aliases.ts"),
	]);
	await printText(rootHelp(VISIBLE_COMMANDS, readCommandAliases(context), context), context);
}

/** `hub help infer` is another way to say `hub infer --help`; besides commands there are topics. */
async function printHelp(name: string | undefined, args: readonly string[], context: Context): Promise<void> {
	if (name === undefined) return await printRootHelp(args, context);
	const entry = COMMANDS.find((candidate) => candidate.name === name);
	if (entry) return await runCommand(entry, [...args, "--help"], context);
	const { TOPICS } = await import("./help/topics.ts");
	const topic = TOPICS.find((candidate) => candidate.name === name);
	if (!topic) {
		const guess = await guessName(name, [...VISIBLE_COMMANDS, ...TOPICS]);
		throw new UsageError(
			`Unknown command or topic "${name}".`,
			guess ? `Did you mean hub help ${guess}?` : `Topics: ${TOPICS.map((candidate) => candidate.name).join(", ")}.`,
			"unknown-name",
		);
	}
	const text = context.flags.json ? `${JSON.stringify(await topic.facts(), null, 2)}\n` : await topic.format(context);
	if (context.flags.json) await context.print(text);
	else await printText(text, context);
}

/** Prints a text to be read; only a terminal needs the pager. */
async function printText(text: string, context: Context): Promise<void> {
	if (!context.stdout.isTTY) return await context.print(text);
	const { printPaged } = await import("./terminal/pager.ts");
	await printPaged(text, context);
}

/**
 * The command of a name; where there is none, it is the first word of a prompt.
 * @throws UsageError for a near miss of a command or an alias, which is not sent to a model
 */
async function findCommand(
	name: string | undefined,
	others: readonly string[],
	context: Context,
): Promise<CommandEntry> {
	const entry = COMMANDS.find((candidate) => candidate.name === name);
	if (entry) return entry;
	if (name === undefined || !/^[\w-]+$/.test(name)) return PROMPT;
	const [{ findMeantName }, { readCommandAliases }] = await Promise.all([
		import("./options/meant-name.ts"),
		import("./config/command-aliases.ts"),
	]);
	const names = [...VISIBLE_COMMANDS.map((candidate) => candidate.name), "help"];
	const meant = findMeantName(name, [...names, ...Object.keys(readCommandAliases(context))]);
	if (meant === undefined) return PROMPT;
	const quoted =
		others.filter((word) => !word.startsWith("-")).length > 1 ? ` A prompt goes in quotes: hub "${name} …"` : "";
	throw new UsageError(`Unknown command "${name}".`, `Did you mean hub ${meant}?${quoted}`, "unknown-name");
}

async function runCommand(entry: CommandEntry, args: readonly string[], context: Context): Promise<void> {
	if (entry.loadList && args.length === 1 && args[0] === "--json") {
		return await context.print(`${JSON.stringify(await entry.loadList(), null, 2)}\n`);
	}
	const [{ createCommand }, { addGlobalOptions, configureOutput }] = await Promise.all([
		entry.load(),
		import("./options/global.ts"),
	]);
	let help = "";
	const write = (text: string): void => {
		help += text;
	};
	const configured = configureOutput(createCommand(context), context, write);
	const command = addGlobalOptions(configured).name(`hub ${entry.name}`.trim());
	try {
		await command.parseAsync(args, { from: "user" });
	} catch (error) {
		// Commander's way to end a command that printed its help.
		if (!isCommanderError(error) || error.exitCode !== 0) throw error;
		await printText(help, context);
	}
}

async function guessName(word: string, entries: readonly { name: string }[]): Promise<string | undefined> {
	const { closestWord } = await import("../catalogue/closest-word.ts");
	return closestWord(
		word,
		entries.map(({ name }) => name),
	);
}
