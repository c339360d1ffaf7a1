import { COMMANDS } from "./commands.ts";
import { type Context, openContext } from "./context.ts";
import { EXIT } from "./errors/exit-codes.ts";
import { isCommanderError } from "./errors/usage.ts";
import { splitCommandLine } from "./options/command-line.ts";
import type { CommandEntry } from "./options/define-command.ts";
import { handleSignals, type ProcessIO } from "./terminal/process-io.ts";

/**
 * Runs a command line.
 * @param argv the arguments, without the program's own name
 * @returns the exit code; nothing is thrown
 */
export async function main(argv: readonly string[], io: ProcessIO): Promise<number> {
	const line = splitCommandLine(argv, await loadValueFlags(argv));
	const context = await openContext(io, line.flags);
	try {
		const named = COMMANDS.find(({ name }) => name === line.command);
		const meaning = named
			? { entry: named, args: line.args }
			: await (await import("./without-command.ts")).findMeaning(line, context);
		// The line of an alias has a command or a flag, so this ends.
		if ("argv" in meaning) return await main(meaning.argv, io);
		const isSelecting = context.flags.jq !== undefined || context.flags.template !== undefined;
		const selection = isSelecting ? await (await import("./output/select/open.ts")).openSelection(context) : undefined;
		if ("print" in meaning) await meaning.print(selection?.context ?? context);
		else {
			if (line.hasToken && !meaning.entry.takesNoToken) {
				context.note("--token is visible to other users of this machine; prefer HF_TOKEN or --token-stdin.");
			}
			await runCommand(meaning.entry, meaning.args, selection?.context ?? context);
		}
		await selection?.end();
		// An interrupt that no request noticed, or a last write that failed: a stream reports it a moment later.
		await handleSignals(context.signal);
		if (context.stdout.isTTY) await (await import("./update-check.ts")).noteNewRelease(context);
		return EXIT.success;
	} catch (error) {
		const { isCrash, reasonOf, reportError } = await import("./errors/report.ts");
		const reason = reasonOf(error, context);
		if (!isCrash(reason)) return reportError(error, context);
		const { writeCrash } = await import("./config/crash-report.ts");
		return reportError(error, context, writeCrash(reason, argv, context));
	} finally {
		await context.close();
	}
}

/** Returns the flags of a prompt that take a value, if a flag may come before a command or a prompt. */
async function loadValueFlags(argv: readonly string[]): Promise<ReadonlySet<string>> {
	if (!argv[0]?.startsWith("-") || argv.every((word) => /^(-h|--help|--all)$/.test(word))) return new Set();
	return (await import("./commands/infer/prompt-flags.ts")).PROMPT_VALUE_FLAGS;
}

/** Parses the arguments of a command, which runs its action. */
async function runCommand(entry: CommandEntry, args: readonly string[], context: Context): Promise<void> {
	if (entry.loadList && args.length === 1 && args[0] === "--json") {
		return await context.print(`${JSON.stringify(await entry.loadList(), null, 2)}\n`);
	}
	const [{ createCommand }, { finishCommand }, { settleSandbox, readProblems }] = await Promise.all([
		entry.load(),
		import("./options/define-command.ts"),
		import("./config/sandbox.ts"),
	]);
	const help: string[] = [];
	const named = createCommand(context, COMMANDS).name(`hub ${entry.name}`.trim());
	const command = finishCommand(named, context, (text) => help.push(text), args.includes("--all"));
	command.hook("preAction", async (root, used) => {
		// Loading the command took long without a pause.
		await handleSignals(context.signal);
		settleSandbox(root, used, context);
		for (const { message } of readProblems(context)) context.note(message);
	});
	try {
		await command.parseAsync(args, { from: "user" });
	} catch (error) {
		// Commander throws after printing help.
		if (!isCommanderError(error) || error.exitCode !== 0) throw error;
		const { printHelp } = await import("./help/print.ts");
		await printHelp(help.join(""), context);
	}
}
