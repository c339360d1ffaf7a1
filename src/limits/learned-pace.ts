import { type CallBurst, fitBucket, type RateEstimate, TOLERANCE } from "./bucket-fit.ts";
import { fitWindow } from "./window-fit.ts";

/** Growth of the pace in a second, as a natural logarithm, during the search for the rate; it halves with each search. */
const FIRST_GROWTH = 2;
const LAST_GROWTH = 0.3;
/** Seconds after which a search ends: the service no longer has a limit that can be found. */
const MAX_SEARCH_S = 8;
/**
 * Once the rate is known, the pace grows by this in a time of calm after a limit, as a natural logarithm: little near an
 * estimate, more where that is uncertain. Then it grows by `PROBE_GROWTH` a second, since the service seems to allow
 * more; not in full at once, so that a small bucket is not overrun by much.
 */
const CAREFUL_GROWTH = 0.05;
const UNCERTAIN_GROWTH = 0.3;
const PROBE_GROWTH = 0.22;
const PROBE_START_S = 3;
const MAX_PROBE_S = 30;
/**
 * The calm lasts this many calls for each that was refused, but no longer than that a higher rate is found within 20 s;
 * and this many times the pause, chosen here or requested.
 */
const CALLS_PER_REFUSAL = 25;
const MAX_OWN_CALM_MS = 14_000;
const CALM_PER_PAUSE = 4;
const CALM_PER_ASKED_PAUSE = 40;
const MIN_CALM_MS = 8000;
const MAX_CALM_MS = 60_000;
/** Share of the estimated rate at which calls continue. */
const MARGIN = 0.97;
/** Shares of the pace at which a limit was hit: while searching, at most after a lone refusal or further ones, and the least. */
const RATE_AFTER_REFUSAL = 0.94;
const RATE_AFTER_LONE = 0.97;
const RATE_AFTER_SECOND = 0.93;
const LEAST_AFTER_SECOND = 0.8;
/** A probe that was refused after fewer calls than this above the calm pace found no higher rate. */
const MAX_FAILED_PROBE = 3;
/** A limit hit after fewer calls than this belongs to the same row as the one before. */
const RECENT_CALLS = 10;
const RATE_AFTER_PROBE = 0.8;
const MIN_RATE_AFTER_LIMIT = 0.5;
/** Calls that start this many milliseconds late, and more than an interval, show that something else limits them. */
const MIN_LATE_MS = 5;
/** A pace that grows is at most this many times the calls of the last second. */
const MAX_PACE_TO_USE = 2.5;
/** Estimates with bounds this far apart are refined. */
const MAX_BOUNDS_RATIO = 1.25;
/** Fewer accepted calls do not show a rate. */
const MIN_CALLS = 3;
/** A burst shorter than this in milliseconds does not show a rate. */
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

/** A limit that was met although the rate was known. */
interface MetLimit {
	/** When the refused call started, and the pace then. */
	at: number;
	rate: number;
	/** The pace before it grew fast, if it did. */
	calmRate: number | undefined;
	/** When the pace had been chosen, and when the limit had been hit before. */
	setAt: number;
	emptyAt: number;
}

/**
 * Learns how many calls per second a service allows, from its refusals. A limit on calls in flight alone cannot enforce
 * a limit on calls per second: it would be exceeded again and again.
 */
export class LearnedPace {
	/** Calls per millisecond at `setAt`; undefined until a limit was hit. */
	private rate: number | undefined;
	private setAt = 0;
	private growth = FIRST_GROWTH;
	private nextStart = 0;
	private lastStart = 0;
	/** Milliseconds of delay that are caught up. */
	private catchUp = CATCH_UP;
	private outcomes: CallBurst[] = [];
	/** A limit that was hit: when, at which pace, and when calls may start again. */
	private met: { at: number; rate: number; until: number; isRequested: boolean } | undefined;
	private isFitted = false;
	/** Calls accepted since the pace was chosen, and refused. */
	private passed = 0;
	private refused = 0;
	/** The rate is more than a guess. */
	private isKnown = false;
	/** Milliseconds of calm after `setAt`, and growth in it. */
	private calm = MIN_CALM_MS;
	private careful = CAREFUL_GROWTH;
	/** Start time of the call that hit the last limit: the service was exhausted. */
	private emptyAt = 0;
	/** Start time of the call that hit the first of several limits with few calls between them. */
	private rowAt = 0;
	/** The limit that a lone refusal may have shown; undefined once a later call was accepted. */
	private doubted: MetLimit | undefined;

	/** Calls started per millisecond; undefined until a limit was hit. */
	rateAt(now: number): number | undefined {
		if (this.rate === undefined) return undefined;
		const time = Math.max(0, now - this.setAt);
		const searching = this.isWaiting ? 0 : this.growth * Math.min(time / SECOND, MAX_SEARCH_S);
		const growth = this.isKnown ? this.growthAfter(time) : searching;
		return this.rate * Math.exp(growth);
	}

	/** Calls whose end has to be known before the rate can be estimated are in flight. */
	private get isWaiting(): boolean {
		return this.met !== undefined && this.isFitted;
	}

	private growthAfter(time: number): number {
		const seconds = Math.min(MAX_PROBE_S, Math.max(0, time - this.calm) / SECOND);
		const probing = seconds < PROBE_START_S ? seconds ** 2 / PROBE_START_S / 2 : seconds - PROBE_START_S / 2;
		return this.careful * Math.min(1, time / this.calm) + PROBE_GROWTH * probing;
	}

	/** As `rateAt`, once the rate is more than a guess. */
	knownRate(now: number): number | undefined {
		return this.isKnown ? this.rateAt(now) : undefined;
	}

	/**
	 * A response reported an exhausted limit.
	 * @param until reset time reported by the service
	 */
	runDry(outcome: CallBurst, now: number, until: number): void {
		outcome.dry++;
		if (!this.isKnown) this.stop(now, until, now, true);
	}

	/** Milliseconds until the next call may start. */
	delay(now: number): number {
		this.resume(now);
		return this.rate === undefined ? 0 : Math.max(0, this.nextStart - now);
	}

	/** Starts a call. Returns the record that `end` takes. */
	start(now: number): CallBurst {
		const rate = this.rateAt(now);
		if (rate !== undefined) {
			const late = now - Math.max(this.nextStart, this.lastStart);
			// A pace that is not used must not grow: nothing shows whether the service allows it.
			if (this.isKnown && late > Math.max(MIN_LATE_MS, 1 / rate))
				this.setAt = Math.min(now, this.setAt + now - this.lastStart);
			this.nextStart = Math.max(this.nextStart, now - this.catchUp) + 1 / rate;
		}
		this.lastStart = now;
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

	end(outcome: CallBurst, ending: Ending): void {
		outcome.open--;
		if (ending === "passed") {
			outcome.passed++;
			this.passed++;
			if (this.doubted && outcome.time > this.doubted.at) this.doubted = undefined;
		} else if (ending === "refused") {
			outcome.dry++;
			this.refused++;
		}
	}

	/** A call was refused after others were accepted: the pace is a bit too high, or it was for another reason. */
	doubt(outcome: CallBurst, now: number): void {
		if (!this.isKnown) {
			if (this.rate !== undefined && now - this.setAt < MAX_SEARCH_S * SECOND) this.stop(now, now);
		} else if (!this.met && outcome.time >= this.setAt) {
			this.doubted = this.meet(outcome.time);
			const rate = this.rateAfterLone(this.doubted);
			const next = Math.max(this.nextStart, now) + 1 / rate;
			this.settle(rate, now, 0, this.doubted.rate * MARGIN);
			this.nextStart = next;
		}
	}

	/**
	 * The pace after a lone refusal. A service that was exhausted then and before allows what it accepted meanwhile; where
	 * its bucket overflowed between, it allows more, so that the pace never falls far at once.
	 */
	private rateAfterLone({ at, rate, calmRate, setAt, emptyAt }: MetLimit): number {
		const accepted = this.acceptedBetween(emptyAt, at);
		if (accepted < RECENT_CALLS) {
			// Several refusals after few calls each: the rate fell, and what was accepted since the first shows it.
			const measured = (this.acceptedBetween(this.rowAt, at) + 0.5) / (at - this.rowAt);
			return Math.max(rate * LEAST_AFTER_SECOND, Math.min(rate * RATE_AFTER_SECOND, measured));
		}
		this.rowAt = at;
		const most = rate * RATE_AFTER_LONE;
		if (calmRate === undefined) return Math.max(rate * RATE_AFTER_SECOND, Math.min(most, accepted / (at - emptyAt)));
		const calmEnd = setAt + this.calm;
		const above = this.acceptedBetween(calmEnd, at) - calmRate * (at - calmEnd);
		return above < MAX_FAILED_PROBE ? Math.min(calmRate, most) : most;
	}

	/** Calls that started between two times and were not refused. */
	private acceptedBetween(from: number, to: number): number {
		return this.outcomes.reduce(
			(sum, { time, passed, open }) => (time > from && time < to ? sum + passed + open : sum),
			0,
		);
	}

	/** Records that a call that started at this time hit a limit. */
	private meet(at: number): MetLimit {
		const { setAt, emptyAt, calm } = this;
		this.emptyAt = at;
		const calmRate = at > setAt + calm ? this.rateAt(setAt + calm) : undefined;
		return { at, rate: this.rateAt(at) ?? Number.POSITIVE_INFINITY, calmRate, setAt, emptyAt };
	}

	/**
	 * A limit was hit.
	 * @param until when calls may start again
	 * @param at when the call started that hit it
	 * @param isRequested the service named the time
	 */
	stop(now: number, until: number, at = now, isRequested = false): void {
		this.met ??= { at, rate: this.usedPace(now), until, isRequested };
		this.met.isRequested ||= isRequested;
		this.met.until = Math.max(this.met.until, until);
		// Calls that were not sent meanwhile are not caught up.
		this.nextStart = Math.max(this.nextStart, until);
	}

	/** The pace, as far as calls started at it: those in flight may have limited them, and it grew without them. */
	private usedPace(now: number): number {
		const rate = this.rateAt(now);
		if (rate === undefined) return Number.POSITIVE_INFINITY;
		const from = Math.max(this.setAt, now - SECOND);
		const started = this.outcomes.reduce(
			(sum, { time, passed, dry, open }) => (time >= from ? sum + passed + dry + open : sum),
			1,
		);
		return Math.min(rate, (MAX_PACE_TO_USE * started) / Math.max(1, now - from));
	}

	/** Chooses the pace after a stop: half of it at once, and an estimate when all earlier calls have ended. */
	private resume(now: number): void {
		const { met } = this;
		if (!met || now < met.until) return;
		if (this.isKnown) {
			this.met = undefined;
			this.adjust(met, now);
			return;
		}
		const isPending = this.outcomes.some(({ time, open }) => open > 0 && time <= met.at);
		if (isPending && this.isFitted) return;
		this.isFitted = true;
		if (isPending) {
			const passed = this.outcomes.reduce((sum, outcome) => sum + outcome.passed + outcome.open, 0);
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

	private choose(
		outcomes: readonly CallBurst[],
		met: { at: number; rate: number; until: number; isRequested: boolean },
		now: number,
	): void {
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
		const safe = Math.max(low, proven, Math.min(best * MARGIN, met.rate * RATE_AFTER_REFUSAL));
		this.isKnown = true;
		this.emptyAt = met.at;
		this.settle(
			Math.min(met.rate * MARGIN, safe),
			now,
			calmAfter(met, met.isRequested || this.growth < FIRST_GROWTH),
			high,
		);
	}

	/** Chooses the pace after a limit that was met although the rate was known. */
	private adjust(met: { at: number; until: number; isRequested: boolean }, now: number): void {
		const calm = calmAfter(met, met.isRequested);
		const isLong = this.passed === 0 && !this.doubted;
		const limit = this.doubted ?? this.meet(met.at);
		const { rate } = limit;
		const { best, most } = this.estimateRefill(limit);
		// The first calls after a pause were refused: the service counts in long windows, so the pace is kept.
		const next = isLong ? rate : Math.max(rate * MIN_RATE_AFTER_LIMIT, Math.min(rate, best) * MARGIN);
		this.settle(next, now, calm, Math.min(rate, most));
		this.doubted = undefined;
	}

	/** The rate of a service that was exhausted when a limit was hit and before: it refilled what it accepted meanwhile. */
	private estimateRefill({ at, rate, calmRate, setAt, emptyAt }: MetLimit): { best: number; most: number } {
		const longest = at - emptyAt;
		// A bucket that had filled meanwhile, or a moment, shows no rate.
		if (calmRate !== undefined || longest < SECOND)
			return { best: Math.max(rate * RATE_AFTER_PROBE, calmRate ?? 0), most: rate };
		const accepted = this.outcomes.reduce(
			(sum, { time, passed }) => (time > emptyAt && time <= at ? sum + passed : sum),
			0,
		);
		// A small bucket was full before the end of the last pause, so that its rate is between these two.
		const [least, most] = [accepted / longest, accepted / Math.max(SECOND, at - setAt)];
		return { best: most < least * MAX_BOUNDS_RATIO ? most : Math.sqrt(least * most), most };
	}

	/**
	 * Continues at a known rate.
	 * @param calm minimum milliseconds of little growth
	 * @param upTo the pace to reach in them
	 */
	private settle(rate: number, now: number, calm: number, upTo: number): void {
		const ownCalm = Math.min(MAX_OWN_CALM_MS, (this.refused * CALLS_PER_REFUSAL) / rate);
		this.calm = Math.min(MAX_CALM_MS, Math.max(MIN_CALM_MS, ownCalm, calm));
		this.careful = Math.min(UNCERTAIN_GROWTH, Math.max(CAREFUL_GROWTH, Math.log(upTo / rate)));
		this.passed = 0;
		this.refused = 0;
		this.set(rate, now);
	}

	private set(rate: number, from: number): void {
		this.rate = Math.max(1e-5, rate);
		this.setAt = from;
		this.nextStart = from;
	}
}

/** Milliseconds of calm after a pause. */
function calmAfter({ at, until }: { at: number; until: number }, isSure: boolean): number {
	return (until - at) * (isSure ? CALM_PER_ASKED_PAUSE : CALM_PER_PAUSE);
}

/** The rates of the bucket or the window that explains the outcomes, or of both. */
function estimateRate(outcomes: readonly CallBurst[]): RateEstimate {
	const bucket = fitBucket(outcomes);
	const window = fitWindow(outcomes);
	if (!window || window.miss > bucket.miss + TOLERANCE) return bucket;
	const { rate, miss } = window;
	if (miss + TOLERANCE < bucket.miss)
		return { low: rate * MARGIN, best: rate, high: rate, size: Number.POSITIVE_INFINITY, miss };
	return { ...bucket, low: Math.min(bucket.low, rate), high: Math.max(bucket.high, rate) };
}

/** Halves the number of outcomes by merging neighbors of the same kind. */
function thin(outcomes: readonly CallBurst[]): CallBurst[] {
	const kept: CallBurst[] = [];
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
