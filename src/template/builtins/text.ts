import type { Runtime } from "../runtime.ts";
import { SPACE_CLASS } from "../syntax/grammar.ts";
import { getKey, isMapping } from "../values/dict.ts";
import { charactersOf, countCharacters } from "../values/iterate.ts";
import { charge } from "../values/meter.ts";
import { exactInteger } from "../values/numbers.ts";
import { splitText } from "../values/search-text.ts";
import { toText } from "../values/text.ts";
import type { Value } from "../values/value.ts";

const SPACE = new RegExp(`[${SPACE_CLASS}]`);

/** Removes characters from the ends: those given, or white space. */
export function strip(text: string, characters: string | undefined, left: boolean, right: boolean): string {
	const set = characters === undefined ? undefined : new Set(characters);
	if (set && /[\ud800-\udfff]/.test(characters + text))
		return stripUnits(charactersOf(text), (character) => set.has(character), left, right).join("");
	const matches = (unit: string): boolean => (set ? set.has(unit) : SPACE.test(unit));
	let start = 0;
	let end = text.length;
	const isStripped = (at: number): boolean => {
		if (at % 64 === 63) charge(1);
		return matches(text.charAt(at));
	};
	if (left) while (start < end && isStripped(start)) start++;
	if (right) while (end > start && isStripped(end - 1)) end--;
	return text.slice(start, end);
}

function stripUnits(units: string[], matches: (unit: string) => boolean, left: boolean, right: boolean): string[] {
	let start = 0;
	let end = units.length;
	if (left) while (start < end && matches(units[start] ?? "")) start++;
	if (right) while (end > start && matches(units[end - 1] ?? "")) end--;
	return units.slice(start, end);
}

/** Replaces a part wherever it occurs, or the first `count` times. An empty part occurs between all characters. */
export function replaceText(runtime: Runtime, text: string, old: string, replacement: string, count: number): string {
	const parts = old === "" ? ["", ...charactersOf(text), ""] : splitText(text, old);
	const times = count < 0 ? parts.length - 1 : Math.min(count, parts.length - 1);
	runtime.checkLength(text.length + times * replacement.length);
	if (times === parts.length - 1) return parts.join(replacement);
	return [...parts.slice(0, times), parts.slice(times).join(old)].join(replacement);
}

/** Pads to a width with the text in the middle; where it cannot be, Python's rule decides. */
export function center(text: string, width: number, fill: string): string {
	const missing = width - countCharacters(text);
	if (missing <= 0) return text;
	const left = Math.floor(missing / 2) + (missing & width & 1);
	return fill.repeat(left) + text + fill.repeat(missing - left);
}

/** Pads to a width with the text at one side. */
export function justify(text: string, width: number, fill: string, side: "left" | "right"): string {
	const padding = fill.repeat(Math.max(0, width - countCharacters(text)));
	return side === "left" ? text + padding : padding + text;
}

/** Replaces characters by code point. */
export function translate(text: string, table: Value): string {
	return Array.from(text, (character) => {
		charge(1);
		const replacement = isMapping(table) ? getKey(table, character.codePointAt(0)) : undefined;
		if (replacement === undefined) return character;
		if (replacement === null) return "";
		const code = exactInteger(replacement);
		return code === undefined ? toText(replacement) : String.fromCodePoint(Number(code));
	}).join("");
}
