import { TemplateRuntimeError } from "../errors.ts";
import { charactersOf, countCharacters } from "../values/iterate.ts";
import { charge } from "../values/meter.ts";
import { exactInteger } from "../values/numbers.ts";
import { indexOfText, lastIndexOfText } from "../values/search-text.ts";
import type { Value } from "../values/value.ts";

const SURROGATE = /[\ud800-\udfff]/;

/** Resolves optional positions, given as values, within a sequence of the length. */
function resolveBounds(length: number, start: Value, end: Value): [from: number, to: number] {
	const resolve = (value: Value, absent: number): number => {
		const position = value === undefined || value === null ? absent : exactInteger(value);
		if (position === undefined)
			throw new TemplateRuntimeError("slice indices must be integers or None or have an __index__ method");
		const index = Number(position);
		return index < 0 ? Math.max(0, index + length) : index;
	};
	return [resolve(start, 0), Math.min(length, resolve(end, length))];
}

/** Position of a part in code points, or -1. */
export function findIn(text: string, sub: string, start: Value, end: Value, fromRight: boolean): number {
	if (SURROGATE.test(text)) return findInCharacters(charactersOf(text), sub, start, end, fromRight);
	const [from, to] = resolveBounds(text.length, start, end);
	if (from > to) return -1;
	const index = fromRight ? lastIndexOfText(text.slice(from, to), sub) : indexOfText(text.slice(from, to), sub);
	return index === -1 ? -1 : index + from;
}

function findInCharacters(text: string[], sub: string, start: Value, end: Value, fromRight: boolean): number {
	const [from, to] = resolveBounds(text.length, start, end);
	const part = text.slice(from, to).join("");
	const index = from > to ? -1 : fromRight ? lastIndexOfText(part, sub) : indexOfText(part, sub);
	return index === -1 ? -1 : from + countCharacters(part.slice(0, index));
}

/** How often a part occurs without overlap. */
export function countIn(text: string, sub: string, start: Value, end: Value): number {
	const characters = SURROGATE.test(text) ? charactersOf(text) : undefined;
	const [from, to] = resolveBounds((characters ?? text).length, start, end);
	if (from > to) return 0;
	if (sub === "") return to - from + 1;
	const part = characters ? characters.slice(from, to).join("") : text.slice(from, to);
	let count = 0;
	for (let at = indexOfText(part, sub); at !== -1; at = indexOfText(part, sub, at + sub.length)) {
		charge(1);
		count++;
	}
	return count;
}

/** Whether the text between two positions begins or ends with the affix. */
export function matchesAt(text: string, affix: string, start: Value, end: Value, atEnd: boolean): boolean {
	let part = text;
	if (start !== undefined || end !== undefined) {
		const characters = charactersOf(text);
		const [from, to] = resolveBounds(characters.length, start, end);
		if (from > to) return false;
		part = characters.slice(from, to).join("");
	}
	return atEnd ? part.endsWith(affix) : part.startsWith(affix);
}
