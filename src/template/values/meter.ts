/** Characters that cost as much as one item or one evaluated node. */
const CHARACTERS_PER_STEP = 32;

/** Budget of a render. */
export interface Budget {
	/** Evaluated nodes, iterations and items, and characters by the dozen. */
	readonly max_steps?: number | undefined;
	/** Milliseconds. */
	readonly max_time?: number | undefined;
}

/** Counts the work of one render and stops it when the budget is spent. */
export interface Counter {
	/** Counts steps. */
	spend(steps: number): void;
}

/** The meter of the render that runs now. Rendering is synchronous, so there is at most one. */
let current: Counter | undefined;

/** Runs the work under a meter, or without one. */
export function metered<Result>(meter: Counter | undefined, work: () => Result): Result {
	const outer = current;
	current = meter;
	try {
		return work();
	} finally {
		current = outer;
	}
}

/** Returns the meter of the render that runs now; undefined if nothing is counted. */
export function currentMeter(): Counter | undefined {
	return current;
}

/** Counts steps: one for every item that a built-in processes. Does nothing for renders without a budget. */
export function charge(steps: number): void {
	current?.spend(steps);
}

/** Counts the steps for scanning a number of characters. */
export function chargeCharacters(count: number): void {
	current?.spend(count / CHARACTERS_PER_STEP);
}
