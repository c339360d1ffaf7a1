import { InferenceClientProviderOutputError } from "../errors.ts";
import { Excerpt } from "../exchange/excerpt.ts";
import type { Usage } from "../exchange/index.ts";
import { observeBody } from "../exchange/tap.ts";
import { readCost, readCostHeader, readFacts, readUsage } from "../exchange/usage.ts";
import { backoff } from "../http/backoff.ts";
import { Cancellation, dropBody, type Fetch, fetchWith, isType, wait } from "../http/index.ts";
import type { Args, BaseArgs, CallOptions, InferenceTask, ResponseInfo } from "../inference/index.ts";
import { hasOtherFiles, loadOtherFiles } from "../inference/other-files.ts";
import { rejectedAnswer, run } from "../inference/run.ts";

import { createLimiter, type Limiter, type LimiterOptions, type LimiterTicket } from "../limits/limiter.ts";
import { type HeaderSource, readPause } from "../limits/rate-headers.ts";
import { isEmpty, isLimit, readEstimatedTime } from "./failure.ts";
import { CallGroups, type CallResponse } from "./groups.ts";
import type { Refusals } from "./stop-rule.ts";
import type { BatchOptions, BatchTarget, LaneState } from "./types.ts";

/** Consecutive failures of the provider after which its lane is paused. */
const FAILURES_BEFORE_BACKOFF = 3;
/** Minimum time between two reports of a busy lane, in milliseconds. */
const REPORT_INTERVAL_MS = 20;

/** Rate limits of the response to the call's own request; polls and downloads do not change them. */
export interface CallTrace {
	headers: HeaderSource | undefined;
	/** The task was sent: requests from now on are polls and downloads. */
	isSent: boolean;
	/** Bodies that are partly kept if the result has no usage; undefined if it has. */
	bodies: Excerpt[] | undefined;
}

/** A call of a lane. */
export interface LaneCall {
	task: InferenceTask;
	args: Args & BaseArgs;
}

/** The response to a call. */
export interface LaneResponse extends CallResponse {
	/** Why the response does not count as a result. The provider may still charge for it. */
	rejection?: InferenceClientProviderOutputError | undefined;
}

export function createTrace(task: InferenceTask): CallTrace {
	// The result of a chat is its response, which contains the usage.
	return { headers: undefined, isSent: false, bodies: task === "conversational" ? undefined : [] };
}

/** Bytes kept from the end of a body, where services report usage. */
const BODY_END = 8 * 1024;

/** Facts from the responses of a call: the sum of tokens, and the cost of the first. */
function readTrace({ bodies = [], headers }: CallTrace): { usage: Usage | undefined; cost: number | null } {
	const facts = bodies.map((body) => readFacts(body.read()));
	const usage = facts.reduce<Usage | undefined>((sum, { usage: one }) => {
		if (!one || !sum) return one ?? sum;
		return {
			input_tokens: sum.input_tokens + one.input_tokens,
			output_tokens: sum.output_tokens + one.output_tokens,
		};
	}, undefined);
	return { usage, cost: facts[0]?.cost ?? (headers ? readCostHeader(headers) : null) };
}

/** A lane hangs if no response comes for this many times the duration of its slowest call. */
const SLOWEST_FACTOR = 5;

/** One target with its limiter. */
export class Lane {
	readonly name: string;
	readonly target: BatchTarget;
	/** The arguments that a target adds to a call. */
	readonly callee: BaseArgs;
	readonly limiter: Limiter;
	/** How many rows its calls contain; one each until its target is known. */
	groups = new CallGroups(undefined, undefined, true);
	readonly refusals: Refusals = { hasSucceeded: false, isProbed: false, inARow: 0, first: undefined };
	/** The first call that succeeded: repeated to find out whether refusals affect every row. */
	proven: LaneCall | undefined;
	done = 0;
	failed = 0;
	limited = 0;
	private lastReportAt = 0;
	private reportedLimited = 0;
	/** When data last arrived, or was sent while idle; and the duration of the slowest call. */
	private lastDataAt = 0;
	private slowest = 0;
	/** Drops the calls in flight: for the whole batch, or because the service hangs. */
	private stallAbort = new Cancellation();
	private readonly batchAbort: Cancellation;
	/** Options of its calls. */
	readonly options: CallOptions;
	/** Those options with the signal that aborts its calls, for `stallAbort`. */
	private abortable: { options: CallOptions; by: Cancellation } | undefined;
	private faults = 0;
	/** Pauses since the last success. */
	private pauses = 0;

	/**
	 * @param options of all calls of the batch
	 * @param batchAbort its abort ends all calls
	 */
	constructor(target: BatchTarget, limits: LimiterOptions, options: CallOptions, batchAbort: Cancellation) {
		this.batchAbort = batchAbort;
		batchAbort.onCancel(() => this.stallAbort.cancel(batchAbort.reason));
		const { provider } = target;
		const id = typeof provider === "object" ? provider.id : provider;
		this.name = target.name ?? id ?? (target.endpointUrl ? "endpoint" : "auto");
		this.target = target;
		const { accessToken, model, endpointUrl } = target;
		this.callee = { accessToken, model, provider, endpointUrl };
		this.limiter = createLimiter(limits);
		this.options = { ...options, ...target.options };
	}

	/** A call starts. */
	start(tokens: number): LimiterTicket {
		if (this.limiter.isIdle) this.lastDataAt = performance.now();
		return this.limiter.start(tokens);
	}

	/**
	 * Drops the calls in flight if no data has arrived for a time: the service hangs.
	 * @param patience milliseconds; longer if earlier calls were slow
	 */
	abortIfStalled(patience: number): void {
		if (this.limiter.isIdle || this.batchAbort.isCancelled) return;
		const silence = performance.now() - this.lastDataAt;
		if (silence < Math.max(patience, this.slowest * SLOWEST_FACTOR)) return;
		const dropped = this.stallAbort;
		this.stallAbort = new Cancellation();
		this.limiter.pause(backoff("failures", this.pauses + 1), "failures");
		const seconds = Math.round(silence / 1000);
		dropped.cancel(new DOMException(`${this.name} has not responded for ${seconds} s`, "TimeoutError"));
	}

	get state(): LaneState {
		const { name, done, failed, limited } = this;
		return { name, ...this.limiter.state, done, failed, limited };
	}

	/** Reports its state: not after each of thousands of calls per second, but after a limit and the last call. */
	reportState(report: ((state: LaneState) => void) | undefined): void {
		const time = performance.now();
		const isNew = this.limited !== this.reportedLimited || this.limiter.isIdle;
		if (!report || (!isNew && time - this.lastReportAt < REPORT_INTERVAL_MS)) return;
		this.lastReportAt = time;
		this.reportedLimited = this.limited;
		report(this.state);
	}

	async ask({ task, args }: LaneCall, trace: CallTrace, costOf: BatchOptions["cost"]): Promise<LaneResponse> {
		let rejection: InferenceClientProviderOutputError | undefined;
		let output: unknown;
		try {
			const options = this.callOptions(trace);
			output = await run<unknown>(task, args, options);
			if (output instanceof Blob && hasOtherFiles(output)) await loadOtherFiles(output, options.signal);
		} catch (error) {
			if (!(error instanceof InferenceClientProviderOutputError)) throw error;
			rejection = error;
			output = rejectedAnswer(error);
		}
		if (!rejection && isEmpty(task, output)) {
			rejection = new InferenceClientProviderOutputError("The answer has no content");
		}
		const traced = readTrace(trace);
		const usage = readUsage(output) ?? traced.usage;
		const reported = readCost(output) ?? traced.cost;
		if (output === undefined && !usage && reported === null) return { output, usage, cost: null, rejection };
		const facts = { lane: this.name, model: args.model, task, output, usage, reported, headers: trace.headers };
		return { output, usage, cost: costOf?.(facts) ?? null, rejection };
	}

	/** Records a successful call. */
	succeed(ticket: LimiterTicket, trace: CallTrace, usage: Usage | undefined, seconds: number): void {
		this.slowest = Math.max(this.slowest, seconds * 1000);
		this.faults = 0;
		this.pauses = 0;
		ticket.succeed(trace.headers, usage && usage.input_tokens + usage.output_tokens);
	}

	/**
	 * Records a failed call.
	 * @returns undefined if it hit no rate limit, so that the failure counts; else milliseconds to hold its row back
	 */
	meetLimit(ticket: LimiterTicket, trace: CallTrace, error: unknown): number | undefined {
		const asked = readEstimatedTime(error);
		const hasPause = asked !== undefined || (trace.headers && readPause(trace.headers)) !== undefined;
		if (!isLimit(error, this.name, hasPause)) {
			ticket.fail(trace.headers);
			return undefined;
		}
		this.limited++;
		const held = ticket.limit(trace.headers);
		if (asked === undefined) return held;
		this.limiter.pause(asked, "rate-limit");
		return 0;
	}

	/** The provider failed; several failures in a row pause the lane, so that rows go elsewhere. */
	recordFailure(): void {
		if (++this.faults < FAILURES_BEFORE_BACKOFF) return;
		this.faults = 0;
		this.limiter.pause(backoff("failures", ++this.pauses), "failures");
	}

	/** Options of one call: they record facts of its responses. */
	private callOptions(trace: CallTrace): CallOptions {
		const { stallAbort } = this;
		if (this.abortable?.by !== stallAbort)
			this.abortable = { options: withAbort(stallAbort, this.options), by: stallAbort };
		const { options } = this.abortable;
		const { fetch: send = globalThis.fetch, onResponse } = options;
		return Object.assign({}, options, {
			fetch: this.observe(send, trace, stallAbort),
			onResponse: (response: ResponseInfo) => {
				this.note(trace, response.headers, true);
				onResponse?.(response);
			},
		});
	}

	private note(trace: CallTrace, headers: HeaderSource, isSent: boolean): void {
		this.lastDataAt = performance.now();
		if (trace.isSent) return;
		trace.headers = headers;
		trace.isSent = isSent;
	}

	private observe(send: Fetch, trace: CallTrace, ending: Cancellation): Fetch {
		return (input, init) => {
			if (trace.isSent) return this.follow(send, trace, ending, input, init);
			const isTask = init?.method === "POST";
			// The head of the response to the task itself arrives through `onResponse`.
			if (isTask && !trace.bodies) return send(input, init);
			return send(input, init).then((response) => {
				this.note(trace, response.headers, isTask);
				return isTask ? keepBody(trace, response, init) : response;
			});
		};
	}

	/** Polls and downloads wait at a limit, because a row with a running job must not be sent again. */
	private async follow(
		send: Fetch,
		trace: CallTrace,
		ending: Cancellation,
		...[input, init]: Parameters<Fetch>
	): Promise<Response> {
		for (let refusals = 1; ; refusals++) {
			const sent = await send(input, init);
			this.lastDataAt = performance.now();
			const response = init?.method === "POST" ? keepBody(trace, sent, init) : sent;
			if (response.status !== 429) return response;
			dropBody(response);
			this.limited++;
			await wait(readPause(response.headers) ?? backoff("rate-limit", refusals), init?.signal ?? ending.signal);
		}
	}
}

/**
 * The options of calls that a cancellation ends. It is shared: a signal per call costs more than the rest of its
 * bookkeeping. A transport that supports cancellations gets it in place of a signal.
 */
function withAbort(ending: Cancellation, options: CallOptions): CallOptions {
	const { fetch = globalThis.fetch, wait: pause = (delay: number) => wait(delay, ending.signal) } = options;
	if (!("cancellable" in fetch)) return { ...options, fetch, signal: ending.signal, retry_on_error: false };
	const send: Fetch = (input, init = {}) => fetchWith(fetch, input, init, ending);
	return { ...options, fetch: send, wait: pause, retry_on_error: false };
}

function keepBody({ bodies }: CallTrace, response: Response, init: RequestInit): Response {
	if (!bodies || !isType(response.headers, "application/json")) return response;
	const body = new Excerpt(BODY_END);
	bodies.push(body);
	return observeBody(response, init, { piece: (content) => body.add(content), end: () => undefined });
}

/** A lane for a row, or the milliseconds until one is free. */
export type LaneChoice = { lane: Lane; wait?: undefined } | { lane?: undefined; wait: number };

/** A lane paused for longer than this in milliseconds is skipped. */
const MAX_PAUSE_MS = 1000;

/**
 * Chooses the lane of a row: the first that is not paused; or, when spreading, the one with the most capacity.
 * @param tried lanes on which the row failed already
 */
export function chooseLane(
	lanes: readonly Lane[],
	tried: ReadonlySet<Lane> | undefined,
	tokens: number,
	spread: boolean,
): LaneChoice {
	const untried = tried && tried.size < lanes.length ? lanes.filter((lane) => !tried.has(lane)) : lanes;
	let best: Lane | undefined;
	let room = 0;
	let shortest = Number.POSITIVE_INFINITY;
	for (const lane of untried) {
		const delay = lane.limiter.delay(tokens);
		if (delay === 0) {
			if (!spread) return { lane };
			const { limit, inFlight } = lane.limiter.state;
			if (limit - inFlight > room) [best, room] = [lane, limit - inFlight];
			continue;
		}
		shortest = Math.min(shortest, delay);
		// A lane at its limit of calls in flight is not paused: the row waits for this lane instead of going to the next one.
		if (!spread && (delay <= MAX_PAUSE_MS || delay === Number.POSITIVE_INFINITY)) return { wait: delay };
	}
	return best ? { lane: best } : { wait: shortest };
}
