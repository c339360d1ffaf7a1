import type { Context } from "./context.ts";
import { reportError } from "./exit.ts";
import { COMMANDS } from "./program.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Runs a command line.
 * @param argv the arguments, without the program's own name
 * @returns the exit code; nothing is thrown
 */
export async function main(argv: readonly string[], context: Context): Promise<number> {
	try {
		await readEarlyFlags(argv, context);
		const { name, args } = splitCommand(rewriteHelp(argv));
		if (name === undefined) await runRoot(args, context);
		else await runCommand(name, args, context);
		// An interrupt that no request noticed.
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

/** `hub help infer` is another way to say `hub infer --help`. */
function rewriteHelp(argv: readonly string[]): readonly string[] {
	return argv[0] === "help" ? [...argv.slice(1), "--help"] : argv;
}

/** Global options that are followed by a value. */
const VALUE_FLAGS: ReadonlySet<string> = new Set(["--token", "--timeout", "--retries", "--proxy", "--header"]);

/** The subcommand, with the global options before it moved behind it. */
function splitCommand(argv: readonly string[]): { name?: string; args: string[] } {
	for (let index = 0; index < argv.length; index++) {
		const word = argv[index] ?? "";
		if (word === "--") break;
		if (VALUE_FLAGS.has(word)) index++;
		else if (!word.startsWith("-")) return { name: word, args: [...argv.slice(0, index), ...argv.slice(index + 1)] };
	}
	return { args: [...argv] };
}

async function runRoot(args: readonly string[], context: Context): Promise<void> {
	if (args.includes("--version") || args.includes("-V")) {
		const { version } = await import("../version.ts");
		return await context.print(`${version}\n`);
	}
	const unknown = args.find((word) => !KNOWN_ALONE.has(word) && !VALUE_FLAGS.has(word) && word.startsWith("-"));
	if (unknown !== undefined)
		throw new UsageError(`There is no option "${unknown}" without a command.`, "See hub --help.");
	const { rootHelp } = await import("./help.ts");
	await context.print(rootHelp(context));
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

async function runCommand(name: string, args: readonly string[], context: Context): Promise<void> {
	const entry = COMMANDS.find((candidate) => candidate.name === name);
	if (!entry) {
		const { closestWord } = await import("../catalogue/closest-word.ts");
		const guess = closestWord(
			name,
			COMMANDS.map((candidate) => candidate.name),
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
		import("./options.ts"),
	]);
	const command = addGlobalOptions(configureOutput(createCommand(context), context)).name(`hub ${name}`);
	await command.parseAsync(dropNoInput(args), { from: "user" });
}

/** Dealt with already (`readEarlyFlags`); commander would take it as the opposite of `--input FILE`. */
function dropNoInput(args: readonly string[]): string[] {
	const end = args.indexOf("--");
	return args.filter((word, index) => word !== "--no-input" || (end !== -1 && index > end));
}
