import { Argument, type Command } from "commander";
import type { Context } from "../../context.ts";
import { withDeadline } from "../../network/deadline.ts";
import { buildCommand, finishCommand } from "../../options/add-options.ts";
import { parseInteger } from "../../options/parsers.ts";
import PAGE from "./command.json" with { type: "json" };
import { type BatchCommandOptions, PARTS } from "./options.ts";
import type { Engine } from "./recipe.ts";

/** `hub batch`: one task over many inputs. */
export function createCommand(context: Context): Command {
	const command = buildCommand(PAGE, PARTS).action(async (inputs: string[], options: BatchCommandOptions) => {
		const { runCommand } = await import("./run.ts");
		// However long it takes, the state of the run is saved.
		await withDeadline(
			options.deadline,
			context,
			(limited) => runCommand(inputs, options, limited),
			Number.POSITIVE_INFINITY,
		);
	});
	command
		.command("status <output>")
		.summary("show counts, rate, cost and failures of a run, also while it is running")
		.action(async (output: string, _options: object, own: Command) => {
			await (await import("./merge.ts")).printStatus(output, own.optsWithGlobals(), context);
		});
	command
		.command("merge <part...>")
		.summary("merge the parts that --shard wrote into one file")
		.action(async (parts: string[], _options: object, own: Command) => {
			await (await import("./merge.ts")).mergeParts(parts, own.optsWithGlobals(), context);
		});
	command
		.command("recipe")
		.summary("print the file with which Slurm, Kubernetes, AWS Batch or GNU parallel runs a command line in shards")
		.addArgument(
			new Argument("<engine>", "the engine").choices(["slurm", "kubernetes", "aws", "parallel"] satisfies Engine[]),
		)
		.argument("[line...]", "-- hub batch …: the command line to run")
		.option(
			"--shards <n>",
			"parts of the input; take many more than workers (default: 64)",
			parseInteger("the shards", 1),
		)
		.option("--workers <n>", "shards that run at once (default: 8)", parseInteger("the workers", 1))
		.action(async (engine: Engine, line: string[], _options: object, own: Command) => {
			const { printRecipe } = await import("./recipe.ts");
			const { shards = 64, workers = 8 } = own.opts<{ shards?: number; workers?: number }>();
			const other = finishCommand(createCommand(context), context).action(() => undefined);
			const parse = (words: readonly string[]): Promise<Command> => other.parseAsync(words, { from: "user" });
			await printRecipe(engine, line, { shards, workers: Math.min(shards, workers) }, parse, context);
		});
	command
		.command("repair <output>")
		.summary("keep the whole lines of a damaged output, or restore its manifest, so that a run can continue it")
		.action(async (output: string) => {
			await (await import("./repair.ts")).repairOutput(output, context);
		});
	command
		.command("cancel <output>")
		.summary("cancel the jobs of --via provider")
		.action(async (output: string, _options: object, own: Command) => {
			await (await import("./jobs/cancel.ts")).cancelJobs(output, own.optsWithGlobals(), context);
		});
	return command;
}
