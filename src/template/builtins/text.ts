import { TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { SPACE_CLASS } from "../syntax/lexer-options.ts";
import { getKey, isMapping } from "../values/dict.ts";
import { exactInteger } from "../values/numbers.ts";
import { countCharacters } from "../values/iterate.ts";
import { toText } from "../values/text.ts";
import { Tuple, type Value } from "../values/value.ts";

const SPACE = new RegExp(`[${SPACE_CLASS}]`);
const SPACES = new RegExp(`[${SPACE_CLASS}]+`, "g");
const LINE_BREAK = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/g;

/** Removes characters from the ends: those given, or white space. */
export function strip(text: string, characters: string | undefined, left: boolean, right: boolean): string {
	if (characters !== undefined && /[\ud800-\udfff]/.test(characters + text)) {
		const set = new Set(characters);
		return stripUnits([...text], (character) => set.has(character), left, right).join("");
	}
	const matches = (unit: string): boolean => (characters === undefined ? SPACE.test(unit) : characters.includes(unit));
	let start = 0;
	let end = text.length;
	if (left) while (start < end && matches(text.charAt(start))) start++;
	if (right) while (end > start && matches(text.charAt(end - 1))) end--;
	return text.slice(start, end);
}

function stripUnits(units: string[], matches: (unit: string) => boolean, left: boolean, right: boolean): string[] {
	let start = 0;
	let end = units.length;
	if (left) while (start < end && matches(units[start] ?? "")) start++;
	if (right) while (end > start && matches(units[end - 1] ?? "")) end--;
	return units.slice(start, end);
}

/** Cuts a text at a separator, or at runs of white space; `limit` is the most cuts, negative for all. */
export function split(text: string, separator: string | undefined, limit: number, fromRight: boolean): string[] {
	if (separator === "") throw new TemplateRuntimeError("empty separator");
	if (separator === undefined) return splitWords(text, limit, fromRight);
	const parts = text.split(separator);
	if (limit < 0 || parts.length <= limit + 1) return parts;
	return fromRight
		? [parts.slice(0, parts.length - limit).join(separator), ...parts.slice(parts.length - limit)]
		: [...parts.slice(0, limit), parts.slice(limit).join(separator)];
}

function splitWords(text: string, limit: number, fromRight: boolean): string[] {
	const trimmed = strip(text, undefined, true, true);
	if (trimmed === "") return [];
	if (limit < 0) return trimmed.split(SPACES);
	const gaps = [...trimmed.matchAll(SPACES)];
	const chosen = fromRight ? gaps.slice(Math.max(0, gaps.length - limit)) : gaps.slice(0, limit);
	const words: string[] = [];
	let start = 0;
	for (const gap of chosen) {
		words.push(trimmed.slice(start, gap.index));
		start = gap.index + gap[0].length;
	}
	words.push(trimmed.slice(start));
	// The end that is not cut keeps its outer white space.
	if (chosen.length < gaps.length || limit === 0) {
		const outer = fromRight
			? strip(text, undefined, false, true).slice(0, text.length - strip(text, undefined, true, false).length)
			: strip(text, undefined, true, false).slice(strip(text, undefined, true, true).length);
		if (fromRight) words[0] = outer + words[0];
		else words[words.length - 1] += outer;
	}
	return words;
}

/** Cuts a text into its lines, at every line break Unicode knows. */
export function splitLines(text: string, keepEnds: boolean): string[] {
	const lines: string[] = [];
	let start = 0;
	for (const match of text.matchAll(LINE_BREAK)) {
		const end = match.index + match[0].length;
		lines.push(text.slice(start, keepEnds ? end : match.index));
		start = end;
	}
	if (start < text.length) lines.push(text.slice(start));
	return lines;
}

/** The text before, of and after the first or last separator. */
export function partition(text: string, separator: string, fromRight: boolean): Tuple {
	if (separator === "") throw new TemplateRuntimeError("empty separator");
	const index = fromRight ? text.lastIndexOf(separator) : text.indexOf(separator);
	if (index === -1) return new Tuple(fromRight ? ["", "", text] : [text, "", ""]);
	return new Tuple([text.slice(0, index), separator, text.slice(index + separator.length)]);
}

/** Replaces a part wherever it occurs, or the first `count` times. An empty part occurs between all characters. */
export function replaceText(runtime: Runtime, text: string, old: string, replacement: string, count: number): string {
	const parts = old === "" ? ["", ...text, ""] : text.split(old);
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
		const replacement = isMapping(table) ? getKey(table, character.codePointAt(0)) : undefined;
		if (replacement === undefined) return character;
		if (replacement === null) return "";
		const code = exactInteger(replacement);
		return code === undefined ? toText(replacement) : String.fromCodePoint(Number(code));
	}).join("");
}
