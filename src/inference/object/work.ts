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

/**
 * The patterns of schemas, in the syntax of JavaScript with the flag `u`. They are run by us and not by the engine, which
 * takes centuries for some of them: all ways through a pattern are followed at once, so that each character costs one
 * step for each part of the pattern at most.
 */
export interface Program {
	states: State[];
	start: number;
}

/** Takes a character; goes on in two ways, or in one that depends on the place; or is the end. */
export type State =
	| { type: "character"; accepts(code: number): boolean; next: number }
	| { type: "split"; next: number; other: number }
	| { type: "assertion"; holds(text: string, position: number, work: Work): boolean; next: number }
	| { type: "end" };
