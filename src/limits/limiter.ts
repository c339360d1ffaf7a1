import { backoff } from "../http/backoff.ts";
import type { CallBurst } from "./bucket-fit.ts";
import { AIMD, ConcurrencyWindow } from "./concurrency.ts";
import { HeaderGate, SHORT_RESET, type StartedCall } from "./header-gate.ts";
import { LearnedPace } from "./learned-pace.ts";
import { type HeaderSource, readPause, readRateLimits } from "./rate-headers.ts";

/** A call has been accepted if it is in flight for this many milliseconds, and this many times longer than a refusal took. */
const MIN_ACCEPTED_MS = 500;
const ACCEPTED_FACTOR = 3;

/** Initial limits of a limiter. */
export interface LimiterOptions {
	/** Calls in flight at first; `Infinity` for no limit before the service refuses. Default 8. */
	start?: number | undefined;
	/** Maximum calls in flight. Default 128. */
	concurrency?: number | undefined;
	/** Keep `concurrency` instead of adapting it. Default false. */
	fixed?: boolean | undefined;
	/** Requests per minute. Default: only the service's own limit. */
	rpm?: number | undefined;
	/** Tokens per minute. Default: only the service's own limit. */
	tpm?: number | undefined;
	/** The clock, in milliseconds. Default `Date.now`. */
	now?: (() => number) | undefined;
}

/** Why a limiter blocks calls. */
export type LimiterReason = "rate-limit" | "quota" | "pace" | "failures";

/** Present state of a limiter. */
export interface LimiterState {
	inFlight: number;
	/** Calls that may be in flight. */
	limit: number;
	/** Time until which nothing starts, in milliseconds since 1970; 0 when calls may start. */
	stoppedUntil: number;
	reason: LimiterReason | undefined;
	/** Calls a second that the service allows, once refusals have shown it. */
	pace?: number;
}

/** A call in flight. Exactly one of the three is called when it ends. */
export interface LimiterTicket {
	/**
	 * The call succeeded.
	 * @param tokens used, to correct the estimate
	 */
	succeed(headers?: HeaderSource, tokens?: number): void;
	/**
	 * The service refused because of a limit: 429, or a 503 that reports overload.
	 * @returns milliseconds for which this call is held back although others may start
	 */
	limit(headers?: HeaderSource): number;
	/** The call ended in another way, which does not change the limits. */
	fail(headers?: HeaderSource): void;
}

/** Decides when calls to one service may start, and learns its limits from how they end. */
export interface Limiter {
	/**
	 * Milliseconds until a call may start: 0 for now, `Infinity` if a call in flight has to end first.
	 * @param tokens expected of the call
	 */
	delay(tokens?: number): number;
	/** Starts a call; `delay` must have returned 0. */
	start(tokens?: number): LimiterTicket;
	/** Blocks calls for a time in milliseconds. */
	pause(duration: number, reason: LimiterReason): void;
	readonly state: LimiterState;
	/** Whether no call is in flight. */
	readonly isIdle: boolean;
}

/**
 * Creates a limiter for one service. It starts with few calls in flight, doubles until the first limit, then adapts; it
 * respects `Retry-After` and the limits in headers, and learns the pace of services that report none.
 */
export function createLimiter(options: LimiterOptions = {}): Limiter {
	return new AdaptiveLimiter(options);
}

class AdaptiveLimiter implements Limiter {
	private readonly window: ConcurrencyWindow;
	private readonly learnedPace = new LearnedPace();
	private readonly gate = new HeaderGate();
	private readonly requests: TokenBucket | undefined;
	private readonly tokens: TokenBucket | undefined;
	private readonly concurrency: number;
	private readonly isFixed: boolean;
	private readonly now: () => number;
	private next = 0;
	/** Start times of the calls in flight, by number; numbers increase. */
	private readonly open = new Map<number, number>();
	private stoppedUntil = 0;
	private stopReason: LimiterReason | undefined;
	/** Consecutive limits without a `Retry-After`. */
	private limitsInRow = 0;
	/** A success of a call from this number on resets the count. */
	private recoveryMark = 0;
	/** A success from this number on shows that calls were accepted between the last two limits: no row goes further back. */
	private rowMark = 0;
	/** The call that was refused last, without a success of a later one since. */
	private refused = Number.POSITIVE_INFINITY;
	/** Milliseconds of a call, on average. */
	private latency = 0;

	constructor(options: LimiterOptions) {
		const { start = AIMD.start, concurrency = AIMD.maximum, fixed = false, rpm, tpm, now = Date.now } = options;
		this.window = new ConcurrencyWindow({ start, maximum: concurrency, isFixed: fixed });
		this.requests = rpm === undefined ? undefined : new TokenBucket(rpm, now());
		this.tokens = tpm === undefined ? undefined : new TokenBucket(tpm, now());
		this.concurrency = concurrency;
		this.isFixed = fixed;
		this.now = now;
	}

	delay(tokens = 0): number {
		const time = this.now();
		return this.open.size >= this.room(time) ? Number.POSITIVE_INFINITY : this.wait(tokens, time).delay;
	}

	start(expected = 0): LimiterTicket {
		const number = this.next++;
		const time = this.now();
		const call = { number, time };
		this.open.set(number, time);
		if (this.open.size >= this.room(time)) this.window.fill(number);
		this.requests?.take(1, time);
		this.tokens?.take(expected, time);
		const outcome = this.learnedPace.start(time);
		return {
			succeed: (headers, tokens) => {
				this.open.delete(number);
				const ended = this.now();
				const announced = this.learn(headers, call, ended);
				this.learnedPace.end(outcome, "passed");
				if (announced !== undefined && this.isBucket(announced))
					this.learnedPace.runDry(outcome, ended, ended + announced);
				if (tokens !== undefined) {
					this.gate.countTokens(tokens);
					this.tokens?.take(tokens - expected, ended);
				}
				if (number >= this.recoveryMark) this.limitsInRow = 0;
				else if (number >= this.rowMark) this.limitsInRow = Math.min(this.limitsInRow, 1);
				if (number > this.refused) this.refused = Number.POSITIVE_INFINITY;
				this.latency = this.latency === 0 ? ended - time : this.latency * 0.9 + (ended - time) * 0.1;
				this.window.succeed(number, ended);
			},
			limit: (headers) => {
				this.open.delete(number);
				this.learnedPace.end(outcome, "refused");
				return this.meetLimit(call, outcome, headers);
			},
			fail: (headers) => {
				this.open.delete(number);
				this.learnedPace.end(outcome, "failed");
				this.learn(headers, call, this.now());
			},
		};
	}

	pause(duration: number, reason: LimiterReason): void {
		this.stop(this.now() + duration, reason);
	}

	get isIdle(): boolean {
		return this.open.size === 0;
	}

	get state(): LimiterState {
		const time = this.now();
		const { delay, reason } = this.wait(0, time);
		const isReported = delay > 1000 || time < this.stoppedUntil;
		const pace = this.isPaced ? this.learnedPace.knownRate(time) : undefined;
		return {
			inFlight: this.open.size,
			limit: this.room(time),
			stoppedUntil: isReported ? Math.ceil(time + delay) : 0,
			reason: isReported ? reason : undefined,
			...(pace === undefined ? {} : { pace: pace * 1000 }),
		};
	}

	private stop(until: number, reason: LimiterReason): void {
		if (until <= this.stoppedUntil) return;
		this.stoppedUntil = until;
		this.stopReason = reason;
	}

	/** Learns from the headers of a response. Returns the milliseconds until calls may start again, if they say so. */
	private learn(headers: HeaderSource | undefined, call: StartedCall, time: number): number | undefined {
		const limits = headers && readRateLimits(headers, time);
		if (limits?.isOverLimit) this.window.hold();
		return limits && this.gate.learn(limits, call, time);
	}

	/** Whether a limit that ends in `reset` milliseconds is that of a bucket, which a pace can follow. */
	private isBucket(reset: number): boolean {
		return reset <= SHORT_RESET && !this.gate.hasFixedWindow;
	}

	private meetLimit(call: StartedCall, outcome: CallBurst, headers: HeaderSource | undefined): number {
		const time = this.now();
		const announced = this.learn(headers, call, time);
		const asked = (headers && readPause(headers, time)) ?? announced;
		const duration = time - call.time;
		if (this.hasAccepted(this.refused, duration, time)) this.refused = Number.POSITIVE_INFINITY;
		if (this.hasAccepted(this.recoveryMark, duration, time)) this.limitsInRow = 0;
		const isLone = this.refused === Number.POSITIVE_INFINITY;
		this.refused = Math.min(this.refused, call.number);
		if (asked === undefined && isLone) {
			// Services refuse single calls for many reasons; a limit refuses more than one.
			this.learnedPace.doubt(outcome, time);
			return backoff("rate-limit", 1);
		}
		const isFirst = this.window.cut(call.number, this.next, time, this.open.size + 1);
		if (asked !== undefined) {
			this.stop(time + asked, "rate-limit");
		} else if (isFirst) {
			this.stop(time + backoff("rate-limit", ++this.limitsInRow), "rate-limit");
		}
		if (isFirst) {
			this.rowMark = this.recoveryMark;
			this.recoveryMark = this.next;
			if (announced !== undefined) this.gate.distrust();
		}
		if (announced === undefined || this.isBucket(announced)) {
			this.learnedPace.stop(time, Math.max(time, this.stoppedUntil), call.time, asked !== undefined);
		}
		return 0;
	}

	/**
	 * Whether a call from this number on is in flight for so long that the service accepted it: its success may take longer
	 * than many refusals.
	 * @param duration of the refusal, in milliseconds
	 */
	private hasAccepted(from: number, duration: number, time: number): boolean {
		for (const [number, started] of this.open)
			if (number >= from) return time - started > Math.max(MIN_ACCEPTED_MS, duration * ACCEPTED_FACTOR);
		return false;
	}

	private get isPaced(): boolean {
		return !this.isFixed && !this.gate.hasFixedWindow;
	}

	/** Calls that may be in flight. A cut must not keep calls below the learned pace. */
	private room(time: number): number {
		const rate = this.learnedPace.rateAt(time);
		if (rate === undefined || !this.isPaced) return this.window.limit;
		return Math.max(this.window.limit, Math.min(this.concurrency, Math.ceil(rate * this.latency * 1.5) + 2));
	}

	/** How long a call has to wait, in milliseconds, and why. */
	private wait(tokens: number, time: number): { delay: number; reason: LimiterReason | undefined } {
		if (time < this.stoppedUntil) return { delay: this.stoppedUntil - time, reason: this.stopReason };
		const announced = this.gate.delay(this.next, this.open.size, time, this.learnedPace.knownRate(time));
		if (announced > 0) return { delay: announced, reason: "quota" };
		const byHand = Math.max(this.requests?.delay(1, time) ?? 0, this.tokens?.delay(tokens, time) ?? 0);
		const paced = this.learnedPace.delay(time);
		const delay = Math.max(byHand, paced > 0 && this.isPaced ? paced : 0);
		return { delay, reason: delay > 0 ? "pace" : undefined };
	}
}

/**
 * An explicit limit, in units per minute, spread evenly. The bucket holds at most one second's units, so that no burst
 * follows a start or a pause.
 */
class TokenBucket {
	private readonly perMs: number;
	private readonly capacity: number;
	private level: number;
	private filledAt: number;

	constructor(perMinute: number, now: number) {
		this.perMs = perMinute / 60_000;
		this.capacity = Math.max(1, perMinute / 60);
		this.level = this.capacity;
		this.filledAt = now;
	}

	/** Milliseconds until `amount` may be taken; more than the bucket holds waits until it is full. */
	delay(amount: number, now: number): number {
		this.fill(now);
		const missing = Math.min(amount, this.capacity) - this.level;
		return missing <= 1e-9 ? 0 : Math.max(1, Math.ceil(missing / this.perMs));
	}

	/** Takes `amount`; the level may go below zero, which later calls wait for. A negative amount gives back. */
	take(amount: number, now: number): void {
		this.fill(now);
		this.level = Math.min(this.capacity, this.level - amount);
	}

	private fill(now: number): void {
		this.level = Math.min(this.capacity, this.level + Math.max(0, now - this.filledAt) * this.perMs);
		this.filledAt = now;
	}
}
