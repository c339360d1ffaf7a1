import type { Program } from "./pattern.ts";

/** Steps that preparing a schema, or checking a value, may take: at most about a second on a slow machine. */
const MAX_STEPS = 10_000_000;

/** A schema whose parts, references or patterns multiply takes longer than anybody waits. */
export class TooMuchWork extends Error {
	constructor() {
		super("the schema takes too long on it");
		this.name = "TooMuchWork";
	}
}

/** Counts what is done for a schema, and knows its patterns. */
export class Work {
	#left = MAX_STEPS;
	/** By their text; undefined for those that are invalid. */
	readonly programs = new Map<string, Program | undefined>();

	/** @throws TooMuchWork */
	spend(steps: number): void {
		this.#left -= steps;
		if (this.#left < 0) throw new TooMuchWork();
	}
}
