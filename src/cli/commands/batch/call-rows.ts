import {
	type BatchOptions,
	type BatchResult,
	type BatchRow,
	BatchStopped,
	type BatchTarget,
} from "../../../batch/index.ts";
import type { ShardChoice } from "../../../batch/manifest.ts";
import type { Bitmap } from "../../../batch/row-sets.ts";
import { runInGroups } from "../../../batch/run-batch.ts";
import { InferenceClientDeadlineError } from "../../../errors.ts";
import { type CancellableFetch, type Fetch, fetchWith } from "../../../http/index.ts";
import type { Context } from "../../context.ts";
import { EXIT } from "../../errors/exit-codes.ts";
import { Interrupt, isReadByAgent, isUnattended } from "../../terminal/process-io.ts";
import { type BatchCommandOptions, isFile } from "./options.ts";
import { createSchemaCheck, type Plan } from "./plan.ts";
import {
	CONTINUE,
	describeProgress,
	type Pricing,
	type ProgressFacts,
	readFacts,
	type Tally,
	type View,
} from "./report.ts";
import { countRows, listRows } from "./row-source.ts";

/** Default of `--grace`. */
const GRACE_SECONDS = 20;

/** Inputs of a run. */
interface RunParts {
	plan: Plan;
	/** Rows that are not sent, and the only ones that are. */
	skip: Pick<Bitmap, "has"> | undefined;
	only: ReadonlySet<number> | undefined;
	answer: ((row: BatchRow) => BatchRow) | undefined;
	tally: Tally;
	pricing: Pricing;
	cache: BatchOptions["cache"];
	/** Ends calls in flight. */
	drop: AbortController;
	spent: number;
	gate?: OrderedLines | undefined;
	/** Writes the lines of finished rows. */
	flush?: () => void;
	/** Called with the number of all rows, if the run has not reached their end before they are counted. */
	onTotal?: (total: number) => void;
}

/** Calls the model for each row and passes on the results. Returns the problem that stopped the run early, if any. */
export async function callRows(
	run: RunParts,
	options: BatchCommandOptions,
	context: Context,
	take: (result: BatchResult) => void | Promise<void>,
): Promise<unknown> {
	const { plan, skip, only, answer, tally, pricing: cost, cache, drop, spent, flush, gate } = run;
	const { limit, spread, concurrency, group, start, fixed, rpm, tpm, retries, maxErrors, maxCost } = options;
	const drain = new AbortController();
	let view: View | undefined;
	// A second Ctrl-C ends the process at once.
	const leave = (): void => {
		view?.erase?.();
		if (isFile(options)) context.note(CONTINUE);
	};
	process.once("exit", leave);
	const release = listen(drain, drop, options, context);
	const counting = countInBackground(run, options, context, drain.signal);
	view = await startView(tally, options, context);
	const missing = listRows(plan, {
		skip,
		limit,
		only,
		answer,
		onEnd: (total, isLimited) => {
			tally.isLimited = isLimited;
			tally.total = total;
		},
	});
	const rows = plan.server?.holdRows(missing, drop) ?? missing;
	try {
		const results = runInGroups({
			task: plan.task,
			targets: flush ? plan.targets.map((target) => flushBeforeSend(target, flush)) : plan.targets,
			rows: gate ? gate.follow(rows) : rows,
			...{ spread, concurrency, group, start, fixed, rpm, tpm, retries, maxErrors, maxCost, spent, cost, cache },
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
				const taking = take(result);
				if (taking) await taking;
			}
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
	{ plan, tally, onTotal }: RunParts,
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

/**
 * The same target, but its calls are sent only after the lines of finished rows are written: a crash must not lose a
 * finished row whose slot is already reused.
 */
export function flushBeforeSend(target: BatchTarget, flush: () => void): BatchTarget {
	return wrapTarget(target, (attempt) => {
		flush();
		return attempt();
	});
}

/** The same target, whose requests are sent by `send`: as often as it calls `attempt`. */
export function wrapTarget(
	target: BatchTarget,
	send: (attempt: () => Promise<Response>, isCancelled: () => boolean) => Promise<Response>,
): BatchTarget {
	const given: Fetch | CancellableFetch | undefined = target.options?.fetch;
	if (!given) return target;
	const fetch: Fetch = (input, init) =>
		send(
			() => given(input, init),
			() => init?.signal?.aborted ?? false,
		);
	const cancellable: CancellableFetch["cancellable"] = (input, init, cancellation) =>
		send(
			() => fetchWith(given, input, init, cancellation),
			() => cancellation.isCancelled,
		);
	const wrapped = "cancellable" in given ? Object.assign(fetch, { cancellable }) : fetch;
	return { ...target, options: { ...target.options, fetch: wrapped } };
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

/** Rows that may be ahead of the one that is written next. */
const MAX_AHEAD = 1000;

/** Puts lines in the order of the input, with a bounded buffer: the reader of rows waits while it is full. */
export class OrderedLines {
	private readonly waiting = new Map<number, string>();
	private readonly step: number;
	private next: number;
	private wake: (() => void) | undefined;

	constructor(shard: ShardChoice | undefined) {
		this.step = shard?.count ?? 1;
		this.next = shard?.index ?? 0;
	}

	/** Takes a line. Returns those that can be written now. */
	add(index: number, line: string): string[] {
		this.waiting.set(index, line);
		const ready: string[] = [];
		for (let found = this.waiting.get(this.next); found !== undefined; found = this.waiting.get(this.next)) {
			ready.push(found);
			this.waiting.delete(this.next);
			this.next += this.step;
		}
		this.wake?.();
		return ready;
	}

	/** The rows, held back while they are too far ahead. */
	async *follow(rows: AsyncIterable<BatchRow>): AsyncGenerator<BatchRow, void, undefined> {
		for await (const row of rows) {
			while ((row.index ?? 0) - this.next > MAX_AHEAD * this.step) {
				await new Promise<void>((resolve) => {
					this.wake = resolve;
				});
			}
			yield row;
		}
	}
}
