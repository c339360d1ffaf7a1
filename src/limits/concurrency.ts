/** Numbers of the adaptive concurrency limit. */
export const AIMD = {
	start: 8,
	maximum: 128,
	/** Factor on a limit. */
	cut: 0.75,
	/** Successes for one more call in flight. */
	successesPerStep: 25,
	/** How far the ceiling is above the last limit, and for how long, in milliseconds. */
	ceilingFactor: 1.1,
	ceilingMs: 5 * 60_000,
} as const;

/**
 * How many calls may be in flight: additive increase, multiplicative decrease. Calls are identified by number, which
 * increases with each start.
 */
export class ConcurrencyWindow {
	limit: number;
	private readonly maximum: number;
	private readonly isFixed: boolean;
	private isSlowStart = true;
	/** The window was full when the call with this number started: successes of earlier calls count. */
	private fullMark = -1;
	/** Only calls from this number on may cut the window: earlier ones belong to the same burst. */
	private cutMark = 0;
	private successes = 0;
	private ceiling = Number.POSITIVE_INFINITY;
	private ceilingUntil = 0;

	constructor({ start, maximum, isFixed }: { start: number; maximum: number; isFixed: boolean }) {
		this.maximum = maximum;
		this.isFixed = isFixed;
		this.limit = isFixed ? maximum : Math.max(1, Math.min(start, maximum));
	}

	/** The window is full with this call. An idle lane learns nothing from successes. */
	fill(number: number): void {
		this.fullMark = number;
	}

	/** @param number of the call that succeeded */
	succeed(number: number, now: number): void {
		if (this.isFixed || number > this.fullMark) return;
		if (this.isSlowStart) {
			// One more for each: twice as many after a round trip.
			this.grow(this.limit + 1, now);
		} else if (++this.successes >= AIMD.successesPerStep) {
			this.successes = 0;
			this.grow(this.limit + 1, now);
		}
	}

	/**
	 * Reports a limit. Returns whether it was the first of its burst, and so cut the window.
	 * @param inFlight calls that were in flight, which is where a window without limit begins
	 */
	cut(number: number, next: number, now: number, inFlight = this.limit): boolean {
		if (number < this.cutMark) return false;
		if (this.limit === Number.POSITIVE_INFINITY) this.limit = Math.max(1, inFlight);
		this.cutMark = next;
		this.isSlowStart = false;
		this.successes = 0;
		if (this.isFixed) return true;
		this.ceiling = Math.max(1, Math.ceil(this.limit * AIMD.ceilingFactor));
		this.ceilingUntil = now + AIMD.ceilingMs;
		this.limit = Math.max(1, Math.floor(this.limit * AIMD.cut));
		return true;
	}

	/** Ends slow start without a cut: the service warns. */
	hold(): void {
		this.isSlowStart = false;
	}

	private grow(wanted: number, now: number): void {
		const ceiling = now < this.ceilingUntil ? this.ceiling : Number.POSITIVE_INFINITY;
		this.limit = Math.max(this.limit, Math.min(wanted, this.maximum, ceiling));
	}
}
