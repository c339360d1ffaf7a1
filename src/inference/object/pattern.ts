import type { Program, State, Work } from "./work.ts";

/** A pattern refers back to a group, or is otherwise none whose ways can be followed all at once. */
export class UnboundedPattern extends Error {}

/**
 * Whether a string has a part that matches a pattern; every string matches an invalid one.
 * @throws TooMuchWork; UnboundedPattern
 */
export function matches(pattern: string, text: string, work: Work): boolean {
	if (!work.programs.has(pattern)) work.programs.set(pattern, compile(pattern, work));
	const program = work.programs.get(pattern);
	return program === undefined || search(program, text, 0, work);
}

/** @throws TooMuchWork; UnboundedPattern */
function compile(pattern: string, work: Work): Program | undefined {
	if (!isValid(pattern)) return undefined;
	return new Compiler(pattern, work).compile();
}

function isValid(pattern: string): boolean {
	try {
		return new RegExp(pattern, "u") !== undefined;
	} catch {
		return false;
	}
}

interface Bounds {
	/** Where the match starts; anywhere from `from` on if it is false. */
	isAnchored?: boolean;
	/** Where the match has to end. */
	end?: number;
}

function search(
	{ states, start }: Program,
	text: string,
	from: number,
	work: Work,
	{ isAnchored = false, end }: Bounds = {},
): boolean {
	work.spend(states.length);
	const seen = new Uint32Array(states.length);
	let step = 0;
	let current: number[] = [];
	let isFound = false;
	/** Adds what can be reached from a state without a character. */
	const add = (first: number, position: number, list: number[]): void => {
		const open = [first];
		for (let index = open.pop(); index !== undefined; index = open.pop()) {
			if (seen[index] === step) continue;
			seen[index] = step;
			work.spend(1);
			const state = states[index];
			if (state?.type === "end") isFound ||= end === undefined || position === end;
			else if (state?.type === "character") list.push(index);
			else if (state?.type === "split") open.push(state.other, state.next);
			else if (state?.holds(text, position, work)) open.push(state.next);
		}
	};
	const last = end ?? text.length;
	step++;
	add(start, from, current);
	for (let position = from; !isFound && position < last; ) {
		if (isAnchored && current.length === 0) return false;
		const code = text.codePointAt(position) ?? 0;
		position += code > 0xffff ? 2 : 1;
		step++;
		const next: number[] = [];
		work.spend(1 + current.length);
		for (const index of current) {
			const state = states[index];
			if (state?.type === "character" && state.accepts(code)) add(state.next, position, next);
		}
		if (!isAnchored) add(start, position, next);
		current = next;
	}
	return isFound;
}

/** Makes the states of a part that go on with `next`; returns the first of them. */
type Part = (next: number) => number;

/** How a pattern looks around. */
const LOOKS: readonly [sign: string, isBehind: boolean, isWanted: boolean][] = [
	["(?=", false, true],
	["(?!", false, false],
	["(?<=", true, true],
	["(?<!", true, false],
];
const ESCAPE =
	/\\(?:u\{[^}]*\}|u[\da-f]{4}(?:(?<=u[dD][89abAB][\da-f]{2})\\u[dD][c-fC-F][\da-f]{2})?|x[\da-f]{2}|c[a-z]|[pP]\{[^}]*\}|[\s\S])/iuy;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;
const BACK_REFERENCE = /\\(?:[1-9]|k<)/y;
const GROUP = /\((?:\?:|\?<(?![=!])[^>]*>|(?!\?))/y;

/** What a state costs, in steps: its memory too. */
const STATE_STEPS = 20;
/** What a repetition costs, also of a part without states. */
const REPEAT_STEPS = 5;
/** Most groups within each other. */
const MAX_DEPTH = 200;

class Compiler {
	readonly #pattern: string;
	readonly #work: Work;
	#states: State[] = [];
	#at = 0;
	#depth = 0;

	/** @param pattern a valid one */
	constructor(pattern: string, work: Work) {
		this.#pattern = pattern;
		this.#work = work;
	}

	compile(): Program {
		return this.#program(this.#either());
	}

	/** Makes a program of its own of a part. */
	#program(part: Part): Program {
		const outer = this.#states;
		this.#states = [];
		const start = part(this.#push({ type: "end" }));
		const program = { states: this.#states, start };
		this.#states = outer;
		return program;
	}

	#push(state: State): number {
		this.#work.spend(STATE_STEPS);
		return this.#states.push(state) - 1;
	}

	#take(expression: RegExp): RegExpExecArray | undefined {
		expression.lastIndex = this.#at;
		const found = expression.exec(this.#pattern) ?? undefined;
		if (found) this.#at += found[0].length;
		return found;
	}

	#takes(sign: string): boolean {
		if (!this.#pattern.startsWith(sign, this.#at)) return false;
		this.#at += sign.length;
		return true;
	}

	/** Alternatives, up to the end of the group. */
	#either(): Part {
		if (++this.#depth > MAX_DEPTH) throw new UnboundedPattern();
		const all = [this.#sequence()];
		while (this.#takes("|")) all.push(this.#sequence());
		this.#depth--;
		return (next) =>
			all.map((part) => part(next)).reduceRight((other, first) => this.#push({ type: "split", next: first, other }));
	}

	#sequence(): Part {
		const parts: Part[] = [];
		while (this.#at < this.#pattern.length && !"|)".includes(this.#pattern[this.#at] ?? "")) {
			parts.push(this.#quantified(this.#term()));
		}
		return (next) => parts.reduceRight((after, part) => part(after), next);
	}

	#quantified(part: Part): Part {
		const found = this.#take(QUANTIFIER);
		if (!found) return part;
		const [, sign, least, comma, most] = found;
		const from = sign === undefined ? Number(least) : sign === "+" ? 1 : 0;
		const unlimited = sign === undefined ? comma !== "" && most === "" : sign !== "?";
		const to = sign === "?" ? 1 : comma === "" ? from : Number(most);
		return (next) => {
			let first = next;
			if (unlimited) {
				const loop = this.#push({ type: "split", next: 0, other: next });
				Object.assign(this.#states[loop] ?? {}, { next: part(loop) });
				first = loop;
			} else {
				for (let count = from; count < to; count++)
					first = this.#push({ type: "split", next: part(first), other: next });
			}
			for (let count = 0; count < from; count++) {
				this.#work.spend(REPEAT_STEPS);
				first = part(first);
			}
			return first;
		};
	}

	#term(): Part {
		if (this.#takes("^")) return this.#assert((_, position) => position === 0);
		if (this.#takes("$")) return this.#assert((text, position) => position === text.length);
		if (this.#takes("\\b")) return this.#assert(isWordEdge);
		if (this.#takes("\\B")) return this.#assert((text, position) => !isWordEdge(text, position));
		for (const [sign, isBehind, isWanted] of LOOKS) if (this.#takes(sign)) return this.#look(isBehind, isWanted);
		if (this.#take(GROUP)) {
			const inner = this.#either();
			this.#takes(")");
			return inner;
		}
		if (this.#pattern.startsWith("(", this.#at) || this.#take(BACK_REFERENCE)) throw new UnboundedPattern();
		const start = this.#at;
		if (this.#pattern.startsWith("[", start)) this.#skipClass();
		else if (!this.#take(ESCAPE)) this.#at += String.fromCodePoint(this.#pattern.codePointAt(start) ?? 0).length;
		const accepts = acceptsOf(this.#pattern.slice(start, this.#at));
		return (next) => this.#push({ type: "character", accepts, next });
	}

	#assert(holds: (text: string, position: number, work: Work) => boolean): Part {
		return (next) => this.#push({ type: "assertion", holds, next });
	}

	#look(isBehind: boolean, isWanted: boolean): Part {
		const program = this.#program(this.#either());
		this.#takes(")");
		return this.#assert((text, position, work) => {
			const found = isBehind
				? search(program, text, 0, work, { end: position })
				: search(program, text, position, work, { isAnchored: true });
			return found === isWanted;
		});
	}

	#skipClass(): void {
		for (this.#at++; !this.#takes("]"); ) if (!this.#take(ESCAPE)) this.#take(/[\s\S]/uy);
	}
}

/** Whether one character matches a part of a pattern that stands for one. */
function acceptsOf(source: string): (code: number) => boolean {
	if (source.length === 1 && source !== ".") return (code) => code === source.charCodeAt(0);
	const one = new RegExp(`^${source}$`, "u");
	const known: (boolean | undefined)[] = [];
	return (code) => {
		if (code > 0xff) return one.test(String.fromCodePoint(code));
		known[code] ??= one.test(String.fromCharCode(code));
		return known[code];
	};
}

function isWordEdge(text: string, position: number): boolean {
	return isWord(text[position - 1]) !== isWord(text[position]);
}

function isWord(character = ""): boolean {
	return /^\w$/.test(character);
}
