import { COMMANDS, VISIBLE_COMMANDS } from "./commands.ts";
import type { Context } from "./context.ts";
import { isCommanderError, reportError } from "./errors/exit.ts";
import { UsageError } from "./errors/usage.ts";
import { splitCommand, VALUE_FLAGS } from "./options/split-command.ts";

/**
 * Runs a command line.
 * @param argv the arguments, without the program's own name
 * @returns the exit code; nothing is thrown
 */
export async function main(argv: readonly string[], context: Context): Promise<number> {
	try {
		await readEarlyFlags(argv, context);
		const { name, args } = splitCommand(argv);
		if (name === undefined) await runRoot(args, context);
		else if (name === "help") await runHelp(args, context);
		else await runCommand(name, args, context);
		// An interrupt that no request noticed, or a last write that failed: a stream says so a moment later.
		await new Promise((resolve) => setImmediate(resolve));
		if (context.signal.aborted) throw context.signal.reason;
		return context.exitCode;
	} catch (error) {
		return reportError(error, context);
	}
}

/** Errors of the parsing itself obey these, so they are looked at before a command is. */
async function readEarlyFlags(argv: readonly string[], context: Context): Promise<void> {
	const end = argv.indexOf("--");
	const flags = end === -1 ? argv : argv.slice(0, end);
	context.flags.json = flags.includes("--json");
	context.flags.debug = flags.includes("--debug");
	context.flags.quiet = flags.includes("--quiet");
	context.flags.input = !flags.includes("--no-input");
	await context.setColor(flags.includes("--no-color") ? false : flags.includes("--color") || undefined);
}

async function runRoot(args: readonly string[], context: Context): Promise<void> {
	if (args.includes("--version") || args.includes("-V")) {
		const { version } = await import("../version.ts");
		return await context.print(`${version}\n`);
	}
	const unknown = args.find((word) => !KNOWN_ALONE.has(word) && !VALUE_FLAGS.has(word) && word.startsWith("-"));
	if (unknown !== undefined)
		throw new UsageError(`There is no option "${unknown}" without a command.`, "See hub --help.");
	const { rootHelp } = await import("./help/root.ts");
	await context.print(rootHelp(VISIBLE_COMMANDS, context));
}

const KNOWN_ALONE: ReadonlySet<string> = new Set([
	"-h",
	"--help",
	"--json",
	"--quiet",
	"--debug",
	"--color",
	"--no-color",
	"--no-input",
	"--sandbox",
	"--token-stdin",
]);

/** `hub help infer` is another way to say `hub infer --help`; besides commands there are topics. */
async function runHelp(args: readonly string[], context: Context): Promise<void> {
	const { name, args: rest } = splitCommand(args);
	if (name === undefined) return await runRoot(args, context);
	if (COMMANDS.some((candidate) => candidate.name === name))
		return await runCommand(name, [...rest, "--help"], context);
	const { TOPICS } = await import("./help/topics.ts");
	const topic = TOPICS.find((candidate) => candidate.name === name);
	if (topic) {
		const text = context.flags.json ? `${JSON.stringify(await topic.facts(), null, 2)}\n` : await topic.format(context);
		return await context.print(text);
	}
	const { closestWord } = await import("../catalogue/closest-word.ts");
	const guess = closestWord(
		name,
		[...VISIBLE_COMMANDS, ...TOPICS].map((candidate) => candidate.name),
	);
	throw new UsageError(
		`There is no command and no topic "${name}".`,
		guess ? `Did you mean hub help ${guess}?` : `Topics: ${TOPICS.map((candidate) => candidate.name).join(", ")}.`,
	);
}

async function runCommand(name: string, args: readonly string[], context: Context): Promise<void> {
	const entry = COMMANDS.find((candidate) => candidate.name === name);
	if (!entry) {
		const { closestWord } = await import("../catalogue/closest-word.ts");
		const guess = closestWord(
			name,
			VISIBLE_COMMANDS.map((candidate) => candidate.name),
		);
		throw new UsageError(
			`There is no command "${name}".`,
			guess ? `Did you mean hub ${guess}?` : "See hub --help for the commands.",
		);
	}
	if (entry.loadList && args.length === 1 && args[0] === "--json") {
		return await context.print(`${JSON.stringify(await entry.loadList(), null, 2)}\n`);
	}
	const [{ createCommand }, { addGlobalOptions, configureOutput }] = await Promise.all([
		entry.load(),
		import("./options/global.ts"),
	]);
	const command = addGlobalOptions(configureOutput(createCommand(context), context)).name(`hub ${name}`);
	try {
		await command.parseAsync(dropNoInput(args), { from: "user" });
	} catch (error) {
		// Commander's way to end a command that printed its help.
		if (!isCommanderError(error) || error.exitCode !== 0) throw error;
	}
}

/** Dealt with already (`readEarlyFlags`); commander would take it as the opposite of `--input FILE`. */
function dropNoInput(args: readonly string[]): string[] {
	const end = args.indexOf("--");
	return args.filter((word, index) => word !== "--no-input" || (end !== -1 && index > end));
}
