import { resolve } from "node:path";
import type { ShardChoice } from "../../../batch/manifest.ts";
import type { Context } from "../../context.ts";
import { type Subject, withSubject } from "../../errors/subject.ts";
import { UsageError } from "../../errors/usage.ts";
import { checkWritable } from "../../files/writable.ts";
import { readTokenOption } from "../../input/token.ts";
import { findForm } from "../../output/file-form.ts";
import { followInput } from "./changed-input.ts";
import { type Discount, startSample } from "./estimate.ts";
import { isRemote } from "./input/source.ts";
import { type BatchCommandOptions, isFile } from "./options.ts";
import { tableFormat } from "./output.ts";
import { makePlan, openRun, type Plan } from "./plan.ts";
import { checkIds } from "./row-source.ts";
import { runRows } from "./run-rows.ts";
import { parseShard, suggestShard } from "./shard.ts";
import { createPricing } from "./tally.ts";
import { writeToFile, writeToStdout } from "./write-results.ts";

/** Runs the rows of an input; continues where an earlier run stopped. */
export async function runCommand(
	inputs: readonly string[],
	given: BatchCommandOptions,
	context: Context,
): Promise<void> {
	const shard = given.shard === undefined ? undefined : parseShard(given.shard, context.env);
	const options = shareLimits(await readTokenOption(given, context), shard, context);
	checkOptions(options, context);
	if (options.via !== undefined) (await import("./jobs/job-run.ts")).checkVia(inputs, options);
	const { prepareServer } = options.server === undefined ? {} : await import("./model-server.ts");
	const server = await prepareServer?.(options, context);
	try {
		const made = await makePlan(inputs, server?.options ?? options, shard, context);
		if (made.place) checkFolderOptions(options);
		else if (options.partSize !== undefined)
			throw new UsageError("--part-size needs a folder of parts.", "Name FOLDER/ with -o.", "option-conflict");
		else if (options.format === "parquet")
			throw new UsageError("--format parquet is for a folder of parts.", "Name FOLDER/ or FILE.parquet with -o.");
		const plan = (await server?.serve(made)) ?? made;
		await withSubject(describeTargets(plan), () => runPlan(plan, server?.options ?? options, context)).finally(
			plan.end,
		);
	} finally {
		await server?.close();
	}
}

/** Returns the subject of an error: what all targets have in common. */
function describeTargets({ resolved }: Plan): Subject {
	const agreed = <Value>(values: readonly Value[]): Value | undefined =>
		new Set(values).size === 1 ? values[0] : undefined;
	return {
		provider: agreed(resolved.map(({ provider }) => provider)),
		model: agreed(resolved.map(({ model }) => model)),
		tokenSource: agreed(resolved.map(({ tokenSource }) => tokenSource)),
	};
}

async function runPlan(given: Plan, options: BatchCommandOptions, context: Context): Promise<void> {
	for (const folder of [given.place?.folder, options.files, options.cache])
		if (typeof folder === "string" && !isRemote(folder)) checkWritable(resolve(context.cwd, folder), "folder");
	const { find: pricing, areKnown } = await createPricing(given, options, context);
	const rules = options.maxCost === undefined ? given.rules : { ...given.rules, isPriced: areKnown };
	const plan = await checkIds({ ...given, rules });
	let discount: Discount | undefined;
	if (options.via !== undefined) {
		const { findService, runJobs } = await import("./jobs/job-run.ts");
		if (!options.estimate) return await runJobs(plan, pricing, options, context);
		const { service } = findService(plan, context.signal).client;
		discount = { share: service.price, window: options.window ?? service.window };
	}
	const sample = options.estimate ? await startSample(plan, discount, options, context) : undefined;
	const run = { plan, pricing, sample, options, context };
	if (plan.output === undefined) return await runRows(run, writeToStdout(run));
	const opened = await openRun(plan, plan.output, options, context);
	try {
		const followed = await followInput(plan, plan.output, opened, options, context);
		await runRows(run, writeToFile(run, followed, plan.output));
	} finally {
		opened.lock.release();
	}
}

/** `--max-cost` for `maxCost`. */
function toFlag(name: string): string {
	return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Divides limits by the number of shards. */
function shareLimits(
	options: BatchCommandOptions,
	shard: ShardChoice | undefined,
	context: Context,
): BatchCommandOptions {
	if (!shard || shard.count === 1) return options;
	const shares: Pick<BatchCommandOptions, "maxCost" | "rpm" | "tpm"> = {};
	const names: string[] = [];
	for (const name of ["maxCost", "rpm", "tpm"] as const) {
		const all = options[name];
		if (all === undefined) continue;
		shares[name] = all / shard.count;
		names.push(`${toFlag(name)} ${all} is ${Number((all / shard.count).toPrecision(4))}`);
	}
	if (names.length > 0) context.note(`For each of ${shard.count} shards: ${names.join(", ")}.`);
	return { ...options, ...shares };
}

/** @throws UsageError for an option that needs one file with all results */
function checkFolderOptions(options: BatchCommandOptions): void {
	const inapplicable = ["ordered", "estimate", "via", "force", "retryFailed", "files"] as const;
	const refused = inapplicable.find((name) => options[name]);
	if (refused === undefined) return;
	throw new UsageError(
		`${toFlag(refused)} does not apply to a folder of parts.`,
		refused === "force" ? "Name a new folder with -o." : "Name a .jsonl file with -o.",
		"option-conflict",
	);
}

/** Options that need another option → whether it is there, and its name. */
const NEEDS: readonly [keyof BatchCommandOptions, (options: BatchCommandOptions) => boolean, needs: string][] = [
	[
		"rawOutput",
		({ output = "" }) => tableFormat(output) !== undefined,
		"a table: name a .csv, .tsv or .parquet file with -o",
	],
	[
		"keepJournal",
		({ output = "" }) => tableFormat(output) !== undefined,
		"a table: name a .csv, .tsv, .parquet or .arrow file with -o",
	],
	["escapeFormulas", ({ output = "" }) => /\.[ct]sv$/i.test(output), "a .csv or .tsv file: name one with -o"],
	["keep", ({ format }) => format !== "openai", "lines of hub: leave out --format openai, which has no columns"],
	["text", ({ format }) => format !== "openai", "lines of hub: leave out --format openai, which has whole responses"],
	["keepFailed", isFile, "the output of an earlier run: name it with -o"],
	["force", isFile, "the output of an earlier run: name it with -o"],
	["spread", ({ provider = "" }) => provider.includes(","), "several providers: -p a,b"],
	["sample", ({ estimate }) => estimate ?? false, "--estimate"],
	["poll", ({ via }) => via !== undefined, "--via provider or --via endpoint"],
	["window", ({ via }) => via !== undefined, "--via provider or --via endpoint"],
	["start", ({ fixed }) => !fixed, "a number of calls that adapts: leave out --fixed"],
];

/** Options of single calls, which the provider's batch service makes itself. */
const OF_CALLS = [
	...(["concurrency", "start", "group", "fixed", "rpm", "tpm", "cache", "reuse", "spread", "server"] as const),
	...(["maxErrors", "grace", "prune", "report"] as const),
];

/** @throws UsageError for an option that this run would not use */
function rejectUnusedOptions(options: BatchCommandOptions): void {
	const given = (name: keyof BatchCommandOptions): boolean => options[name] !== undefined && options[name] !== false;
	for (const [name, isMet, needs] of NEEDS) {
		if (given(name) && !isMet(options))
			throw new UsageError(`${toFlag(name)} needs ${needs}.`, undefined, "option-conflict");
	}
	const ofCalls = options.via === undefined || options.estimate ? undefined : OF_CALLS.find(given);
	if (ofCalls === undefined) return;
	throw new UsageError(
		`${toFlag(ofCalls)} does not apply to --via ${options.via}: the batch service makes the calls.`,
		"Leave it out.",
		"option-conflict",
	);
}

function checkOptions(options: BatchCommandOptions, context: Context): void {
	rejectUnusedOptions(options);
	const { output = "", prompt, cache, cacheSize, retryFailed, keepFailed } = options;
	const toFile = isFile(options);
	const refuse = (...problem: ConstructorParameters<typeof UsageError>): never => {
		throw new UsageError(...problem);
	};
	if (options.dryRun) {
		const hint = "--estimate runs a sample and estimates cost and time.";
		refuse("hub batch has no --dry-run.", hint, "option-inapplicable");
	}
	const [, extension] = /\.(\w+)$/.exec(output) ?? [];
	const form = findForm(output);
	const isForeign =
		/^(feather|xlsx?)$/i.test(extension ?? "") || form === "json" || form === "text" || form === "media";
	if (isForeign) {
		const message = `hub batch does not write .${extension?.toLowerCase()} files.`;
		refuse(message, "Write .jsonl, .csv, .parquet or .arrow.", "option-value");
	}
	const named = [output, options.files ?? ""].find((name) => /\{\{?\s*\w+\s*\}/.test(name));
	if (named !== undefined)
		refuse(
			`${named} is no name for a file of all rows: -o and --files take no template.`,
			"Name one file, such as -o out.jsonl.",
		);
	const { template } = context.flags;
	if (template !== undefined && prompt === undefined && !/\bitem\b/.test(template)) {
		const message = "--template formats printed JSON, of which each item is {{ item }}.";
		refuse(message, 'The prompt of each row is --prompt "… {{ column }}".', "option-inapplicable");
	}
	if (options.estimate && !toFile) context.note("Without -o the results of the sample are not kept.");
	else if (options.output === undefined && context.stdout.isTTY)
		context.note("Without -o the results go to standard output, and an interrupted run cannot be resumed.");
	if (options.format === "openai" && tableFormat(output) !== undefined)
		refuse("--format openai does not apply to a table.", "Name a .jsonl file with -o.", "option-conflict");
	if (retryFailed && keepFailed)
		refuse("--retry-failed and --keep-failed exclude each other.", undefined, "option-conflict");
	if (retryFailed && !toFile)
		refuse("--retry-failed needs the output of an earlier run.", "Name it with -o.", "option-conflict");
	if (options.fixed && options.concurrency === undefined) refuse("--fixed needs --concurrency.");
	if (cache === true && !toFile)
		refuse("--cache needs a file for the results, or a folder.", "Name one with -o, or write --cache DIR.");
	if (cacheSize !== undefined && typeof cache !== "string")
		refuse("--cache-size needs --cache FOLDER.", undefined, "option-conflict");
	if (cacheSize !== undefined && typeof cache === "string" && isRemote(cache)) {
		const hint = "Leave it out: a rule of the bucket removes objects of some age.";
		refuse("--cache-size does not apply to a bucket, from which hub removes nothing.", hint, "option-conflict");
	}
	if (isRemote(output) && tableFormat(output) !== undefined) {
		const hint = "Name s3://BUCKET/PREFIX, then: hub batch merge s3://BUCKET/PREFIX -o s3://BUCKET/FILE.csv";
		refuse("Remote outputs are folders of parts, not tables.", hint, "option-value");
	}
	if (options.prune && !toFile) refuse("--prune needs the output of an earlier run.", "Name it with -o.");
	const advice = options.shard === undefined ? suggestShard(context.env) : undefined;
	if (advice !== undefined) context.note(advice);
}
