import { abortReason, Cancellation } from "../http/index.ts";
import type { Args, CallOptions } from "../inference/index.ts";
import { afterTurn } from "./after-turn.ts";
import { Budget, BytesInFlight, outOfBudget } from "./budget.ts";
import { describeFailure, type Failure, PASSING_FAULTS, PROVIDER_FAULTS } from "./failure.ts";
import { IdenticalRequests } from "./identical-requests.ts";
import {
	type CallTrace,
	chooseLane,
	createTrace,
	Lane,
	type LaneAnswer,
	type LaneCall,
	type LaneChoice,
} from "./lane.ts";
import { RowQueue } from "./row-queue.ts";
import { StopRule } from "./stop-rule.ts";
import { keepUsable, makeTargets } from "./targets.ts";
import type { BatchOptions, BatchResult, BatchTarget, KnownAnswer, StartBatch } from "./types.ts";
import { describeKnown, describeLane, secondsSince, type Work } from "./work.ts";

const MAX_RETRY_DELAY_MS = 30_000;
/** Default of `silence`, and how often lanes are looked at for it, in milliseconds. */
const MAX_SILENCE_MS = 60_000;
const WATCH_MS = 100;

/**
 * Runs a task over many rows and yields a result for each, in the order of completion. Rows are read from the iterable
 * only as fast as calls may start and results are consumed. Rate limits are learned and respected: they never fail a row.
 * @throws the error of a call, if every other row would fail in the same way (a wrong key, no such model);
 *   `BatchStopped` when a limit of the batch is reached: the cost, `maxErrors`, the first 20 rows all failed, or 20 rows
 *   in a row refused with 401, 402 or 403 by a target that worked before; the signal's reason; the error of the journal
 */
export async function* runBatch(options: BatchOptions): AsyncGenerator<BatchResult, void, undefined> {
	if (options.journal) yield* options.journal.run(options, runInGroups);
	else for await (const results of runInGroups(options)) yield* results;
}

/** Like `runBatch`, but yields groups of results: a generator step for each result costs a tenth of a call. */
export const runInGroups: StartBatch = (options, onResult) => new Run(options, onResult).results();

class Run {
	private readonly options: BatchOptions;
	private readonly onResult: Parameters<StartBatch>[1];
	private lanes: readonly Lane[];
	private readonly budget: Budget;
	private readonly stopRule: StopRule;
	private readonly queue: RowQueue;
	/** Drops the calls in flight. */
	private readonly dropper = new Cancellation();
	/** Ends the reading of rows when the batch stops. */
	private readonly reading = new AbortController();
	private readonly pauses = new Set<ReturnType<typeof setTimeout>>();
	private outbox: BatchResult[] = [];
	private inFlight = 0;
	private readonly memory = new BytesInFlight();
	/** Calls in flight that were answered before; see `isRefusedAgain`. */
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

	constructor(options: BatchOptions, onResult: Parameters<StartBatch>[1]) {
		this.options = options;
		this.onResult = onResult;
		const { concurrency, start, fixed, rpm, tpm, maxCost, spent = 0, maxErrors, hasResults = false, rows } = options;
		this.lanes = makeTargets(options).map(
			(target) => new Lane(target, { concurrency, start, fixed, rpm, tpm }, this.dropper),
		);
		this.budget = new Budget(maxCost, spent);
		this.stopRule = new StopRule(maxErrors, hasResults);
		this.identical = new IdenticalRequests(options.cache);
		this.queue = new RowQueue({
			rows,
			mostOpen: this.lanes.length * (concurrency ?? 128) * 2 + 16,
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
			this.dropper.cancel(abortReason(signal));
			this.wake();
		};
		const finish = (): void => this.stop(undefined);
		signal?.addEventListener("abort", drop, { once: true });
		drain?.addEventListener("abort", finish, { once: true });
		try {
			if (signal?.aborted) throw abortReason(signal);
			this.lanes = await keepUsable(this.lanes, this.options, (target) => this.callOptions(target));
			if (drain?.aborted) this.stop(undefined);
			// A hanging provider is abandoned only if another one can take its rows.
			const dropSilent = (): void => {
				for (const lane of this.lanes) lane.abortIfStalled(this.options.silence ?? MAX_SILENCE_MS);
			};
			if (this.lanes.length > 1) this.watch = setInterval(dropSilent, WATCH_MS);
			this.pump();
			for (;;) {
				while (this.outbox.length > 0) {
					const results = this.outbox;
					this.outbox = [];
					yield results;
					this.queue.open -= results.length;
					for (const { cacheKey } of results) if (cacheKey !== undefined) this.identical.forget(cacheKey);
				}
				if (signal?.aborted) throw abortReason(signal);
				if (this.isOver()) break;
				this.pump();
				if (this.outbox.length > 0 || this.isOver()) continue;
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
			this.dropper.cancel(new DOMException("The batch was abandoned", "AbortError"));
			for (const pause of this.pauses) clearTimeout(pause);
			this.queue.close();
		}
	}

	private isOver(): boolean {
		const isDone = this.queue.isExhausted && this.queue.open === 0;
		return isDone || (this.isStopped && this.inFlight === 0 && this.outbox.length === 0);
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
				if (failure) this.failRow(work, failure, undefined, undefined);
				else if (answer) this.deliverKnown(work, answer, undefined);
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
			if (!this.start(work, choice.lane)) break;
			this.queue.ready.shift();
		}
		if (Number.isFinite(wait) && !this.isStopped) this.timer = setTimeout(() => this.pump(), Math.max(1, wait));
	}

	/** Starts rows that wait for another lane. Returns the milliseconds until one is free for them. */
	private startMoved(): number {
		let wait = Number.POSITIVE_INFINITY;
		this.queue.moved = this.queue.moved.filter((work) => {
			const choice = this.choose(work);
			if (!choice.lane) wait = Math.min(wait, choice.wait);
			return !choice.lane || !this.start(work, choice.lane);
		});
		return wait;
	}

	private choose(work: Work | undefined): LaneChoice {
		return chooseLane(this.lanes, work?.tried, work?.tokens ?? 0, this.options.spread ?? false);
	}

	/** Starts a call, unless the batch has stopped or its budget is used up. */
	private start(work: Work, lane: Lane): boolean {
		if (this.isStopped || this.probes > 0 || (this.inFlight > 0 && this.memory.isFull)) return false;
		if (!this.budget.isUsedUp(this.inFlight)) {
			void this.call(work, lane);
			return true;
		}
		// Calls in flight may cost less than expected.
		if (this.inFlight === 0) this.stop(outOfBudget(this.budget.spent, this.options.maxCost));
		return false;
	}

	private async call(work: Work, lane: Lane): Promise<void> {
		const { row } = work;
		const ticket = lane.start(work.tokens);
		this.inFlight++;
		const memory = this.memory.begin();
		const task = row.task ?? this.options.task;
		const trace = createTrace(task);
		const started = performance.now();
		try {
			const args = typeof row.args === "function" ? await this.readArgs(work, row.args) : (row.args ?? {});
			if (args === undefined) return ticket.fail();
			memory.read(args);
			if (this.identical.isOn) {
				const found = this.identical.find(work, args, row.model ?? lane.target.model);
				if (found && this.isAnswered(work, found instanceof Promise ? await found : found, lane)) return ticket.fail();
			}
			const call = { ...args, ...lane.callee, ...(row.model === undefined ? {} : { model: row.model }) };
			const { output, usage, cost, rejection } = await this.ask({ task, args: call }, lane, trace);
			if (rejection) {
				work.paid += cost ?? 0;
				throw rejection;
			}
			work.attempts++;
			const seconds = secondsSince(started);
			lane.succeed(ticket, trace, usage && usage.input_tokens + usage.output_tokens, seconds);
			lane.proven ??= { task, args: call };
			this.finishRow(work, args, { output, usage, cost }, lane, seconds);
		} catch (error) {
			if (this.dropper.isCancelled) return;
			const held = lane.meetLimit(ticket, trace, error);
			if (held === undefined) await this.handleFailure(work, lane, error, secondsSince(started));
			else if (held > 0) this.holdBack(work, held);
			else (work.tried ? this.queue.moved : this.queue.ready).unshift(work);
		} finally {
			memory.end();
			this.inFlight--;
			lane.reportState(this.options.onLane);
			this.planTurn();
		}
	}

	private async ask(call: LaneCall, lane: Lane, trace: CallTrace): Promise<LaneAnswer> {
		const answer = await lane.ask(call, this.callOptions(lane.target), trace, this.options.cost);
		this.budget.add(answer.cost);
		return answer;
	}

	/**
	 * Makes a call again that the lane has answered, since it begins to refuse rows. No other call starts meanwhile.
	 * @returns whether the batch stops: the lane refuses every row
	 */
	private async isRefusedAgain(call: LaneCall, work: Work, lane: Lane): Promise<boolean> {
		const { refusals } = lane;
		refusals.isProbed = true;
		this.probes++;
		try {
			const { cost } = await this.ask(call, lane, createTrace(call.task));
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

	/** Reads the arguments of a row; undefined if they cannot be read, which fails the row, or the batch has stopped. */
	private async readArgs(work: Work, read: (signal: AbortSignal) => Args | Promise<Args>): Promise<Args | undefined> {
		try {
			const args = await read(this.reading.signal);
			return this.isStopped ? undefined : args;
		} catch (error) {
			const failure: Failure = { kind: "input", message: describeFailure(error).message };
			if (!this.isStopped) this.failRow(work, failure, error, undefined);
			return undefined;
		}
	}

	/** Whether an identical request has answered the row or will. */
	private isAnswered(work: Work, found: Awaited<ReturnType<IdenticalRequests["find"]>>, lane: Lane): boolean {
		if (found === undefined) return false;
		if (found === "later") return true;
		if ("failure" in found) this.failRow(work, found.failure, undefined, { lane, seconds: 0 });
		else this.deliverKnown(work, found, lane);
		return true;
	}

	/** Delivers a result that was known before, also to rows that waited for it. */
	private deliverKnown(work: Work, answer: KnownAnswer, lane: Lane | undefined): void {
		this.stopRule.succeed();
		this.deliver(work, describeKnown(work, answer, lane));
		this.answerIdentical(work, answer.output, lane);
	}

	private answerIdentical(work: Work, output: unknown, lane: Lane | undefined): void {
		for (const duplicate of this.identical.release(work)) this.deliverKnown(duplicate, { output }, lane);
	}

	private finishRow(work: Work, args: Args, { output, usage, cost }: LaneAnswer, lane: Lane, seconds: number): void {
		const cost_usd = cost === null ? null : cost + work.paid;
		const facts = { ...(usage ? { usage } : {}), cost_usd, ...describeLane(work, lane), seconds };
		const failure = this.options.check?.(output, work.row, args);
		if (failure) {
			lane.failed++;
			this.fail(work, failure, undefined);
			this.deliver(work, { error: failure, ...facts, attempts: work.attempts });
			return;
		}
		lane.done++;
		this.stopRule.succeed(lane.refusals);
		this.identical.keep(work, output);
		this.deliver(work, { output, ...facts, attempts: work.attempts });
		this.answerIdentical(work, output, lane);
	}

	private async handleFailure(work: Work, lane: Lane, error: unknown, seconds: number): Promise<void> {
		work.attempts++;
		const final = this.stopRule.findFinal(error, lane.refusals);
		if (final !== undefined) {
			this.stop(final);
			return;
		}
		const { proven, refusals } = lane;
		if (proven && this.stopRule.needsProbe(refusals) && (await this.isRefusedAgain(proven, work, lane))) return;
		const failure = describeFailure(error);
		const isFault = PROVIDER_FAULTS.has(failure.kind);
		// A single provider that never answered gets no pause: its rows fail after their retries, and end the run.
		if (isFault && (this.lanes.length > 1 || lane.done > 0)) lane.recordFailure();
		const tried = (work.tried ?? new Set<Lane>()).add(lane);
		const hasOther = isFault && tried.size < this.lanes.length;
		const isPassing = PASSING_FAULTS.has(failure.kind);
		// A second call may get a complete answer. If it does not, further calls seldom do.
		const mayPass = isPassing
			? work.faults < (this.options.retries ?? 4)
			: failure.kind === "malformed" && !work.wasMalformed;
		if (!hasOther && !mayPass) {
			lane.failed++;
			this.failRow(work, failure, error, { lane, seconds });
			return;
		}
		if (isPassing) work.faults++;
		work.wasMalformed ||= failure.kind === "malformed";
		work.tried = hasOther ? tried : undefined;
		if (hasOther) {
			this.queue.moved.push(work);
			return;
		}
		const longest = Math.min(MAX_RETRY_DELAY_MS, (this.options.retryDelay ?? 500) * 2 ** Math.max(0, work.faults - 1));
		this.holdBack(work, longest * (0.5 + Math.random() / 2));
	}

	/** Starts a row again after a time in milliseconds. */
	private holdBack(work: Work, delay: number): void {
		const again = (): void => {
			this.pauses.delete(pause);
			(work.tried ? this.queue.moved : this.queue.ready).push(work);
			this.pump();
		};
		const pause = setTimeout(again, delay);
		this.pauses.add(pause);
	}

	private failRow(
		work: Work,
		failure: Failure,
		error: unknown,
		call: { lane: Lane; seconds: number } | undefined,
	): void {
		this.fail(work, failure, error);
		this.deliver(work, {
			error: failure,
			...(call ? describeLane(work, call.lane) : {}),
			...(work.paid > 0 ? { cost_usd: work.paid } : {}),
			attempts: work.attempts,
			seconds: call?.seconds ?? 0,
		});
	}

	private fail(work: Work, failure: Failure, error: unknown): void {
		const stop = this.stopRule.fail(failure, error);
		if (stop !== undefined) this.stop(stop);
		const waiting = this.identical.release(work);
		if (failure.kind !== "not_allowed") {
			// Rows that waited for it are sent themselves.
			this.queue.ready.push(...waiting);
			return;
		}
		// The provider refuses this input: each further call would be one more refusal in a row.
		this.identical.refuse(work, failure);
		for (const duplicate of waiting) this.failRow(duplicate, failure, undefined, undefined);
	}

	private deliver(work: Work, result: Omit<BatchResult, "id" | "index" | "row">): void {
		const { row, index, request } = work;
		const cacheKey = request === undefined ? {} : { cacheKey: request };
		const delivered: BatchResult = { id: row.id, index, ...result, ...cacheKey, row };
		this.outbox.push(delivered);
		this.onResult?.(delivered);
		this.planTurn();
	}

	private callOptions(target: BatchTarget): CallOptions {
		const { options, fetch } = this.options;
		return { ...options, ...(fetch ? { fetch } : {}), ...target.options };
	}
}
