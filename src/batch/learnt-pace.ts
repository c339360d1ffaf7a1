/**
 * Growth of the pace in a second, as a natural logarithm: quick until the limit was met a second time, then slow, and
 * slower with each limit where the estimate was right: every limit costs a pause.
 */
const SEARCH_GROWTH = Math.log(2.5);
const HOLD_GROWTH = 0.004;
const LEAST_GROWTH = 0.000_25;
/** Estimates this close to each other confirm the pace. */
const AGREEMENT = 0.08;
/** After so many seconds without a limit the service may allow more: the growth doubles. */
const CALM = 25;
/** Share of the estimated rate at which calls go on. */
const MARGIN = 0.97;
/** Below this share of the pace, something else held the calls back: those in flight, or too few rows. */
const HELD_BACK = 0.8;
/** Fewer successes than this say nothing about a rate. */
const FEWEST = 3;
/** Times in milliseconds are made seconds. */
const SECOND = 1000;

/**
 * Learns how many calls a second a service allows, from when it refuses them. A limit of calls in flight alone cannot
 * hold a limit of calls a second: it would run into it again and again.
 */
export class LearntPace {
	/** Calls a second at `setAt`; undefined until a limit was met. */
	private rate: number | undefined;
	private setAt = 0;
	private growth = SEARCH_GROWTH;
	/** Since when successes are counted, and for how long of that nothing went out. */
	private countedFrom: number;
	private successes = 0;
	private stopped = 0;
	/** Calls that went through before the first limit, and how long that took. */
	private burst = { calls: 0, seconds: 0 };
	private nextStart = 0;

	constructor(now: number) {
		this.countedFrom = now;
	}

	succeed(): void {
		this.successes++;
	}

	/** Milliseconds until the next call may start. */
	delay(now: number): number {
		return this.rate === undefined ? 0 : Math.max(0, this.nextStart - now);
	}

	start(now: number): void {
		if (this.rate === undefined) return;
		// Calls that a busy program started late are caught up on, for up to 0.1 s.
		this.nextStart = Math.max(this.nextStart, now - 100) + SECOND / this.rateAt(now);
	}

	/**
	 * A limit was met.
	 * @param until when calls may go out again
	 */
	cut(now: number, until: number): void {
		const stop = until - now;
		if (this.successes < FEWEST) {
			// Too early, or the service counts in long windows: the stop goes on, and more is gained in it.
			this.stopped += stop;
			if (this.rate !== undefined) this.setRate(this.rateAt(now), until);
			return;
		}
		const seconds = (now - this.countedFrom) / SECOND;
		if (this.rate === undefined) {
			this.burst = { calls: this.successes, seconds };
			this.setRate(this.successes / Math.max(0.1, seconds + stop / SECOND), until);
		} else {
			const rate = this.rateAt(now);
			const active = Math.max(1e-3, (now - this.setAt) / SECOND);
			const actual = this.successes / active;
			const paced = (rate - this.rate) / Math.log(rate / this.rate) || rate;
			const isHeldBack = actual < paced * HELD_BACK;
			const estimate = isHeldBack
				? this.estimate({ from: actual, to: actual, growth: 0 }, active)
				: this.estimate({ from: this.rate, to: rate, growth: this.growth }, active);
			// Since the last limit so many went through, which no estimate can contradict.
			const proven = this.successes / Math.max(1e-3, seconds);
			const next = Math.min(rate, Math.max(estimate * MARGIN, proven));
			const isConfirmed = Math.abs(next / this.rate - 1) < AGREEMENT;
			const slower = Math.max(LEAST_GROWTH, Math.min(this.growth, HOLD_GROWTH) / 2);
			this.setRate(next, until);
			this.growth = isConfirmed ? slower : HOLD_GROWTH;
		}
		this.countedFrom = now;
		this.successes = 0;
		this.stopped = stop;
	}

	/**
	 * The rate at which a bucket that is refilled steadily would have run dry just now: full of what the first burst
	 * took, or of what the stop brought; then emptied at our pace.
	 * @param pace calls a second since the stop: at first, at last, and how they grew; the last is too fast
	 */
	private estimate({ from, to, growth }: { from: number; to: number; growth: number }, seconds: number): number {
		const runsDry = (refill: number): boolean => {
			const size = Math.max(1, this.burst.calls - refill * this.burst.seconds);
			let level = Math.min(size, (refill * this.stopped) / SECOND);
			const step = Math.max(seconds / 200, 1e-3);
			for (let time = 0; time < seconds; time += step) {
				level = Math.min(size, level + (refill - from * Math.exp(growth * time)) * step);
				if (level <= 0) return true;
			}
			return false;
		};
		let low = 0;
		let high = to;
		for (let round = 0; round < 20; round++) {
			const middle = (low + high) / 2;
			if (runsDry(middle)) low = middle;
			else high = middle;
		}
		return high;
	}

	private setRate(rate: number, from: number): void {
		this.rate = Math.max(0.01, rate);
		this.setAt = from;
		this.nextStart = from;
	}

	private rateAt(now: number): number {
		const seconds = Math.min(600, Math.max(0, now - this.setAt) / SECOND);
		return (this.rate ?? 0) * Math.exp(this.growth * (this.growth === SEARCH_GROWTH ? seconds : lengthen(seconds)));
	}
}

/** Seconds of which those of each calm count twice as much as those of the one before. */
function lengthen(seconds: number): number {
	const calms = Math.floor(seconds / CALM);
	return CALM * (2 ** calms - 1) + (seconds - calms * CALM) * 2 ** calms;
}
