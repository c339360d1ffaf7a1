import type { RateLimits, RateWindow } from "./rate-headers.ts";

/** Wait if a service reports an exhausted limit without a reset time. */
const UNKNOWN_RESET_MS = 1000;
/** Two reports closer than this in milliseconds do not show how fast a limit refills. */
const MIN_SPAN_MS = 200;
/** Share of the observed refill that is used, and how far observations are remembered, in milliseconds. */
const MARGIN = 0.95;
const MEMORY = 20_000;

/** Limits that reset within this many milliseconds are followed by a steady pace, not by bursts. */
export const SHORT_RESET = 5000;

/** A call, by its number, which rises with each start, and when it started. */
export interface StartedCall {
	number: number;
	time: number;
}

/** One limit as last reported, and how fast it refills. */
interface Known {
	window: RateWindow;
	remaining: number;
	/** Number and start time of the call that reported it; the service counted at about that time. */
	reportedBy: number;
	reportedAt: number;
	resetAt: number;
	/** The report from which the refill is measured. */
	base: { remaining: number; number: number; time: number; resetAt: number };
	refilled: number;
	refillTime: number;
}

/**
 * Holds calls back before they exceed a limit from response headers. The report of the call that started last is the
 * newest; later calls are not counted in it. If a limit refills steadily, calls continue at that pace; else they wait
 * for the reset.
 */
export class HeaderGate {
	private readonly known = new Map<string, Known>();
	/** Tokens of a call, on average. */
	private tokensPerCall = 0;

	/**
	 * Records the limits of a response. Returns the milliseconds until an exhausted limit resets, if there is one.
	 * @param call whose response it was
	 */
	learn(limits: RateLimits, { number, time }: StartedCall, now: number): number | undefined {
		let exhausted: number | undefined;
		for (const [index, window] of limits.windows.entries()) {
			const { remaining, reset = UNKNOWN_RESET_MS } = window;
			if (remaining === undefined) continue;
			if (remaining < 1 && window.reset !== undefined) exhausted = Math.max(exhausted ?? 0, window.reset);
			const key = `${index} ${window.counts}`;
			const before = this.known.get(key);
			const report = { remaining, number, time, resetAt: now + reset };
			const state = { window, remaining, reportedBy: number, reportedAt: time, resetAt: report.resetAt };
			if (!before) {
				this.known.set(key, { ...state, base: report, refilled: 0, refillTime: 0 });
			} else if (number > before.reportedBy) {
				this.measure(before, report);
				Object.assign(before, state);
			} else if (remaining < before.remaining) {
				// This response came after that of a call that started later.
				before.remaining = remaining;
			}
		}
		return exhausted;
	}

	/** Whether a limit that resets soon does not refill before: then waiting for the reset is best. */
	get hasFixedWindow(): boolean {
		for (const { window, refillTime, refilled, resetAt, reportedAt } of this.known.values()) {
			const isShort = window.counts === "requests" && resetAt - reportedAt <= SHORT_RESET;
			if (isShort && refillTime >= MIN_SPAN_MS && refilled < 1) return true;
		}
		return false;
	}

	countTokens(tokens: number): void {
		this.tokensPerCall = this.tokensPerCall === 0 ? tokens : this.tokensPerCall * 0.9 + tokens * 0.1;
	}

	/** The service refused although its headers reported capacity: it refills more slowly than estimated. */
	distrust(): void {
		for (const known of this.known.values()) known.refilled *= 0.8;
	}

	/**
	 * Milliseconds until a call may start.
	 * @param next number of the call
	 * @param learned calls per millisecond that the service is known to allow
	 */
	delay(next: number, inFlight: number, now: number, learned = 0): number {
		let delay = 0;
		for (const known of this.known.values()) {
			if (now >= known.resetAt) continue;
			const cost = this.costOf(known.window);
			const uncounted = Math.max(next - 1 - known.reportedBy, Math.min(inFlight, known.remaining + 1));
			const isPaced = known.window.counts === "requests" && known.resetAt - known.reportedAt <= SHORT_RESET;
			const refill = Math.max(this.refillOf(known), isPaced ? learned : 0);
			const level = known.remaining + refill * (now - known.reportedAt) - uncounted * cost;
			const missing = Math.max(cost, 1) - level;
			if (missing <= 0) continue;
			delay = Math.max(delay, Math.min(known.resetAt - now, refill > 0 ? missing / refill : Number.POSITIVE_INFINITY));
		}
		return Math.ceil(delay);
	}

	private measure(known: Known, report: Known["base"]): void {
		const { base } = known;
		const span = report.time - base.time;
		if (span < MIN_SPAN_MS) return;
		const limit = known.window.limit ?? Number.POSITIVE_INFINITY;
		// After a reset, and while the limit is full, the difference does not show the refill rate.
		if (report.time < base.resetAt && report.remaining < limit - 1) {
			const gained = report.remaining - base.remaining + (report.number - base.number) * this.costOf(known.window);
			const kept = Math.min(1, MEMORY / (known.refillTime + span));
			known.refilled = Math.max(0, (known.refilled + gained) * kept);
			known.refillTime = (known.refillTime + span) * kept;
		}
		known.base = report;
	}

	/** Units per millisecond; 0 if too little is known. */
	private refillOf({ refilled, refillTime }: Known): number {
		return refillTime < MIN_SPAN_MS || refilled < 1 ? 0 : (refilled / refillTime) * MARGIN;
	}

	private costOf({ counts }: RateWindow): number {
		return counts === "requests" ? 1 : this.tokensPerCall;
	}
}
