/** Upper bounds of the histograms, in seconds. */
const BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60, 120] as const;

/** Counts durations by how long they took. */
export class Histogram {
	/** Number of durations between each bound and the one before. */
	private readonly counts = BOUNDS.map(() => 0);
	private sum = 0;
	private count = 0;

	observe(seconds: number): void {
		this.sum += seconds;
		this.count++;
		const index = BOUNDS.findIndex((bound) => seconds <= bound);
		if (index >= 0) this.counts[index] = (this.counts[index] ?? 0) + 1;
	}

	lines(name: string): string[] {
		let below = 0;
		return [
			...BOUNDS.map((bound, index) => {
				below += this.counts[index] ?? 0;
				return `${name}_bucket{le="${bound}"} ${below}`;
			}),
			`${name}_bucket{le="+Inf"} ${this.count}`,
			`${name}_sum ${this.sum}`,
			`${name}_count ${this.count}`,
		];
	}
}
