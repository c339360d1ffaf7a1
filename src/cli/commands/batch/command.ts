import { Argument, Option } from "@commander-js/extra-typings";
import type { Context } from "../../context.ts";
import { withDeadline } from "../../network/deadline.ts";
import { defineCommand, finishCommand, type OptionGroups } from "../../options/define-command.ts";
import { integer } from "../../options/parsers.ts";
import { INPUT_ENDINGS } from "./input/formats.ts";
import { BATCH_OPTIONS } from "./options.ts";
import { ENGINES, type ParsedLine } from "./recipe.ts";

const status = defineCommand({
	name: "status",
	summary: "show counts, rate, cost and failures of a run, also while it is running",
	arguments: [new Argument("<output>")],
	inherits: BATCH_OPTIONS,
	action: async ([output], options, context) => {
		await (await import("./merge.ts")).printStatus(output, options, context);
	},
});

const merge = defineCommand({
	name: "merge",
	summary: "merge the parts that --shard wrote into one file",
	arguments: [new Argument("<part...>")],
	inherits: BATCH_OPTIONS,
	action: async ([parts], options, context) => {
		await (await import("./merge.ts")).mergeParts(parts, options, context);
	},
});

const RECIPE_OPTIONS = {
	"Options:": [
		new Option("--shards <n>", "parts of the input; take many more than workers (default: 64)").argParser(
			integer("the shards", 1),
		),
		new Option("--workers <n>", "shards that run at once (default: 8)").argParser(integer("the workers", 1)),
		new Option("--container <image>", "kubernetes, aws: the image that starts hub (default: REGISTRY/hub:VERSION)"),
	],
} as const satisfies OptionGroups;

const recipe = defineCommand({
	name: "recipe",
	summary: "print the file with which Slurm, Kubernetes, AWS Batch, GNU parallel or Ray runs a command line in shards",
	arguments: [
		new Argument("<engine>", "the engine").choices(ENGINES),
		new Argument("[line...]", "-- hub batch …: the command line to run"),
	],
	options: RECIPE_OPTIONS,
	action: async ([engine, line], { shards = 64, workers = 8, container: image }, context) => {
		const { printRecipe } = await import("./recipe.ts");
		const parse = async (words: readonly string[]): Promise<ParsedLine> => await parseLine(words, context);
		await printRecipe(engine, line, { shards, workers: Math.min(shards, workers), image }, parse, context);
	},
});

const repair = defineCommand({
	name: "repair",
	summary: "keep the whole lines of a damaged output, or restore its manifest, so that a run can continue it",
	arguments: [new Argument("<output>")],
	inherits: BATCH_OPTIONS,
	action: async ([output], options, context) => {
		const { isPlace, openPlace } = await import("./input/source.ts");
		if (!(await isPlace(output, context))) return await (await import("./repair.ts")).repairOutput(output, context);
		const place = await openPlace(output, options, context);
		await (await import("./repair-place.ts")).repairPlace(place, context);
	},
});

const cancel = defineCommand({
	name: "cancel",
	summary: "cancel the jobs of --via",
	arguments: [new Argument("<output>")],
	inherits: BATCH_OPTIONS,
	action: async ([output], options, context) => {
		await (await import("./jobs/cancel.ts")).cancelJobs(output, options, context);
	},
});

/** `hub batch`: one task over many inputs. */
export const createCommand = defineCommand({
	name: "batch",
	description:
		"Runs one task over every row of files, a folder, standard input or a dataset, and writes a line for each. To continue after a stop, run the same command again.",
	arguments: [
		new Argument(
			"[input...]",
			`${INPUT_ENDINGS}, a folder, several files, hf://datasets/OWNER/NAME; - for standard input`,
		),
	],
	options: BATCH_OPTIONS,
	mostUsed: [
		"--task",
		"--model",
		"--provider",
		"--prompt",
		"--system",
		"--column",
		"--id-column",
		"--labels",
		"--schema",
		"--max-tokens",
		"--param",
		"--output",
		"--format",
		"--keep",
		"--concurrency",
		"--max-errors",
		"--max-cost",
		"--estimate",
		"--limit",
		"--shard",
		"--help",
	],
	help: [
		"Examples:",
		"  printf 'I love it\\nI hate it\\n' | hub batch - -t classify -p sandbox",
		"  printf 'id,city\\na,Rome\\nb,Oslo\\n' > in.csv && hub batch in.csv -o out.csv -t chat -p sandbox --prompt \"Where is {{ city }}?\"",
		"  printf 'one\\ntwo\\n' > in.txt && hub batch in.txt -o out.jsonl -t chat -p sandbox && hub batch status out.jsonl",
		"  seq 4 > n.txt && for i in 0 1; do hub batch n.txt -o n.jsonl -t chat -p sandbox --shard $i/2; done && hub batch merge n-*-of-*.jsonl -o n.jsonl",
		"",
		"Exit codes: 0 every row has a result, 1 some rows failed or a limit stopped the run, 6 --deadline passed,",
		"130, 143, 129 interrupted; where one cause stopped the run, the code hub infer has for it",
		"See also:   hub infer --help, hub help exit-codes",
	],
	subcommands: [status, merge, recipe, repair, cancel],
	action: async ([inputs], options, context) => {
		const { runCommand } = await import("./run.ts");
		// However long it takes, the state of the run is saved.
		await withDeadline(
			options.deadline,
			context,
			(limited) => runCommand(inputs, options, limited),
			Number.POSITIVE_INFINITY,
		);
	},
});

/** Parses the words after `hub batch` as the command itself does, without running it. */
async function parseLine(words: readonly string[], context: Context): Promise<ParsedLine> {
	let parsed: ParsedLine = { inputs: [], options: {} };
	const parser = defineCommand({
		name: "batch",
		arguments: [new Argument("[input...]")],
		options: BATCH_OPTIONS,
		action: ([inputs], options) => {
			parsed = { inputs, options };
		},
	});
	await finishCommand(parser(context), context).parseAsync([...words], { from: "user" });
	return parsed;
}
