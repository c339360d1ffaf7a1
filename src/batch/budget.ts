/** Keeps the cost of a batch below a limit: calls in flight count with the mean cost of those that ended. */
export class Budget {
	spent: number;
	private readonly most: number | undefined;
	private known = 0;
	private knownSum = 0;

	/**
	 * @param most US dollars; undefined: no limit
	 * @param spent US dollars that were spent before
	 */
	constructor(most: number | undefined, spent: number) {
		this.most = most;
		this.spent = spent;
	}

	add(cost: number | null): void {
		if (cost === null) return;
		this.spent += cost;
		this.known++;
		this.knownSum += cost;
	}

	/** Whether one more call might exceed the limit. */
	isUsedUp(inFlight: number): boolean {
		if (this.most === undefined) return false;
		const mean = this.known === 0 ? 0 : this.knownSum / this.known;
		// Sums of floats are inexact.
		const most = this.most * (1 + 1e-9);
		return this.spent >= this.most || this.spent + (inFlight + 1) * mean > most;
	}
}
