import { outOfBudget } from "../../../../batch/budget.ts";
import type { BatchStopped } from "../../../../batch/index.ts";
import type { Tally } from "../tally.ts";

/** Rows of the first job, while the cost of a row is unknown. */
const FIRST_ROWS = 50;

/** Keeps the cost of jobs below `--max-cost`: rows that are submitted count with the mean of those that ended. */
export class JobBudget {
	private readonly most: number | undefined;
	private readonly tally: Tally;
	private readonly before: number;

	/**
	 * @param most US dollars; undefined: no limit
	 * @param before rows that earlier runs finished
	 */
	constructor(most: number | undefined, tally: Tally, before: number) {
		this.most = most;
		this.tally = tally;
		this.before = before;
	}

	/**
	 * Whether one more row may be submitted.
	 * @param pending rows that are submitted and have not ended
	 */
	allows(pending: number): boolean {
		if (this.most === undefined) return true;
		const spent = this.tally.cost ?? 0;
		const ended = this.before + this.tally.finished;
		if (spent === 0) return pending < FIRST_ROWS || ended > 0;
		return spent + (pending + 1) * (spent / ended) <= this.most * (1 + 1e-9);
	}

	usedUp(): BatchStopped {
		return outOfBudget(this.tally.cost ?? 0, this.most);
	}
}
