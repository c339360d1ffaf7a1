import { Argument, Command } from "commander";
import type { Context } from "../../context.ts";
import { addOptions, finishCommand } from "../../options/add-options.ts";
import { parseInteger } from "../../options/parsers.ts";
import { type BatchCommandOptions, batchOptions } from "./options.ts";

/** Engines that `hub batch recipe` knows. */
const ENGINES = ["slurm", "kubernetes", "aws", "parallel"] as const;

/** Options that `--help` shows. */
const MOST_USED =
	"--task --model --provider --prompt --system --column --id-column --labels --schema --max-tokens --param --output --format --keep --concurrency --max-errors --max-cost --estimate --limit --shard --help";

/** `hub batch`: one task over many inputs. */
export function createCommand(context: Context): Command {
	const command = new Command("batch")
		.description(
			"Runs one task over every row of files, a folder, standard input or a data set, and writes a line for each. If it is stopped or killed, run the same command again to continue.",
		)
		.argument(
			"[input...]",
			".jsonl, .json, .csv, .tsv, .parquet, .txt, a folder, several files, hf://datasets/OWNER/NAME; - for standard input",
		);
	addOptions(command, batchOptions(), { mostUsed: MOST_USED })
		.addHelpText(
			"after",
			`
Examples:
  printf 'I love it\\nI hate it\\n' | hub batch - -t classify -p sandbox
  printf 'id,city\\na,Rome\\nb,Oslo\\n' > in.csv && hub batch in.csv -o out.csv -t chat -p sandbox --prompt "Where is {{ city }}?"
  printf 'one\\ntwo\\n' > in.txt && hub batch in.txt -o out.jsonl -t chat -p sandbox && hub batch status out.jsonl
  seq 4 > n.txt && for i in 0 1; do hub batch n.txt -o n.jsonl -t chat -p sandbox --shard $i/2; done && hub batch merge n-*-of-*.jsonl -o n.jsonl

Exit codes: 0 every row has a result, 1 some rows failed or a limit stopped the run, 6 --deadline passed,
130, 143, 129 interrupted; where one cause stopped the run, the code hub infer has for it
See also:   hub infer --help, hub help exit-codes`,
		)
		.action(async (inputs: string[], options: BatchCommandOptions) => {
			const { runCommand } = await import("./run.ts");
			await runCommand(inputs, options, context);
		});
	command
		.command("status <output>")
		.summary("show counts, rate, cost and failures of a run, also while it is running")
		.action(async (output: string, _options: object, own: Command) => {
			const { printStatus } = await import("./merge.ts");
			await printStatus(output, own.optsWithGlobals<BatchCommandOptions>(), context);
		});
	command
		.command("merge <part...>")
		.summary("merge the parts that --shard wrote into one file")
		.action(async (parts: string[], _options: object, own: Command) => {
			const { mergeParts } = await import("./merge.ts");
			await mergeParts(parts, own.optsWithGlobals<BatchCommandOptions>(), context);
		});
	command
		.command("recipe")
		.summary("print the file with which Slurm, Kubernetes, AWS Batch or GNU parallel runs a command line in shards")
		.addArgument(new Argument("<engine>", "the engine").choices(ENGINES))
		.argument("[line...]", "-- hub batch …: the command line to run")
		.option(
			"--shards <n>",
			"parts of the input; take many more than workers (default: 64)",
			parseInteger("the shards", 1),
		)
		.option("--workers <n>", "shards that run at once (default: 8)", parseInteger("the workers", 1))
		.action(async (engine: (typeof ENGINES)[number], line: string[], _options: object, own: Command) => {
			const { printRecipe } = await import("./recipe.ts");
			const { shards = 64, workers = 8 } = own.opts<{ shards?: number; workers?: number }>();
			const parse = async (words: readonly string[]): Promise<Command> => {
				const other = finishCommand(createCommand(context), context).action(() => undefined);
				return await other.parseAsync(words, { from: "user" });
			};
			await printRecipe(engine, line, { shards, workers: Math.min(shards, workers) }, parse, context);
		});
	command
		.command("repair <output>")
		.summary("keep the whole lines of a damaged output, or restore its manifest, so that a run can continue it")
		.action(async (output: string) => {
			const { repairOutput } = await import("./repair.ts");
			await repairOutput(output, context);
		});
	command
		.command("cancel <output>")
		.summary("cancel the jobs of --via provider")
		.action(async (output: string, _options: object, own: Command) => {
			const { cancelJobs } = await import("./jobs/cancel.ts");
			await cancelJobs(output, own.optsWithGlobals<BatchCommandOptions>(), context);
		});
	return command;
}
