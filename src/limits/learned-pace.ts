import { fitBucket, type Outcome, type RateEstimate, TOLERANCE } from "./bucket-fit.ts";
import { fitWindow } from "./window-fit.ts";

/** Growth of the pace in a second, as a natural logarithm, while the rate is searched for; it halves with each search. */
const FIRST_GROWTH = 2;
const LAST_GROWTH = 0.3;
/** Seconds after which a search ends: the service no longer has a limit that can be found. */
const MAX_SEARCH_S = 8;
/** Growth once the rate is known: its upper bound is reached after `CLIMB` seconds, if the growth stays within the other two. */
const GROWTH_TIME_S = 60;
const MIN_GROWTH = 0.000_25;
const MAX_GROWTH = 0.004;
/** Seconds without a limit after which the growth doubles: the service may allow more now. */
const QUIET_TIME_S = 30;
/** Share of the estimated rate at which calls continue, and of the pace at which the last limit was met. */
const MARGIN = 0.97;
const RATE_AFTER_REFUSAL = 0.94;
/** Estimates with bounds this far apart are refined. */
const MAX_BOUNDS_RATIO = 1.25;
/** Fewer accepted calls say nothing about a rate. */
const MIN_CALLS = 3;
/** A burst shorter than this in milliseconds says nothing about a rate. */
const MIN_BURST_MS = 100;
/** Calls that start within `GRAIN` milliseconds are one outcome; `MAX` outcomes are remembered. */
const SAME_START_MS = 2;
const MAX = 600;
/**
 * If a busy program starts calls late, it starts more at once: at most those of `CATCH_UP` milliseconds, and no more than
 * this share of the calls that the service accepts at once.
 */
const CATCH_UP = 100;
const CATCH_UP_SHARE = 0.5;
/** Rates are stored per millisecond. */
const SECOND = 1000;

/** How a call ended. */
export type Ending = "passed" | "refused" | "failed";

/**
 * Learns how many calls per second a service allows, from its refusals. A limit on calls in flight alone cannot enforce
 * a limit on calls per second: it would be exceeded again and again.
 */
export class LearnedPace {
	/** Calls per millisecond at `setAt`; undefined until a limit was met. */
	private rate: number | undefined;
	private setAt = 0;
	private growth = FIRST_GROWTH;
	private nextStart = 0;
	/** Milliseconds of delay that are caught up. */
	private catchUp = CATCH_UP;
	private outcomes: Outcome[] = [];
	/** A limit that was met: when, at which pace, and when calls may start again. */
	private met: { at: number; rate: number; until: number } | undefined;
	private isFitted = false;
	/** Calls accepted since the pace was chosen. */
	private passed = 0;

	/** Calls started per millisecond; undefined until a limit was met. */
	rateAt(now: number): number | undefined {
		if (this.rate === undefined) return undefined;
		const seconds = Math.min(600, Math.max(0, now - this.setAt) / SECOND);
		const isKnown = this.growth <= MAX_GROWTH;
		return this.rate * Math.exp(this.growth * (isKnown ? lengthen(seconds) : Math.min(seconds, MAX_SEARCH_S)));
	}

	/** As `rateAt`, once the rate is more than a guess. */
	knownRate(now: number): number | undefined {
		return this.growth <= MAX_GROWTH ? this.rateAt(now) : undefined;
	}

	/**
	 * A response reported an exhausted limit.
	 * @param until reset time reported by the service
	 */
	runDry(outcome: Outcome, now: number, until: number): void {
		outcome.dry++;
		if (this.growth > MAX_GROWTH) this.stop(now, until);
	}

	/** Milliseconds until the next call may start. */
	delay(now: number): number {
		this.resume(now);
		return this.rate === undefined ? 0 : Math.max(0, this.nextStart - now);
	}

	/** Starts a call. Returns the record that `end` takes. */
	start(now: number): Outcome {
		const rate = this.rateAt(now);
		if (rate !== undefined) this.nextStart = Math.max(this.nextStart, now - this.catchUp) + 1 / rate;
		const last = this.outcomes.at(-1);
		if (last && now - last.time < SAME_START_MS) {
			last.open++;
			return last;
		}
		if (this.outcomes.length >= MAX) this.outcomes = thin(this.outcomes);
		const outcome = { time: now, passed: 0, dry: 0, open: 1 };
		this.outcomes.push(outcome);
		return outcome;
	}

	end(outcome: Outcome, ending: Ending): void {
		outcome.open--;
		if (ending === "passed") {
			outcome.passed++;
			this.passed++;
		} else if (ending === "refused") outcome.dry++;
	}

	/**
	 * A limit was met.
	 * @param until when calls may start again
	 */
	stop(now: number, until: number): void {
		this.met ??= { at: now, rate: this.rateAt(now) ?? Number.POSITIVE_INFINITY, until };
		this.met.until = Math.max(this.met.until, until);
		// Calls that were not sent meanwhile are not caught up.
		this.nextStart = Math.max(this.nextStart, until);
	}

	/** Chooses the pace after a stop: half of it at once, and an estimate when all earlier calls have ended. */
	private resume(now: number): void {
		const { met } = this;
		if (!met || now < met.until) return;
		const isPending = this.outcomes.some(({ time, open }) => open > 0 && time <= met.at);
		if (isPending && this.isFitted) return;
		this.isFitted = true;
		if (isPending) {
			const passed = this.outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
			const elapsed = Math.max(SECOND, now - (this.outcomes[0]?.time ?? now));
			this.set(Math.min(met.rate / 2, this.rate ?? passed / elapsed), now);
			return;
		}
		this.met = undefined;
		this.isFitted = false;
		const known = this.outcomes.filter(({ passed, dry }) => passed + dry > 0);
		const passed = known.reduce((sum, outcome) => sum + outcome.passed, 0);
		// The first calls after a pause were refused: the service counts in long windows, so the pace is kept.
		if (this.passed === 0 && met.rate < Number.POSITIVE_INFINITY) this.set(met.rate, now);
		else if (passed < MIN_CALLS) this.set(MIN_CALLS / Math.max(SECOND, now - (known[0]?.time ?? now)), now);
		else this.choose(known, met, now);
		this.passed = 0;
	}

	private choose(outcomes: readonly Outcome[], met: { rate: number; until: number }, now: number): void {
		const { low, best, high, size } = estimateRate(outcomes);
		this.catchUp = Math.max(0, Math.min(CATCH_UP, (size * CATCH_UP_SHARE - 1) / best));
		if (met.rate === Number.POSITIVE_INFINITY) {
			// After one burst, a small bucket that refills fast cannot be distinguished from a large one that does not refill.
			const first = outcomes[0]?.time ?? 0;
			const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
			const least = Math.max(low, passed / (met.until - first));
			const most = Math.min(high, passed / Math.max(MIN_BURST_MS, (outcomes.at(-1)?.time ?? 0) - first));
			this.set(Math.sqrt(least * Math.max(least, most)), now);
			return;
		}
		if (high / low >= MAX_BOUNDS_RATIO && this.growth > LAST_GROWTH) {
			this.growth /= 2;
			this.set(Math.sqrt(low * high), now);
			return;
		}
		// Calls accepted since the pace was chosen: no estimate may be lower.
		const proven = this.passed / Math.max(SECOND, now - this.setAt);
		const safe = Math.min(
			met.rate * MARGIN,
			Math.max(low, proven, Math.min(best * MARGIN, met.rate * RATE_AFTER_REFUSAL)),
		);
		this.growth = Math.min(MAX_GROWTH, Math.max(MIN_GROWTH, Math.log((high * MARGIN) / safe) / GROWTH_TIME_S));
		this.set(safe, now);
	}

	private set(rate: number, from: number): void {
		this.rate = Math.max(1e-5, rate);
		this.setAt = from;
		this.nextStart = from;
	}
}

/** The rates of the bucket or the window that explains the outcomes, or of both. */
function estimateRate(outcomes: readonly Outcome[]): RateEstimate {
	const bucket = fitBucket(outcomes);
	const window = fitWindow(outcomes);
	if (!window || window.miss > bucket.miss + TOLERANCE) return bucket;
	const { rate, miss } = window;
	if (miss + TOLERANCE < bucket.miss)
		return { low: rate * MARGIN, best: rate, high: rate, size: Number.POSITIVE_INFINITY, miss };
	return { ...bucket, low: Math.min(bucket.low, rate), high: Math.max(bucket.high, rate) };
}

/** Halves the number of outcomes by merging neighbors of the same kind. */
function thin(outcomes: readonly Outcome[]): Outcome[] {
	const kept: Outcome[] = [];
	let isMerged = true;
	for (const outcome of outcomes) {
		const last = kept.at(-1);
		const isAlike = last && last.open + outcome.open === 0 && last.dry > 0 === outcome.dry > 0;
		if (isAlike && !isMerged && (outcome.dry === 0 || last.passed + outcome.passed === 0)) {
			last.time = outcome.time;
			last.passed += outcome.passed;
			last.dry += outcome.dry;
			isMerged = true;
		} else {
			kept.push(outcome);
			isMerged = false;
		}
	}
	return kept.length > 0.9 * MAX ? kept.slice(MAX / 4) : kept;
}

/** Converts time without a limit to growth time: seconds count double after each further `QUIET_TIME_S`. */
function lengthen(seconds: number): number {
	const calms = Math.floor(seconds / QUIET_TIME_S);
	return QUIET_TIME_S * (2 ** calms - 1) + (seconds - calms * QUIET_TIME_S) * 2 ** calms;
}
