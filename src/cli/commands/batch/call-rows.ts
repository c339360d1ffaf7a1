import { type BatchOptions, type BatchResult, BatchStopped } from "../../../batch/index.ts";
import { runInGroups } from "../../../batch/run-batch.ts";
import { InferenceClientDeadlineError } from "../../../errors.ts";
import type { Context } from "../../context.ts";
import { EXIT } from "../../errors/exit-codes.ts";
import { Interrupt } from "../../terminal/process-io.ts";
import { flushFirst } from "./flush-first.ts";
import type { Bitmap } from "./journal/bitmap.ts";
import { type BatchCommandOptions, isFile } from "./options.ts";
import type { OrderedLines } from "./output/ordered.ts";
import type { Plan } from "./plan.ts";
import type { Pricing } from "./pricing.ts";
import type { View } from "./progress/describe.ts";
import { startView } from "./progress/view.ts";
import { countRows, listRows } from "./row-source.ts";
import { createSchemaCheck } from "./schema.ts";
import { CONTINUE } from "./summary.ts";
import type { Tally } from "./tally.ts";

/** Default of `--grace`. */
const GRACE_SECONDS = 20;

/** Inputs of a run besides its rows. */
export interface RunParts {
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

/** The rows of a run. */
export interface SourceParts {
	plan: Plan;
	skip: Pick<Bitmap, "has"> | undefined;
	only: ReadonlySet<number> | undefined;
}

/** Calls the model for each row and passes on the results. Returns the problem that stopped the run early, if any. */
export async function callRows(
	{ plan, skip, only }: SourceParts,
	run: RunParts,
	options: BatchCommandOptions,
	context: Context,
	take: (result: BatchResult) => void | Promise<void>,
): Promise<unknown> {
	const { tally, drop, gate } = run;
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
	const counting = countInBackground(plan, run, options, context, drain.signal);
	view = await startView(tally, options, context);
	const rows = listRows(plan, {
		skip,
		limit: options.limit,
		only,
		onEnd: (total, isLimited) => {
			tally.isLimited = isLimited;
			tally.total = total;
		},
	});
	try {
		const results = runInGroups({
			...describeRun(plan, run, options, context),
			rows: gate ? gate.follow(rows) : rows,
			drain: drain.signal,
		});
		for await (const group of results) {
			for (const result of group) {
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

/** Returns the engine's options from the plan and the command line. */
function describeRun(
	plan: Plan,
	{ tally, pricing, cache, drop, spent, flush }: RunParts,
	options: BatchCommandOptions,
	context: Context,
): Omit<BatchOptions, "rows"> {
	const { spread, concurrency, start, fixed, rpm, tpm, retries, maxErrors, maxCost } = options;
	return {
		task: plan.task,
		targets: flush ? plan.targets.map((target) => flushFirst(target, flush)) : plan.targets,
		...{ spread, concurrency, start, fixed, rpm, tpm, retries, maxErrors, maxCost },
		spent,
		hasResults: tally.done > 0,
		cost: pricing.cost,
		check: createSchemaCheck(plan.rules.answer),
		cache,
		signal: drop.signal,
		onLane: (lane) => tally.lanes.set(lane.name, lane),
		onSkip: (name, error) =>
			context.note(`Skipping ${name}: ${error instanceof Error ? error.message : String(error)}`),
	};
}

/** Ctrl-C, SIGTERM, SIGHUP and the deadline let calls in flight finish; after the grace period they are dropped. */
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
	{ tally, onTotal }: RunParts,
	options: BatchCommandOptions,
	context: Context,
	signal: AbortSignal,
): Promise<void> {
	const isShown = options.progress !== "none" && (context.stderr.isTTY || options.progress !== undefined);
	if (!isShown && !onTotal) return;
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
