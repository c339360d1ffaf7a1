/** Measures the time since its creation, in milliseconds. */
export class Clock {
	/** Milliseconds since 1970. */
	readonly started: number;
	private readonly now: () => number;

	constructor(now: () => number) {
		this.now = now;
		this.started = now();
	}

	/** Never negative, even if the clock is set back. */
	elapsed(): number {
		return Math.max(0, this.now() - this.started);
	}
}
