import { Excerpt } from "../exchange/excerpt.ts";
import type { Usage } from "../exchange/index.ts";
import { observeBody } from "../exchange/observe-body.ts";
import { readCostHeader, readFacts } from "../exchange/usage.ts";
import { type Fetch, isType, wait } from "../http/index.ts";
import type { CallOptions } from "../inference/index.ts";
import { isLimit, readEstimatedTime } from "./failure.ts";
import { createLimiter, type Limiter, type LimiterOptions, type LimiterTicket } from "./limiter.ts";
import { type HeaderSource, readPause } from "./rate-headers.ts";
import type { BatchTarget, LaneState } from "./types.ts";

/** Failures of the provider in a row, without a success, after which its lane is stopped for a while. */
const SICK_AFTER = 3;
const FIRST_SICK_PAUSE = 2000;
const LONGEST_SICK_PAUSE = 60_000;
/** Least time between two reports of a busy lane, in milliseconds. */
const TELL_MS = 20;

/** Rate limits of the response to the call's own request; polls and downloads do not change them. */
export interface CallTrace {
	headers: HeaderSource | undefined;
	/** The task was sent: requests from now on are polls and downloads. */
	isSent: boolean;
	/** Bodies that are kept in part, where the result leaves out what was used; undefined where it does not. */
	bodies: Excerpt[] | undefined;
}

/** Bytes of the end of a body, where services tell what was used. */
const BODY_END = 8 * 1024;

/** What the responses of a call told: tokens, summed up, and the cost of the first. */
export function readTrace({ bodies = [], headers }: CallTrace): { usage: Usage | undefined; cost: number | null } {
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

/** A lane without any response for so many times its slowest call hangs. */
const SLOWEST_FACTOR = 5;

/** One target with its limiter. */
export class Lane {
	readonly name: string;
	readonly target: BatchTarget;
	readonly limiter: Limiter;
	done = 0;
	failed = 0;
	limited = 0;
	private toldAt = 0;
	private toldLimited = 0;
	/** When anything last came, or went out while nothing was under way; and how long the slowest call took. */
	private heardAt = 0;
	private slowest = 0;
	private dropper = new AbortController();
	private readonly whole: AbortSignal;
	private faults = 0;
	private sickPause = FIRST_SICK_PAUSE;

	/** @param whole ends all calls */
	constructor(target: BatchTarget, options: LimiterOptions, whole: AbortSignal) {
		this.whole = whole;
		whole.addEventListener("abort", () => this.dropper.abort(whole.reason), { once: true });
		const { provider } = target;
		const id = typeof provider === "object" ? provider.id : provider;
		this.name = target.name ?? id ?? (target.endpointUrl ? "endpoint" : "auto");
		this.target = target;
		this.limiter = createLimiter(options);
	}

	/** Ends the calls in flight. One for all: a signal a call costs more than the rest of its bookkeeping. */
	get signal(): AbortSignal {
		return this.dropper.signal;
	}

	/** A call starts. */
	start(tokens: number): LimiterTicket {
		if (this.limiter.isIdle) this.heardAt = performance.now();
		return this.limiter.start(tokens);
	}

	/**
	 * Drops the calls in flight where nothing has come for a time: the service hangs.
	 * @param patience milliseconds; longer where calls took long before
	 */
	dropIfSilent(patience: number): void {
		if (this.limiter.isIdle || this.whole.aborted) return;
		const silence = performance.now() - this.heardAt;
		if (silence < Math.max(patience, this.slowest * SLOWEST_FACTOR)) return;
		const dropped = this.dropper;
		this.dropper = new AbortController();
		this.limiter.pause(this.sickPause, "failures");
		const seconds = Math.round(silence / 1000);
		dropped.abort(new DOMException(`${this.name} has not answered for ${seconds} s`, "TimeoutError"));
	}

	get state(): LaneState {
		const { name, done, failed, limited } = this;
		return { name, ...this.limiter.state, done, failed, limited };
	}

	/** Reports how it stands: not after each of thousands of calls a second, but after a limit and the last call. */
	tell(report: ((state: LaneState) => void) | undefined): void {
		const time = performance.now();
		const isNew = this.limited !== this.toldLimited || this.limiter.isIdle;
		if (!report || (!isNew && time - this.toldAt < TELL_MS)) return;
		this.toldAt = time;
		this.toldLimited = this.limited;
		report(this.state);
	}

	/** The service did the work. */
	succeed(ticket: LimiterTicket, trace: CallTrace, tokens: number | undefined, seconds: number): void {
		this.slowest = Math.max(this.slowest, seconds * 1000);
		this.faults = 0;
		this.sickPause = FIRST_SICK_PAUSE;
		ticket.succeed(trace.headers, tokens);
	}

	/** Takes in a failed call. Returns whether it met a limit, and so did not count. */
	meetLimit(ticket: LimiterTicket, trace: CallTrace, error: unknown): boolean {
		const asked = readEstimatedTime(error);
		const hasPause = asked !== undefined || (trace.headers && readPause(trace.headers)) !== undefined;
		if (!isLimit(error, this.name, hasPause)) {
			ticket.fail(trace.headers);
			return false;
		}
		this.limited++;
		ticket.limit(trace.headers);
		if (asked !== undefined) this.limiter.pause(asked, "rate-limit");
		return true;
	}

	/** The provider failed; several times in a row stop the lane, so that rows go elsewhere. */
	countFault(): void {
		if (++this.faults < SICK_AFTER) return;
		this.faults = 0;
		this.limiter.pause(this.sickPause, "failures");
		this.sickPause = Math.min(LONGEST_SICK_PAUSE, this.sickPause * 2);
	}

	/**
	 * The `fetch` of one call: it notes what the response told, and waits where a poll meets a limit, because a row
	 * whose job runs must not be asked again.
	 */
	observe(fetch: Fetch, trace: CallTrace, signal: CallOptions["signal"]): Fetch {
		return async (input, init) => {
			for (let pause = FIRST_SICK_PAUSE; ; pause = Math.min(LONGEST_SICK_PAUSE, pause * 2)) {
				const response = await fetch(input, init);
				this.heardAt = performance.now();
				if (trace.bodies && init?.method === "POST" && isType(response.headers, "application/json")) {
					const body = new Excerpt(BODY_END);
					trace.bodies.push(body);
					observeBody(response, { piece: (content) => body.add(content), end: () => undefined });
				}
				if (!trace.isSent) {
					trace.headers = response.headers;
					trace.isSent = init?.method === "POST";
					return response;
				}
				if (response.status !== 429) return response;
				response.body?.cancel().catch(() => undefined);
				this.limited++;
				await wait(readPause(response.headers) ?? pause, init?.signal ?? signal);
			}
		};
	}
}

/** A lane that a row may go to now, or how long in milliseconds none is free. */
export type LaneChoice = { lane: Lane; wait?: undefined } | { lane?: undefined; wait: number };

/** A lane stopped for longer than this in milliseconds is passed over. */
const PATIENCE = 1000;

/**
 * Chooses the lane of a row: the first that is not stopped; or, spreading, the one with the most room.
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
		// Busy is not stopped: the row waits for its turn here.
		if (!spread && (delay <= PATIENCE || delay === Number.POSITIVE_INFINITY)) return { wait: delay };
	}
	return best ? { lane: best } : { wait: shortest };
}
