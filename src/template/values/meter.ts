import { TemplateLimitError } from "../errors.ts";
import type { Limits } from "../limits.ts";

/** Characters that cost as much as one item or one evaluated node. */
const CHARACTERS_PER_STEP = 32;

const BYTES_PER_ITEM = 8;

/** Steps between two checks of the time. */
const STEPS_PER_LOOK = 512;

/** Counts the work of one render and stops it when a limit is exceeded. */
export class Meter {
	readonly #maxSteps: number;
	readonly #maxBytes: number;
	readonly #deadline: number;
	readonly #limits: Limits;
	/** Called at every check of the time; throws to interrupt the render. */
	readonly #onLook: (() => void) | undefined;
	#steps = 0;
	#bytes = 0;
	#nextLook = STEPS_PER_LOOK;

	constructor(limits: Limits, onLook?: () => void, startedAt = performance.now()) {
		this.#limits = limits;
		this.#maxSteps = limits.max_steps ?? Number.POSITIVE_INFINITY;
		this.#maxBytes = limits.max_memory ?? Number.POSITIVE_INFINITY;
		this.#deadline = startedAt + (limits.max_time ?? Number.POSITIVE_INFINITY);
		this.#onLook = onLook;
	}

	/** Counts steps. */
	spend(steps: number): void {
		this.#steps += steps;
		if (this.#steps > this.#maxSteps)
			throw new TemplateLimitError(`the template takes more than ${this.#limits.max_steps} steps`);
		if (this.#steps >= this.#nextLook) this.#look();
	}

	/** Counts bytes that are made. */
	make(bytes: number): void {
		this.#bytes += bytes;
		if (this.#bytes > this.#maxBytes)
			throw new TemplateLimitError(`the template makes values of more than ${this.#limits.max_memory} bytes`);
	}

	#look(): void {
		this.#nextLook = this.#steps + STEPS_PER_LOOK;
		if (performance.now() > this.#deadline)
			throw new TemplateLimitError(`the template takes longer than ${this.#limits.max_time} milliseconds`);
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

/**
 * Counts items that a built-in processes: each is a step, and a member of a possible result list. Does nothing for
 * renders without such limits.
 */
export function charge(items: number): void {
	if (!current) return;
	current.spend(items);
	current.make(items * BYTES_PER_ITEM);
}

/** Counts the characters of a text that is scanned, for which V8 copies it if it is made of others. */
export function chargeCharacters(count: number): void {
	if (!current) return;
	current.spend(count / CHARACTERS_PER_STEP);
	current.make(count);
}

/** Counts a step of a render without built-ins, such as an evaluated node. */
export function chargeStep(): void {
	current?.spend(1);
}

/** Counts bytes that are made otherwise. */
export function chargeBytes(bytes: number): void {
	current?.make(bytes);
}
