import { AIMD, ConcurrencyWindow } from "./concurrency.ts";
import { HeaderGate, SHORT_RESET, type StartedCall } from "./header-gate.ts";
import { LearntPace } from "./learnt-pace.ts";
import { type HeaderSource, readPause, readRateLimits } from "./rate-headers.ts";
import { TokenBucket } from "./token-bucket.ts";

/** Pause after a limit without `Retry-After`, in milliseconds; it doubles up to the longest. */
const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 60_000;

/** Limits a limiter begins with. */
export interface LimiterOptions {
	/** Calls in flight at first; `Infinity` for no limit before the service refuses. Default 8. */
	start?: number | undefined;
	/** Most calls in flight. Default 128. */
	concurrency?: number | undefined;
	/** Keep `concurrency` as it is instead of adapting. Default false. */
	fixed?: boolean | undefined;
	/** Requests a minute. Default: no limit but what the service says. */
	rpm?: number | undefined;
	/** Tokens a minute. Default: no limit but what the service says. */
	tpm?: number | undefined;
	/** The clock, in milliseconds. Default `Date.now`. */
	now?: (() => number) | undefined;
}

/** Why a limiter lets no call start. */
export type LimiterReason = "rate-limit" | "quota" | "pace" | "failures";

/** What a limiter does right now. */
export interface LimiterState {
	inFlight: number;
	/** Calls that may be in flight. */
	limit: number;
	/** Until when nothing starts, in milliseconds since 1970; 0 when calls may start. */
	stoppedUntil: number;
	reason: LimiterReason | undefined;
}

/** A call in flight. Exactly one of the three is called when it ends. */
export interface LimiterTicket {
	/**
	 * The service did the work.
	 * @param tokens used, to correct the estimate
	 */
	succeed(headers?: HeaderSource, tokens?: number): void;
	/** The service refused for its limit: 429, or a 503 that says it is busy. */
	limit(headers?: HeaderSource): void;
	/** Anything else: says nothing about limits. */
	fail(headers?: HeaderSource): void;
}

/** Decides when calls to one service may start, and learns its limits from how they end. */
export interface Limiter {
	/**
	 * Milliseconds until a call may start: 0 for now, `Infinity` when one in flight has to end first.
	 * @param tokens expected of the call
	 */
	delay(tokens?: number): number;
	/** Starts a call; `delay` must have returned 0. */
	start(tokens?: number): LimiterTicket;
	/** Lets nothing start for a time in milliseconds. */
	pause(duration: number, reason: LimiterReason): void;
	readonly state: LimiterState;
	/** Whether no call is in flight. */
	readonly isIdle: boolean;
}

/**
 * Makes a limiter for one service. It starts with few calls in flight, doubles until the first limit, then adapts; it
 * obeys `Retry-After` and the limits that headers report, and learns the pace of services that report none.
 */
export function createLimiter(options: LimiterOptions = {}): Limiter {
	const { start = AIMD.start, concurrency = AIMD.maximum, fixed = false, rpm, tpm, now = Date.now } = options;
	const window = new ConcurrencyWindow({ start, maximum: concurrency, isFixed: fixed });
	const pace = new LearntPace();
	const gate = new HeaderGate();
	const requests = rpm === undefined ? undefined : new TokenBucket(rpm, now());
	const tokensBucket = tpm === undefined ? undefined : new TokenBucket(tpm, now());
	let next = 0;
	let inFlight = 0;
	let stoppedUntil = 0;
	let stopReason: LimiterReason | undefined;
	let pause = FIRST_PAUSE;
	/** A success of a call from this number on ends the doubling of pauses. */
	let recoveryMark = 0;
	/** Milliseconds of a call, on average. */
	let latency = 0;

	const stop = (until: number, reason: LimiterReason): void => {
		if (until <= stoppedUntil) return;
		stoppedUntil = until;
		stopReason = reason;
	};
	const learn = (headers: HeaderSource | undefined, call: StartedCall, time: number): number | undefined => {
		const limits = headers && readRateLimits(headers, time);
		if (limits?.isOverLimit) window.hold();
		return limits && gate.learn(limits, call, time);
	};
	const isBucket = (reset: number): boolean => reset <= SHORT_RESET && !gate.hasFixedWindow;
	const meetLimit = (call: StartedCall, headers: HeaderSource | undefined): void => {
		const { number } = call;
		const time = now();
		const announced = learn(headers, call, time);
		const asked = (headers && readPause(headers, time)) ?? announced;
		const isFirst = window.cut(number, next, time, inFlight + 1);
		if (asked !== undefined) {
			stop(time + asked, "rate-limit");
		} else if (isFirst) {
			stop(time + pause, "rate-limit");
			pause = Math.min(LONGEST_PAUSE, pause * 2);
		}
		if (isFirst) {
			recoveryMark = next;
			if (announced !== undefined) gate.distrust();
		}
		if (announced === undefined || isBucket(announced)) pace.stop(time, Math.max(time, stoppedUntil));
	};
	const isPaced = (): boolean => !fixed && !gate.hasFixedWindow;
	// A cut of the calls in flight must not keep calls below the pace that was learnt.
	const room = (time: number): number => {
		const rate = pace.rateAt(time);
		if (rate === undefined || !isPaced()) return window.limit;
		return Math.max(window.limit, Math.min(concurrency, Math.ceil(rate * latency * 1.5) + 2));
	};
	const waits = (tokens: number, time: number): { delay: number; reason: LimiterReason | undefined } => {
		if (time < stoppedUntil) return { delay: stoppedUntil - time, reason: stopReason };
		const announced = gate.delay(next, inFlight, time, pace.knownRate(time));
		if (announced > 0) return { delay: announced, reason: "quota" };
		const byHand = Math.max(requests?.delay(1, time) ?? 0, tokensBucket?.delay(tokens, time) ?? 0);
		const paced = pace.delay(time);
		const delay = Math.max(byHand, paced > 0 && isPaced() ? paced : 0);
		return { delay, reason: delay > 0 ? "pace" : undefined };
	};

	return {
		delay: (tokens = 0) => {
			if (inFlight >= room(now())) return Number.POSITIVE_INFINITY;
			return waits(tokens, now()).delay;
		},
		start: (expected = 0) => {
			const number = next++;
			const time = now();
			const call = { number, time };
			inFlight++;
			if (inFlight >= room(time)) window.fill(number);
			requests?.take(1, time);
			tokensBucket?.take(expected, time);
			const outcome = pace.start(time);
			return {
				succeed: (headers, tokens) => {
					inFlight--;
					const ended = now();
					const announced = learn(headers, call, ended);
					pace.end(outcome, "passed");
					if (announced !== undefined && isBucket(announced)) pace.runDry(outcome, ended, ended + announced);
					if (tokens !== undefined) {
						gate.countTokens(tokens);
						tokensBucket?.take(tokens - expected, ended);
					}
					if (number >= recoveryMark) pause = FIRST_PAUSE;
					latency = latency === 0 ? ended - time : latency * 0.9 + (ended - time) * 0.1;
					window.succeed(number, ended);
				},
				limit: (headers) => {
					inFlight--;
					pace.end(outcome, "refused");
					meetLimit(call, headers);
				},
				fail: (headers) => {
					inFlight--;
					pace.end(outcome, "failed");
					learn(headers, call, now());
				},
			};
		},
		pause: (duration, reason) => stop(now() + duration, reason),
		get isIdle() {
			return inFlight === 0;
		},
		get state() {
			const time = now();
			const { delay, reason } = waits(0, time);
			const isShown = delay > 1000 || time < stoppedUntil;
			return {
				inFlight,
				limit: room(time),
				stoppedUntil: isShown ? Math.ceil(time + delay) : 0,
				reason: isShown ? reason : undefined,
			};
		},
	};
}
