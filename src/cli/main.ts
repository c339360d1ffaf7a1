import { Command } from "commander";
import { version } from "../version.ts";
import type { Context } from "./context.ts";
import { reportError } from "./exit.ts";
import { addGlobalOptions, configureOutput, GLOBAL_VALUE_FLAGS } from "./options.ts";
import { COMMANDS } from "./program.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Runs a command line.
 * @param argv the arguments, without the program's own name
 * @returns the exit code; nothing is thrown
 */
export async function main(argv: readonly string[], context: Context): Promise<number> {
	try {
		readEarlyFlags(argv, context);
		const { name, args } = splitCommand(dropNoInput(rewriteHelp(argv)));
		const program = await createProgram(name, context);
		if (
			name === undefined &&
			!args.some((arg) => arg === "-h" || arg === "--help" || arg === "-V" || arg === "--version")
		) {
			program.outputHelp();
			return 0;
		}
		await program.parseAsync(name === undefined ? args : [name, ...args], { from: "user" });
		if (context.signal.aborted) throw context.signal.reason;
		return 0;
	} catch (error) {
		return reportError(error, context);
	}
}

/** Errors of the parsing itself obey these, so they are looked at before commander sees them. */
function readEarlyFlags(argv: readonly string[], context: Context): void {
	const end = argv.indexOf("--");
	const flags = end === -1 ? argv : argv.slice(0, end);
	context.flags.json = flags.includes("--json");
	context.flags.debug = flags.includes("--debug");
	context.flags.quiet = flags.includes("--quiet");
	context.flags.input = !flags.includes("--no-input");
	if (flags.includes("--no-color")) context.setColor(false);
	else if (flags.includes("--color")) context.setColor(true);
}

/** `hub help infer` is another way to say `hub infer --help`. */
function rewriteHelp(argv: readonly string[]): readonly string[] {
	return argv[0] === "help" ? [...argv.slice(1), "--help"] : argv;
}

/** Dealt with already (`readEarlyFlags`); commander would take it as the opposite of `--input FILE`. */
function dropNoInput(argv: readonly string[]): readonly string[] {
	const end = argv.indexOf("--");
	return argv.filter((word, index) => word !== "--no-input" || (end !== -1 && index > end));
}

/** The subcommand, with the global options before it moved behind it. */
function splitCommand(argv: readonly string[]): { name?: string; args: string[] } {
	for (let index = 0; index < argv.length; index++) {
		const word = argv[index] ?? "";
		if (word === "--") break;
		if (GLOBAL_VALUE_FLAGS.has(word)) index++;
		else if (!word.startsWith("-")) return { name: word, args: [...argv.slice(0, index), ...argv.slice(index + 1)] };
	}
	return { args: [...argv] };
}

async function createProgram(name: string | undefined, context: Context): Promise<Command> {
	const program = configureOutput(new Command("hub"), context)
		.usage("<command> [options]")
		.description("Use hosted machine-learning models: one command, any provider.")
		.version(version, "-V, --version", "print the version")
		.helpOption("-h, --help", "print this help")
		.addHelpText(
			"after",
			`
Examples:
  hub infer --task chat --provider sandbox "Explain attention in one sentence"
  echo "Once upon a time" | hub infer -t text-generation --provider sandbox
  hub infer -t embed --provider sandbox "a sentence" --json

Read more: hub <command> --help`,
		);
	for (const entry of COMMANDS) {
		if (entry.name === name) {
			const { createCommand } = await entry.load();
			program.addCommand(addGlobalOptions(configureOutput(createCommand(context), context)));
		} else {
			program.command(entry.name).summary(entry.summary).description(entry.summary);
		}
	}
	if (name !== undefined && !COMMANDS.some((entry) => entry.name === name)) {
		const { closestWord } = await import("../catalogue/index.ts");
		const guess = closestWord(
			name,
			COMMANDS.map((entry) => entry.name),
		);
		throw new UsageError(
			`There is no command "${name}".`,
			guess ? `Did you mean ${guess}?` : "See hub --help for the commands.",
		);
	}
	return program;
}
