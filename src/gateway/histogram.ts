/** Upper bounds of the histograms, in seconds. */
const BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60, 120] as const;

/** Counts durations by how long they took. */
export class Histogram {
	private readonly counts = BOUNDS.map(() => 0);
	private sum = 0;
	private count = 0;

	observe(seconds: number): void {
		this.sum += seconds;
		this.count++;
		for (const [index, bound] of BOUNDS.entries())
			if (seconds <= bound) this.counts[index] = (this.counts[index] ?? 0) + 1;
	}

	lines(name: string): string[] {
		return [
			...BOUNDS.map((bound, index) => `${name}_bucket{le="${bound}"} ${this.counts[index] ?? 0}`),
			`${name}_bucket{le="+Inf"} ${this.count}`,
			`${name}_sum ${this.sum}`,
			`${name}_count ${this.count}`,
		];
	}
}
