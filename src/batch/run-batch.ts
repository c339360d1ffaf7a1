import type { TaskName } from "../catalogue/signatures.ts";
import { InferenceClientProviderOutputError } from "../errors.ts";
import { abortReason, Cancellation } from "../http/index.ts";
import { Budget, BytesInFlight, outOfBudget } from "./budget.ts";
import { describeFailure, type Failure, PASSING_FAULTS, PROVIDER_FAULTS } from "./failure.ts";
import { joinArgs, joinable, type ReadRow, takeGroup } from "./groups.ts";
import { IdenticalRequests } from "./identical-requests.ts";
import { chooseLane, createTrace, Lane, type LaneCall, type LaneChoice } from "./lane.ts";
import { Outcomes } from "./outcomes.ts";
import { createRowReader, type RowReader } from "./read-rows.ts";
import { GATHER_MS, RowQueue } from "./row-queue.ts";
import { StopRule } from "./stop-rule.ts";
import { keepUsable, makeTargets } from "./targets.ts";
import { checkOptions, taskOf } from "./task-names.ts";
import type { BatchOptions, BatchOutput, BatchResult, StartBatch } from "./types.ts";
import { secondsSince, type Work } from "./work.ts";

const MAX_RETRY_DELAY_MS = 30_000;
/** Default of `silence`, and the interval of its check, in milliseconds. */
const MAX_SILENCE_MS = 60_000;
const WATCH_MS = 100;

/**
 * Runs a task over many rows and yields a result for each, in the order of completion. Rows are read from the iterable
 * only as fast as calls may start and results are consumed. Rate limits are learned and respected: they never fail a row.
 * @throws the error of a call, if every other row would fail in the same way (a wrong key, no such model);
 *   `BatchStopped` when a limit of the batch is reached: the cost, `maxErrors`, the first 20 rows all failed, or 20 rows
 *   in a row refused with 401, 402 or 403 by a target that worked before; the signal's reason; the error of the journal
 */
export function runBatch<Task extends TaskName, RowTask extends TaskName = never>(
	options: BatchOptions<Task, RowTask>,
): AsyncGenerator<BatchResult<BatchOutput<Task | RowTask>>, void, undefined> {
	return runChecked(options) as AsyncGenerator<BatchResult<BatchOutput<Task | RowTask>>, void, undefined>;
}

async function* runChecked(given: BatchOptions<TaskName>): AsyncGenerator<BatchResult, void, undefined> {
	const options = checkOptions(given);
	if (options.journal) yield* options.journal.run(options, runInGroups);
	else for await (const results of runInGroups(options)) yield* results;
}

/** Like `runBatch`, but yields groups of results: a generator step for each result costs a tenth of a call. */
export const runInGroups: StartBatch = (options, onResult) => new RowsRun(options, onResult).results();

/**
 * Runs work after the pending events, so that calls that end together are handled together. Node, Deno and Bun have
 * `setImmediate` for that; elsewhere it runs as a microtask.
 */
function afterTurn(work: () => void): void {
	const schedule: unknown = Reflect.get(globalThis, "setImmediate");
	(typeof schedule === "function" ? schedule : queueMicrotask)(work);
}

class RowsRun {
	private readonly options: BatchOptions;
	private readonly onResult: Parameters<StartBatch>[1];
	private lanes: readonly Lane[];
	private readonly budget: Budget;
	private readonly stopRule: StopRule;
	private readonly queue: RowQueue;
	/** Drops the calls in flight. */
	private readonly batchAbort = new Cancellation();
	/** Ends the reading of rows when the batch stops. */
	private readonly reading = new AbortController();
	private readonly outcomes: Outcomes;
	private inFlight = 0;
	private rowsInFlight = 0;
	private readonly memory = new BytesInFlight();
	/** Repeated calls in flight that succeeded before; see `isRefusedAgain`. */
	private probes = 0;
	private isStopped = false;
	/** Whether calls have ended since lanes were filled, and whether a turn is scheduled to handle that. */
	private hasRoom = false;
	private isTurnPlanned = false;
	private stopError: unknown;
	private timer: ReturnType<typeof setTimeout> | undefined;
	private watch: ReturnType<typeof setInterval> | undefined;
	private wakeConsumer: (() => void) | undefined;
	private readonly identical: IdenticalRequests;
	private readonly readRows: RowReader;

	constructor(options: BatchOptions, onResult: Parameters<StartBatch>[1]) {
		this.options = options;
		this.onResult = onResult;
		const { concurrency, start, fixed, rpm, tpm, maxCost, spent = 0, maxErrors, hasResults = false, rows } = options;
		const limits = { concurrency, start, fixed, rpm, tpm };
		const calls = { ...options.options, ...(options.fetch && { fetch: options.fetch }) };
		this.lanes = makeTargets(options).map((target) => new Lane(target, limits, calls, this.batchAbort));
		this.budget = new Budget(maxCost, spent);
		this.stopRule = new StopRule(maxErrors, hasResults);
		this.identical = new IdenticalRequests(options.cache);
		this.outcomes = new Outcomes(options.check, this.identical, this.stopRule, {
			onResult: (result) => {
				this.onResult?.(result);
				this.planTurn();
			},
			sendAgain: (works) => this.queue.ready.push(...works),
			stop: (error) => this.stop(error),
		});
		this.readRows = createRowReader(this.identical, this.outcomes, this.reading.signal, (work, lane, error) =>
			this.handleFailure([work], lane, error, 0),
		);
		this.queue = new RowQueue({
			rows,
			mostOpen: () => this.lanes.reduce((sum, { groups }) => sum + groups.maxInputs * (concurrency ?? 128) * 2, 16),
			countsTokens: tpm !== undefined,
			onRow: () => this.pump(),
			// A source that ends for the same reason as the batch did not fail.
			onEnd: (failure) => (failure && !this.isStopped ? this.stop(failure.error) : this.wake()),
		});
	}

	async *results(): AsyncGenerator<readonly BatchResult[], void, undefined> {
		const { signal, drain } = this.options;
		const drop = (): void => {
			this.stop(abortReason(signal));
			this.batchAbort.cancel(abortReason(signal));
			this.wake();
		};
		const finish = (): void => this.stop(undefined);
		signal?.addEventListener("abort", drop, { once: true });
		drain?.addEventListener("abort", finish, { once: true });
		try {
			if (signal?.aborted) throw abortReason(signal);
			this.lanes = await keepUsable(this.lanes, this.options);
			if (drain?.aborted) this.stop(undefined);
			// A hanging provider is abandoned only if another one can take its rows.
			const dropSilent = (): void => {
				for (const lane of this.lanes) lane.abortIfStalled(this.options.silence ?? MAX_SILENCE_MS);
			};
			if (this.lanes.length > 1) this.watch = setInterval(dropSilent, WATCH_MS);
			this.pump();
			for (;;) {
				while (this.outcomes.outbox.length > 0) {
					const results = this.outcomes.outbox;
					this.outcomes.outbox = [];
					yield results;
					this.queue.open -= results.length;
					for (const { cacheKey } of results) if (cacheKey !== undefined) this.identical.drop(cacheKey);
				}
				if (signal?.aborted) throw abortReason(signal);
				if (this.isOver()) break;
				this.pump();
				if (this.outcomes.outbox.length > 0 || this.isOver()) continue;
				await new Promise<void>((resolve) => {
					this.wakeConsumer = resolve;
				});
			}
			if (this.stopError !== undefined) throw this.stopError;
		} finally {
			signal?.removeEventListener("abort", drop);
			drain?.removeEventListener("abort", finish);
			clearTimeout(this.timer);
			clearInterval(this.watch);
			this.isStopped = true;
			this.reading.abort();
			this.batchAbort.cancel(new DOMException("The batch was abandoned", "AbortError"));
			this.queue.close();
		}
	}

	private isOver(): boolean {
		const isDone = this.queue.isExhausted && this.queue.open === 0;
		return isDone || (this.isStopped && this.inFlight === 0 && this.outcomes.outbox.length === 0);
	}

	/** Starts no more calls; those in flight finish. */
	private stop(error: unknown): void {
		this.isStopped = true;
		this.stopError ??= error;
		this.reading.abort();
		this.wake();
	}

	private wake(): void {
		this.wakeConsumer?.();
		this.wakeConsumer = undefined;
	}

	/** A call has ended. Results are taken before the next calls start; both once for all calls that end together. */
	private planTurn(): void {
		if (this.isTurnPlanned) return;
		this.isTurnPlanned = true;
		afterTurn(() => {
			this.isTurnPlanned = false;
			this.hasRoom = true;
			this.wake();
			afterTurn(() => {
				if (this.hasRoom) this.pump();
			});
		});
	}

	/** Starts as many calls as may start now. */
	private pump(): void {
		this.hasRoom = false;
		if (this.timer !== undefined) clearTimeout(this.timer);
		this.timer = undefined;
		let wait = this.queue.moved.length > 0 ? this.startMoved() : Number.POSITIVE_INFINITY;
		while (!this.isStopped && this.probes === 0) {
			const work = this.queue.ready[0];
			const { failure, answer } = work?.row ?? {};
			if (work && (failure || answer)) {
				this.queue.ready.shift();
				if (failure) this.outcomes.failRow(work, failure, undefined, undefined);
				else if (answer) this.outcomes.deliverKnown(work, answer, undefined);
				continue;
			}
			// A lane is chosen before a row is taken, so that no row waits in memory.
			const choice = this.choose(work);
			if (!choice.lane) {
				wait = Math.min(wait, choice.wait);
				break;
			}
			if (!work) {
				if (this.queue.shiftBuffered()) continue;
				this.queue.pull();
				break;
			}
			const group = this.gather(work, choice.lane);
			if (!group) wait = Math.min(wait, GATHER_MS);
			if (!group) break;
			// Taken first: the call returns rows that do not fit into it.
			this.queue.ready.splice(0, group.length);
			if (this.start(group, choice.lane)) continue;
			this.queue.ready.unshift(...group);
			break;
		}
		if (Number.isFinite(wait) && !this.isStopped) this.timer = setTimeout(() => this.pump(), Math.max(1, wait));
	}

	/** Starts rows that wait for another lane. Returns the milliseconds until one is free for them. */
	private startMoved(): number {
		let wait = Number.POSITIVE_INFINITY;
		this.queue.moved = this.queue.moved.filter((work) => {
			const choice = this.choose(work);
			if (!choice.lane) wait = Math.min(wait, choice.wait);
			return !choice.lane || !this.start([work], choice.lane);
		});
		return wait;
	}

	private choose(work: Work | undefined): LaneChoice {
		return chooseLane(this.lanes, work?.tried, work?.tokens ?? 0, this.options.spread ?? false);
	}

	/** Returns the rows of a call; undefined while it waits for more. */
	private gather(first: Work, lane: Lane): readonly Work[] | undefined {
		const size = taskOf(first.row, this.options.task) === this.options.task ? lane.groups.sizeFor(first) : 1;
		const most = Math.min(size, this.budget.roomFor(this.rowsInFlight));
		if (most <= 1) return [first];
		return this.queue.awaitsMore(most) ? undefined : takeGroup(this.queue.ready, most);
	}

	/** Starts a call, unless the batch has stopped or its budget is used up. */
	private start(group: readonly Work[], lane: Lane): boolean {
		if (this.isStopped || this.probes > 0 || (this.inFlight > 0 && this.memory.isFull)) return false;
		if (this.budget.roomFor(this.rowsInFlight) > 0) {
			void this.call(group, lane);
			return true;
		}
		// Calls in flight may cost less than expected.
		if (this.inFlight === 0) this.stop(outOfBudget(this.budget.spent, this.options.maxCost));
		return false;
	}

	private async call(group: readonly Work[], lane: Lane): Promise<void> {
		let tokens = 0;
		for (const work of group) tokens += work.tokens;
		const ticket = lane.start(tokens);
		const endGroup = lane.groups.begin(group.length);
		this.inFlight++;
		this.rowsInFlight += group.length;
		const memory = this.memory.begin();
		const { model, task: named } = group[0]?.row ?? {};
		const task = taskOf({ task: named }, this.options.task);
		const trace = createTrace(task);
		const started = performance.now();
		const { maxCost, mostCost } = this.options;
		/** What is reserved for the call. */
		let worst: number | null = null;
		let rows: readonly ReadRow<Work>[] = [];
		try {
			const read = this.readRows(group, lane);
			rows = read instanceof Promise ? await read : read;
			if (rows.length > 1) rows = this.join(rows);
			const [first] = rows;
			if (!first) return ticket.fail();
			const joined = joinArgs(rows);
			memory.read(joined);
			// Not a spread of two: in Node 20 that takes 1.5 µs.
			const args: LaneCall["args"] = Object.assign({}, joined, lane.callee);
			if (model !== undefined) args.model = model;
			const most = maxCost === undefined ? null : (mostCost?.({ lane: lane.name, model: args.model, args }) ?? null);
			if (most !== null && !this.budget.reserve(most)) {
				this.queue.ready.unshift(...rows.map(({ work }) => work));
				return ticket.fail();
			}
			worst = most;
			const answer = await lane.ask({ task, args }, trace, this.options.cost);
			this.budget.add(answer.cost ?? worst, rows.length);
			const answers = answer.rejection ? undefined : lane.groups.divide(answer, rows);
			if (!answers) {
				for (const { work } of rows) work.paid += (answer.cost ?? 0) / rows.length;
				throw (
					answer.rejection ??
					new InferenceClientProviderOutputError("The response does not have a result for each input")
				);
			}
			const seconds = secondsSince(started);
			lane.succeed(ticket, trace, answer.usage, seconds);
			lane.groups.succeed(rows.length);
			lane.proven ??= { task, args: rows.length === 1 ? args : { ...args, inputs: first.args.inputs } };
			let place = 0;
			for (const { work, args: own } of rows) {
				work.attempts++;
				const its = answers[place++];
				if (its) this.outcomes.finishRow(work, own, its, lane, seconds);
			}
		} catch (error) {
			if (this.batchAbort.isCancelled) return;
			const works = rows.map(({ work }) => work);
			const held = lane.meetLimit(ticket, trace, error);
			if (held === undefined) await this.handleFailure(works, lane, error, secondsSince(started));
			else this.queue.holdBack(works, held);
		} finally {
			memory.end();
			endGroup();
			if (worst !== null) this.budget.release(worst);
			this.inFlight--;
			this.rowsInFlight -= group.length;
			lane.reportState(this.options.onLane);
			this.planTurn();
		}
	}

	/** Returns the rows that fit into one call; the others go back to the queue. */
	private join(rows: readonly ReadRow<Work>[]): readonly ReadRow<Work>[] {
		const { joined, others } = joinable(rows);
		this.queue.ready.unshift(...others.map(({ work }) => work));
		return joined;
	}

	/**
	 * Repeats a call that succeeded on the lane, since the lane begins to refuse rows. No other call starts meanwhile.
	 * @returns whether the batch stops: the lane refuses every row
	 */
	private async isRefusedAgain(call: LaneCall, work: Work, lane: Lane): Promise<boolean> {
		const { refusals } = lane;
		refusals.isProbed = true;
		this.probes++;
		try {
			const { cost } = await lane.ask(call, createTrace(call.task), this.options.cost);
			this.budget.add(cost, 1);
			work.paid += cost ?? 0;
			return false;
		} catch (error) {
			const final = this.stopRule.failProbe(error, refusals);
			if (final) this.stop(final);
			return final !== undefined;
		} finally {
			this.probes--;
		}
	}

	/** @param works the rows of the call that failed */
	private async handleFailure(works: readonly Work[], lane: Lane, error: unknown, seconds: number): Promise<void> {
		const [first] = works;
		if (!first) return;
		const failure = describeFailure(error);
		// Some services return 500 for a bad input: if retries did not help, one of the rows may be the cause.
		const mayPass = PASSING_FAULTS.has(failure.kind) && !(failure.kind === "unavailable" && this.isRetried(first));
		if (works.length > 1 && !mayPass && this.stopRule.mayBeSplit(error)) {
			lane.groups.split(works);
			this.queue.ready.unshift(...works);
			return;
		}
		for (const work of works) work.attempts++;
		const final = this.stopRule.findFinal(error, lane.refusals);
		if (final !== undefined) {
			this.stop(final);
			return;
		}
		const { proven, refusals } = lane;
		if (proven && this.stopRule.needsProbe(refusals) && (await this.isRefusedAgain(proven, first, lane))) return;
		const isFault = PROVIDER_FAULTS.has(failure.kind);
		// A single provider that never responded gets no pause: its rows fail after their retries, and end the run.
		if (isFault && (this.lanes.length > 1 || lane.done > 0)) lane.recordFailure();
		const again = works.filter((work) => this.mayBeSentAgain(work, lane, failure, error, seconds));
		if (again.length === 0) return;
		const faults = Math.max(...again.map((work) => work.faults));
		const longest = Math.min(MAX_RETRY_DELAY_MS, (this.options.retryDelay ?? 500) * 2 ** Math.max(0, faults - 1));
		this.queue.holdBack(again, longest * (0.5 + Math.random() / 2));
	}

	/** Whether a row had its retries. */
	private isRetried({ faults }: Work): boolean {
		return faults >= (this.options.retries ?? 4);
	}

	/** Whether a row is sent to the same lane again; otherwise it goes to another one, or fails. */
	private mayBeSentAgain(work: Work, lane: Lane, failure: Failure, error: unknown, seconds: number): boolean {
		const isFault = PROVIDER_FAULTS.has(failure.kind);
		const tried = (work.tried ?? new Set<Lane>()).add(lane);
		const hasOther = isFault && tried.size < this.lanes.length;
		const isPassing = PASSING_FAULTS.has(failure.kind);
		// A second call may get a complete answer. If it does not, further calls seldom do.
		const mayPass = isPassing ? !this.isRetried(work) : failure.kind === "malformed" && !work.wasMalformed;
		if (!hasOther && !mayPass) {
			lane.failed++;
			this.outcomes.failRow(work, failure, error, { lane, seconds });
			return false;
		}
		if (isPassing) work.faults++;
		work.wasMalformed ||= failure.kind === "malformed";
		work.tried = hasOther ? tried : undefined;
		if (hasOther) this.queue.moved.push(work);
		return !hasOther;
	}
}
