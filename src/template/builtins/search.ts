import { TemplateRuntimeError } from "../errors.ts";
import { exactInteger } from "../values/numbers.ts";
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
	if (SURROGATE.test(text)) return findInCharacters([...text], [...sub], start, end, fromRight);
	const [from, to] = resolveBounds(text.length, start, end);
	if (from > to) return -1;
	const index = fromRight ? text.slice(from, to).lastIndexOf(sub) : text.slice(from, to).indexOf(sub);
	return index === -1 ? -1 : index + from;
}

function findInCharacters(text: string[], sub: string[], start: Value, end: Value, fromRight: boolean): number {
	const [from, to] = resolveBounds(text.length, start, end);
	const part = text.slice(from, to).join("");
	const needle = sub.join("");
	const index = from > to ? -1 : fromRight ? part.lastIndexOf(needle) : part.indexOf(needle);
	return index === -1 ? -1 : from + [...part.slice(0, index)].length;
}

/** How often a part occurs without overlap. */
export function countIn(text: string, sub: string, start: Value, end: Value): number {
	const characters = [...text];
	const [from, to] = resolveBounds(characters.length, start, end);
	if (from > to) return 0;
	if (sub === "") return to - from + 1;
	return characters.slice(from, to).join("").split(sub).length - 1;
}

/** Whether the text between two positions begins or ends with the affix. */
export function matchesAt(text: string, affix: string, start: Value, end: Value, atEnd: boolean): boolean {
	let part = text;
	if (start !== undefined || end !== undefined) {
		const characters = [...text];
		const [from, to] = resolveBounds(characters.length, start, end);
		if (from > to) return false;
		part = characters.slice(from, to).join("");
	}
	return atEnd ? part.endsWith(affix) : part.startsWith(affix);
}
