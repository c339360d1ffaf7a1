import { TemplateLimitError } from "../errors.ts";
import { type Budget, charge, chargeCharacters } from "./meter.ts";
import type { LongTexts } from "./search-text.ts";

/** JavaScript's own search takes up to text × part steps; above this many a linear search is used. */
const CHEAP_PRODUCT = 20_000_000;
const SHORT_PART = 4;

/** Position of the first occurrence of a part from a position on; -1 if there is none. */
function indexOf(text: string, part: string, from: number): number {
	const length = text.length - from;
	if (part.length <= SHORT_PART || length * part.length < CHEAP_PRODUCT) {
		const found = text.indexOf(part, from);
		chargeCharacters(found === -1 ? length : found - from);
		return found;
	}
	return findLinearly(
		length,
		part.length,
		(index) => text.charCodeAt(from + index),
		(index) => part.charCodeAt(index),
		(index) => from + index,
	);
}

/** Position of the last occurrence of a part; -1 if there is none. */
export function lastIndexOfText(text: string, part: string): number {
	chargeCharacters(text.length);
	if (part.length <= SHORT_PART || text.length * part.length < CHEAP_PRODUCT) return text.lastIndexOf(part);
	return findLinearly(
		text.length,
		part.length,
		(index) => text.charCodeAt(text.length - 1 - index),
		(index) => part.charCodeAt(part.length - 1 - index),
		(index) => text.length - index - part.length,
	);
}

type UnitAt = (index: number) => number;

/** Searches with the algorithm of Knuth, Morris and Pratt. */
function findLinearly(
	textLength: number,
	partLength: number,
	textAt: UnitAt,
	partAt: UnitAt,
	resultOf: (index: number) => number,
): number {
	if (partLength > textLength) return -1;
	// For every prefix of the part: the length of its longest proper prefix that is also its suffix.
	const borders = new Int32Array(partLength);
	for (let index = 1, border = 0; index < partLength; index++) {
		if (index % 4096 === 0) charge(1);
		while (border > 0 && partAt(index) !== partAt(border)) border = borders[border - 1] ?? 0;
		if (partAt(index) === partAt(border)) border++;
		borders[index] = border;
	}
	for (let index = 0, matched = 0; index < textLength; index++) {
		if (index % 4096 === 0) charge(1);
		while (matched > 0 && textAt(index) !== partAt(matched)) matched = borders[matched - 1] ?? 0;
		if (textAt(index) === partAt(matched)) matched++;
		if (matched === partLength) return resultOf(index + 1 - partLength);
	}
	return -1;
}

/** Splits a text at every occurrence of a non-empty separator. */
function split(text: string, separator: string): string[] {
	const parts: string[] = [];
	let start = 0;
	for (let end = indexOf(text, separator, 0); end !== -1; end = indexOf(text, separator, start)) {
		charge(1);
		parts.push(text.slice(start, end));
		start = end + separator.length;
	}
	parts.push(text.slice(start));
	return parts;
}

/** Like `text.replace(pattern, replace)` for a global pattern. */
function replaceIn(text: string, pattern: RegExp, replace: (...groups: string[]) => string): string {
	let result = "";
	let last = 0;
	for (const match of text.matchAll(pattern)) {
		charge(1);
		result += text.slice(last, match.index) + replace(...match);
		last = match.index + match[0].length;
	}
	return result + text.slice(last);
}

/** Returns the code points of a text. */
function charactersOf(text: string): string[] {
	const characters: string[] = [];
	for (const character of text) {
		if (characters.length % 64 === 0) charge(1);
		characters.push(character);
	}
	return characters;
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

/** Steps between two checks of the time. */
const STEPS_PER_LOOK = 512;

/** Searches and splits with checks of the time limit. */
export const longTexts: LongTexts = { Meter, indexOf, split, replace: replaceIn, charactersOf };
