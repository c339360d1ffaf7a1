import { TemplateLimitError } from "../errors.ts";

/** Characters that cost as much as one item or one evaluated node. */
const CHARACTERS_PER_STEP = 32;
/** Steps between two checks of the time. */
const STEPS_PER_LOOK = 512;

/** Budget of a render. */
export interface Budget {
	/** Evaluated nodes, iterations and items, and characters by the dozen. */
	readonly max_steps?: number | undefined;
	/** Milliseconds. */
	readonly max_time?: number | undefined;
}

/** Counts the work of one render and stops it when the budget is spent. */
export class Meter {
	readonly #maxSteps: number;
	readonly #deadline: number;
	readonly #budget: Budget;
	/** Called at every check of the time; throws to interrupt the render. */
	readonly #onLook: (() => void) | undefined;
	#steps = 0;
	#nextLook = STEPS_PER_LOOK;

	constructor(budget: Budget, onLook?: () => void, startedAt = performance.now()) {
		this.#budget = budget;
		this.#maxSteps = budget.max_steps ?? Number.POSITIVE_INFINITY;
		this.#deadline = startedAt + (budget.max_time ?? Number.POSITIVE_INFINITY);
		this.#onLook = onLook;
	}

	/** Counts steps. */
	spend(steps: number): void {
		this.#steps += steps;
		if (this.#steps > this.#maxSteps)
			throw new TemplateLimitError(`the template takes more than ${this.#budget.max_steps} steps`);
		if (this.#steps >= this.#nextLook) this.#look();
	}

	#look(): void {
		this.#nextLook = this.#steps + STEPS_PER_LOOK;
		if (performance.now() > this.#deadline)
			throw new TemplateLimitError(`the template takes longer than ${this.#budget.max_time} milliseconds`);
		this.#onLook?.();
	}
}

/** The meter of the render that runs now. Rendering is synchronous, so there is at most one. */
let current: Meter | undefined;

/** Runs the work under a meter, or without one. */
export function metered<Result>(meter: Meter | undefined, work: () => Result): Result {
	const outer = current;
	current = meter;
	try {
		return work();
	} finally {
		current = outer;
	}
}

/** Returns the meter of the render that runs now; undefined if nothing is counted. */
export function currentMeter(): Meter | undefined {
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
