/** Measures the time since it was made, in milliseconds. */
export class Clock {
	/** Milliseconds since 1970. */
	readonly started: number;
	private readonly now: () => number;

	constructor(now: () => number) {
		this.now = now;
		this.started = now();
	}

	/** Never negative, also where somebody sets the clock back. */
	elapsed(): number {
		return Math.max(0, this.now() - this.started);
	}
}
