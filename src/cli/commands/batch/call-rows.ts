import { type BatchOptions, type BatchResult, type BatchRow, BatchStopped } from "../../../batch/index.ts";
import { runInGroups } from "../../../batch/run-batch.ts";
import { InferenceClientDeadlineError } from "../../../errors.ts";
import type { Context } from "../../context.ts";
import { EXIT } from "../../errors/exit-codes.ts";
import { Interrupt, isReadByAgent, isUnattended } from "../../terminal/process-io.ts";
import { type BatchCommandOptions, isFile } from "./options.ts";
import { createSchemaCheck, type Plan } from "./plan.ts";
import { countRows } from "./row-source.ts";
import {
	CONTINUE,
	describeProgress,
	type Pricing,
	type ProgressFacts,
	readFacts,
	type Tally,
	type View,
} from "./tally.ts";

/** Default of `--grace`. */
const GRACE_SECONDS = 20;

/** The calls of a run. */
interface RowCalls {
	plan: Plan;
	rows: AsyncIterable<BatchRow>;
	tally: Tally;
	pricing: Pricing;
	cache: BatchOptions["cache"];
	/** Drops the calls in flight. */
	drop: AbortController;
	/** Called with the number of all rows, if the run has not reached their end before they are counted. */
	onTotal: ((total: number) => void) | undefined;
}

/** Takes the results of rows. */
export interface ResultSink {
	/** Takes a result; returns a promise if that takes time. */
	add(result: BatchResult): void | Promise<void>;
	/**
	 * Writes what was added. It is called before the next calls start: a crash must not lose a finished row whose slot is
	 * already reused.
	 */
	flush(): void;
}

/** Calls the model for each row and passes on the results. Returns the problem that stopped the run early, if any. */
export async function callRows(
	calls: RowCalls,
	options: BatchCommandOptions,
	context: Context,
	sink: ResultSink,
): Promise<unknown> {
	const { plan, rows, tally, pricing: cost, cache, drop } = calls;
	const { spread, concurrency, group, start, fixed, rpm, tpm, retries, maxErrors, maxCost } = options;
	const drain = new AbortController();
	let view: View | undefined;
	// A second Ctrl-C ends the process at once.
	const leave = (): void => {
		view?.erase?.();
		if (isFile(options)) context.note(CONTINUE);
	};
	process.once("exit", leave);
	const release = listen(drain, drop, options, context);
	const counting = countInBackground(calls, options, context, drain.signal);
	view = await startView(tally, options, context);
	try {
		const results = runInGroups({
			task: plan.task,
			targets: plan.targets,
			rows: plan.server?.holdRows(rows, drop) ?? rows,
			...{ spread, concurrency, group, start, fixed, rpm, tpm, retries, maxErrors, maxCost, cost, cache },
			spent: tally.cost ?? 0,
			mostCost: cost.most,
			hasResults: tally.done > 0,
			check: createSchemaCheck(plan.rules.answer),
			signal: drop.signal,
			drain: drain.signal,
			onLane: (lane) => tally.lanes.set(lane.name, lane),
			onSkip: (name, error) =>
				context.note(`Skipping ${name}: ${error instanceof Error ? error.message : String(error)}`),
		});
		for await (const ended of results) {
			for (const result of ended) {
				const adding = sink.add(result);
				if (!adding) continue;
				// Calls may start while this waits.
				sink.flush();
				await adding;
			}
			sink.flush();
		}
		return drain.signal.aborted && !context.signal.aborted ? drain.signal.reason : undefined;
	} catch (error) {
		// The text and the exit code that `hub infer` would give.
		return error instanceof BatchStopped && error.hasCommonCause ? error.cause : error;
	} finally {
		process.off("exit", leave);
		release();
		await view.stop();
		drain.abort();
		await counting;
	}
}

/**
 * Ctrl-C, SIGTERM and SIGHUP let calls in flight finish; after the grace period they are dropped. The deadline drops them
 * at once, unless `--grace` is given.
 */
function listen(
	drain: AbortController,
	drop: AbortController,
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
		if (reason instanceof InferenceClientDeadlineError && options.grace) dropAfter(options.grace, reason);
		else if (!(reason instanceof Interrupt)) drop.abort(reason);
		else if (reason.exitCode !== EXIT.interrupted) dropAfter(options.grace ?? GRACE_SECONDS, reason);
		else context.note("Waiting for the calls in flight. Press Ctrl-C again to drop them.");
	};
	if (signal.aborted) interrupt();
	signal.addEventListener("abort", interrupt, { once: true });
	return () => {
		signal.removeEventListener("abort", interrupt);
		for (const timer of timers) clearTimeout(timer);
	};
}

async function countInBackground(
	{ plan, tally, onTotal }: RowCalls,
	options: BatchCommandOptions,
	context: Context,
	signal: AbortSignal,
): Promise<void> {
	const hasProgress =
		options.progress !== "none" &&
		((context.stderr.isTTY && !isReadByAgent(context)) || options.progress !== undefined);
	if (!hasProgress && !onTotal) return;
	try {
		const total = await countRows(plan, options.limit, signal);
		// The rows themselves may have been read to their end meanwhile.
		if (total === undefined || tally.total !== null) return;
		tally.total = total;
		onTotal?.(total);
	} catch {
		// The rows are read a second time, and their problems reported then.
	}
}

const LINE_MS = 30_000;
const JSON_MS = 1000;

/** Starts the right view: drawn on a terminal, else an occasional line. */
async function startView(tally: Tally, { progress = "auto" }: BatchCommandOptions, context: Context): Promise<View> {
	const { stderr, env, flags } = context;
	if (progress === "none" || flags.quiet || (progress === "auto" && isReadByAgent(context)))
		return { stop: () => undefined };
	const repeat = (delay: number, isLastShown: boolean, format: (facts: ProgressFacts) => string): View => {
		const print = (): void => context.warn(format(readFacts(tally)));
		const timer = setInterval(print, delay);
		timer.unref();
		return {
			stop: () => {
				clearInterval(timer);
				if (isLastShown) print();
			},
		};
	};
	if (progress === "json") return repeat(JSON_MS, true, JSON.stringify);
	const isDrawn = progress === "auto" && stderr.isTTY && env["TERM"] !== "dumb" && !isUnattended(env) && !flags.debug;
	if (!isDrawn) return repeat(LINE_MS, false, describeProgress);
	const { drawProgress } = await import("./progress.tsx");
	return drawProgress(tally, context);
}
