import { type BatchOptions, type BatchResult, BatchStopped } from "../../../batch/index.ts";
import { runInGroups } from "../../../batch/run-batch.ts";
import { InferenceClientDeadlineError } from "../../../errors.ts";
import type { Context } from "../../context.ts";
import { EXIT } from "../../errors/exit-codes.ts";
import { NegativeResult } from "../../errors/negative-result.ts";
import { concerning, type Subject } from "../../errors/subject.ts";
import { UsageError } from "../../errors/usage.ts";
import { readTokenOption } from "../../input/token.ts";
import { Interrupt, OutputFailed } from "../../terminal/process-io.ts";
import { type Discount, printEstimate } from "./estimate.ts";
import { finishOutput } from "./finish.ts";
import { flushFirst } from "./flush-first.ts";
import type { Bitmap } from "./journal/bitmap.ts";
import { writeManifest } from "./journal/manifest.ts";
import type { OpenOutput } from "./journal/open.ts";
import { scanJournal } from "./journal/scan.ts";
import { JournalWriter } from "./journal/writer.ts";
import { logRun } from "./log-run.ts";
import { openRun } from "./open-run.ts";
import type { BatchCommandOptions } from "./options.ts";
import { OrderedLines } from "./output/ordered.ts";
import { tableFormat } from "./output/tables.ts";
import { makePlan, type Plan } from "./plan.ts";
import { createPricing, type Pricing } from "./pricing.ts";
import type { View } from "./progress/describe.ts";
import { startView } from "./progress/view.ts";
import { createResultCache } from "./result-cache.ts";
import { LineMaker } from "./results.ts";
import { checkIds, countRows, listRows } from "./row-source.ts";
import { addKept, estimateAll, type Sample, startSample } from "./sample.ts";
import { createSchemaCheck } from "./schema.ts";
import { suggestShard } from "./shard.ts";
import { CONTINUE, printSummary } from "./summary.ts";
import { Tally } from "./tally.ts";

const GRACE_SECONDS = 20;

/** Runs the rows of an input; continues where an earlier run stopped. */
export async function runCommand(
	inputs: readonly string[],
	given: BatchCommandOptions,
	context: Context,
): Promise<void> {
	const options = await readTokenOption(given, context);
	checkOptions(options, context);
	if (options.via !== undefined) (await import("./jobs/find-service.ts")).checkVia(options);
	const plan = await makePlan(inputs, options, context);
	await concerning(describeTargets(plan), () => runPlan(plan, options, context));
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
	const pricing = await createPricing(given, options, context);
	// What was compared already is not compared again, which would keep every id in memory during the run.
	const plan = { ...given, hasOwnIds: !(await checkIds(given)) };
	let discount: Discount | undefined;
	if (options.via !== undefined) {
		if (!options.estimate) return await (await import("./jobs/run.ts")).runJobs(plan, pricing, options, context);
		const { findService } = await import("./jobs/find-service.ts");
		const { service } = findService(plan, context.signal);
		discount = { share: service.price, window: options.window ?? service.window };
	}
	const sample = options.estimate ? await startSample(plan, discount, options, context) : undefined;
	const { output } = plan;
	if (output === undefined) return await runToStdout(plan, pricing, sample, options, context);
	const opened = openRun(plan, output, options, context);
	try {
		await runToFile(plan, opened, output, pricing, sample, options, context);
	} finally {
		opened.release();
	}
}

function checkOptions(options: BatchCommandOptions, context: Context): void {
	const toFile = isFile(options);
	if (!toFile && options.output === undefined && context.stdout.isTTY) {
		context.note("Without -o the results go to standard output, and an interrupted run cannot be resumed.");
	}
	if (options.format === "openai" && tableFormat(options.output ?? "") !== undefined) {
		throw new UsageError(
			"--format openai does not apply to a table.",
			"Name a .jsonl file with -o.",
			"option-conflict",
		);
	}
	if (options.fixed && options.concurrency === undefined) throw new UsageError("--fixed needs --concurrency.");
	if (options.cache && !toFile) throw new UsageError("--cache needs a file for the results.", "Name it with -o.");
	if (options.shard === undefined) {
		const advice = suggestShard(context.env);
		if (advice !== undefined) context.note(advice);
	}
}

/** Whether the results go to a file, so that the run can be resumed. */
function isFile({ output }: BatchCommandOptions): boolean {
	return output !== undefined && output !== "-";
}

async function runToFile(
	plan: Plan,
	opened: OpenOutput,
	output: string,
	pricing: Pricing,
	sample: Sample | undefined,
	options: BatchCommandOptions,
	context: Context,
): Promise<void> {
	const { journal, manifest, state } = opened;
	const failedBefore = state?.failed;
	const tally = new Tally(
		state?.done.count ?? 0,
		failedBefore?.count ?? 0,
		Math.max(state?.cost ?? 0, manifest.counts.cost_usd),
		state?.errors ?? [],
	);
	const drop = new AbortController();
	const writer = new JournalWriter(journal, state?.size ?? 0, (error) => drop.abort(error));
	const lines = new LineMaker(options, output, tableFormat(output) !== undefined, context);
	const skip = mergeSkipped(state?.done, options.keepFailed ? failedBefore : undefined);
	if (!options.keepFailed) tally.forgetErrors();
	if (sample && state) addKept(sample, journal, state, manifest.seconds);
	const cache = options.cache ? createResultCache(journal, () => writer.flush()) : undefined;
	const started = performance.now();
	let hasRepeats = state?.hasRepeats ?? false;
	const save = (isEnded: boolean): void => {
		const { done, failed, cost } = tally;
		const seconds = manifest.seconds + (performance.now() - started) / 1000;
		const counts = { total: tally.total, done, failed, cost_usd: cost ?? 0 };
		writeManifest(output, { ...manifest, counts, seconds, ended: isEnded ? new Date().toISOString() : null });
	};
	let problem: unknown;
	try {
		const source = { plan, skip, only: sample?.only };
		const run = { tally, pricing, cache: cache?.cache, drop, spent: tally.cost ?? 0, flush: () => writer.flush() };
		problem = await consume(source, run, options, context, (result) => {
			const wasFailed = failedBefore?.has(result.index) ?? false;
			if (wasFailed) hasRepeats = true;
			const write = (line: string): void => {
				const offset = writer.append(line);
				if (result.cacheKey !== undefined) cache?.remember(result.cacheKey, offset);
				tally.add(result, wasFailed);
				sample?.results.push(result);
			};
			const line = lines.make(result);
			return typeof line === "string" ? write(line) : line.then(write);
		});
		writer.close();
	} catch (error) {
		problem = error;
		try {
			writer.close();
		} catch {
			// The disk is full already.
		}
	}
	const isEnded = problem === undefined && !context.signal.aborted && !sample;
	if (problem instanceof Error && problem.name === "OutputError") {
		// Lines that the disk did not take are not done.
		const { done, failed } = scanJournal(journal);
		[tally.done, tally.failed] = [done.count, failed.count];
	} else {
		await finishOutput({ journal, output, hasRepeats, isEnded, options });
		save(isEnded);
	}
	logRun(plan, tally, problem, options, context);
	if (sample && problem === undefined) return await printEstimate(estimateAll(sample, tally, options), context);
	await conclude(problem, tally, options, context);
}

function mergeSkipped(done: Bitmap | undefined, failed: Bitmap | undefined): Pick<Bitmap, "has"> | undefined {
	if (!failed) return done;
	return { has: (index) => (done?.has(index) ?? false) || failed.has(index) };
}

async function runToStdout(
	plan: Plan,
	pricing: Pricing,
	sample: Sample | undefined,
	options: BatchCommandOptions,
	context: Context,
): Promise<void> {
	const tally = new Tally(0, 0, 0, []);
	const drop = new AbortController();
	const lines = new LineMaker(options, undefined, false, context);
	const ordered = options.ordered ? new OrderedLines(plan.shard) : undefined;
	let problem: unknown;
	try {
		const source = { plan, skip: undefined, only: sample?.only };
		const run = { tally, pricing, cache: undefined, drop, spent: 0, gate: ordered };
		problem = await consume(source, run, options, context, async (result) => {
			tally.add(result, false);
			if (sample) return void sample.results.push(result);
			const line = await lines.make(result);
			for (const ready of ordered ? ordered.add(result.index, line) : [line]) await context.print(ready);
		});
	} catch (error) {
		problem = error;
	}
	logRun(plan, tally, problem, options, context);
	if (sample && problem === undefined) return await printEstimate(estimateAll(sample, tally, options), context);
	await conclude(problem, tally, options, context, true);
}

interface RunParts {
	tally: Tally;
	pricing: Pricing;
	cache: BatchOptions["cache"];
	/** Ends calls in flight. */
	drop: AbortController;
	spent: number;
	gate?: OrderedLines | undefined;
	/** Writes the lines of finished rows. */
	flush?: () => void;
}

interface SourceParts {
	plan: Plan;
	skip: Pick<Bitmap, "has"> | undefined;
	only: ReadonlySet<number> | undefined;
}

/** Calls the rows and hands each result on. Returns what stopped the run early; undefined where nothing did. */
async function consume(
	{ plan, skip, only }: SourceParts,
	{ tally, pricing, cache, drop, spent, gate, flush }: RunParts,
	options: BatchCommandOptions,
	context: Context,
	take: (result: BatchResult) => void | Promise<void>,
): Promise<unknown> {
	const drain = new AbortController();
	let view: View | undefined;
	// A second Ctrl-C ends the process at once.
	const leave = (): void => {
		view?.erase?.();
		if (isFile(options)) context.note(CONTINUE);
	};
	process.once("exit", leave);
	const say = (text: string): void => (view?.say ? view.say(text) : context.note(text));
	const release = listen(drain, drop, say, options, context);
	const counting = countInBackground(plan, tally, options, context, drain.signal);
	view = await startView(tally, options, context);
	const rows = listRows(plan, {
		skip,
		limit: options.limit,
		only,
		onEnd: (total) => {
			tally.total ??= total;
		},
	});
	try {
		const results = runInGroups({
			task: plan.task,
			rows: gate ? gate.follow(rows) : rows,
			targets: flush ? plan.targets.map((target) => flushFirst(target, flush)) : plan.targets,
			spread: options.spread,
			concurrency: options.concurrency,
			start: options.start,
			fixed: options.fixed,
			rpm: options.rpm,
			tpm: options.tpm,
			retries: options.retries,
			maxErrors: options.maxErrors,
			maxCost: options.maxCost,
			spent,
			cost: pricing.cost,
			check: createSchemaCheck(plan.rules.answer),
			cache,
			signal: drop.signal,
			drain: drain.signal,
			onLane: (lane) => tally.lanes.set(lane.name, lane),
			onSkip: (name, error) =>
				context.note(`Skipping ${name}: ${error instanceof Error ? error.message : String(error)}`),
		});
		for await (const group of results) {
			for (const result of group) {
				const taking = take(result);
				if (taking) await taking;
			}
		}
		return drain.signal.aborted && !context.signal.aborted ? drain.signal.reason : undefined;
	} catch (error) {
		return error;
	} finally {
		process.off("exit", leave);
		release();
		await view.stop();
		drain.abort();
		await counting;
	}
}

/** Ctrl-C, SIGTERM, SIGHUP and the deadline let what is in flight finish; after the time of grace it is dropped. */
function listen(
	drain: AbortController,
	drop: AbortController,
	say: (text: string) => void,
	options: BatchCommandOptions,
	context: Context,
): () => void {
	const { signal } = context;
	const timers: ReturnType<typeof setTimeout>[] = [];
	const dropAfter = (seconds: number, reason: unknown): void => {
		timers.push(setTimeout(() => drop.abort(reason), seconds * 1000));
	};
	const interrupt = (): void => {
		const { reason } = signal;
		drain.abort(reason);
		if (!(reason instanceof Interrupt)) drop.abort(reason);
		else if (reason.exitCode !== EXIT.interrupted) dropAfter(options.grace ?? GRACE_SECONDS, reason);
		else say("Waiting for the calls in flight. Press Ctrl-C again to drop them.");
	};
	if (signal.aborted) interrupt();
	signal.addEventListener("abort", interrupt, { once: true });
	if (options.deadline) {
		const late = new InferenceClientDeadlineError(options.deadline);
		timers.push(
			setTimeout(() => {
				drain.abort(late);
				dropAfter(options.grace ?? GRACE_SECONDS, late);
			}, options.deadline * 1000),
		);
	}
	return () => {
		signal.removeEventListener("abort", interrupt);
		for (const timer of timers) clearTimeout(timer);
	};
}

async function countInBackground(
	plan: Plan,
	tally: Tally,
	options: BatchCommandOptions,
	context: Context,
	signal: AbortSignal,
): Promise<void> {
	const isShown = options.progress !== "none" && (context.stderr.isTTY || options.progress !== undefined);
	if (!isShown) return;
	try {
		const total = await countRows(plan, options.limit, signal);
		// The rows themselves may have been read to their end meanwhile.
		if (total !== undefined) tally.total ??= total;
	} catch {
		// The rows are read a second time, and their problems reported then.
	}
}

/** Says how it ended: the summary, and the exit code. */
async function conclude(
	problem: unknown,
	tally: Tally,
	options: BatchCommandOptions,
	context: Context,
	isStdoutTaken = false,
): Promise<void> {
	const toResume = isFile(options);
	const advice = toResume ? ` ${CONTINUE}` : "";
	await printSummary(tally.summary(false), isStdoutTaken, context);
	if (context.signal.aborted) {
		if (toResume) context.note(CONTINUE);
		return;
	}
	if (problem instanceof InferenceClientDeadlineError && toResume) context.note(CONTINUE);
	if (problem instanceof OutputFailed && toResume) context.note(`Free some space on the disk. ${CONTINUE}`);
	if (problem instanceof BatchStopped) {
		context.warn(`${context.colors.stderr.red("Error:")} ${problem.message}${advice}`);
		throw new NegativeResult();
	}
	if (problem !== undefined) throw problem;
	if (tally.failed > 0) throw new NegativeResult();
}
