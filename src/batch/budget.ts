import { formatCost } from "../exchange/decimal.ts";
import { BatchStopped } from "./types.ts";

/** Returns the reason to stop where `spent` of `most` US dollars leave too little for another row. */
export function outOfBudget(spent: number, most: number | undefined): BatchStopped {
	const [used, limit] = [Number(spent.toPrecision(3)), most ?? spent].map(formatCost);
	return new BatchStopped("cost", `${used} of ${limit} USD are spent; one more row might cost more than is left.`);
}

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
