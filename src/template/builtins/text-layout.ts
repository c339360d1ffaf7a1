import { TemplateRuntimeError } from "../errors.ts";
import { getKey, isMapping } from "../values/dict.ts";
import { countCharacters } from "../values/iterate.ts";
import { charge } from "../values/meter.ts";
import { exactInteger } from "../values/numbers.ts";
import { indexOfText, lastIndexOfText, splitText, strip } from "../values/search-text.ts";
import { toText } from "../values/text.ts";
import { Tuple, type Value } from "../values/value.ts";
import { LINE_BREAK, SPACES, split } from "./text-operations.ts";

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

/** Like `split`, but counts from the right. */
export function splitFromRight(text: string, separator: string | undefined, limit: number): string[] {
	if (limit < 0 || separator === "") return split(text, separator, limit);
	if (separator !== undefined) {
		const parts = splitText(text, separator);
		const count = parts.length - limit;
		return count <= 1 ? parts : [parts.slice(0, count).join(separator), ...parts.slice(count)];
	}
	const rest = strip(text, undefined, false, true);
	const gaps: RegExpExecArray[] = [];
	for (const gap of rest.matchAll(SPACES)) {
		charge(1);
		gaps.push(gap);
	}
	const words: string[] = [];
	let start = 0;
	for (const gap of gaps.slice(Math.max(0, gaps.length - limit))) {
		words.push(rest.slice(start, gap.index));
		start = gap.index + gap[0].length;
	}
	return [...words, rest.slice(start)].filter((word) => word !== "");
}

/** Splits a text into lines, at every Unicode line break. */
export function splitLines(text: string, keepEnds: boolean): string[] {
	const lines: string[] = [];
	let start = 0;
	for (const match of text.matchAll(LINE_BREAK)) {
		charge(1);
		const end = match.index + match[0].length;
		lines.push(text.slice(start, keepEnds ? end : match.index));
		start = end;
	}
	if (start < text.length) lines.push(text.slice(start));
	return lines;
}

/** Returns the text before, of and after the first or last separator. */
export function partition(text: string, separator: string, fromRight: boolean): Tuple {
	if (separator === "") throw new TemplateRuntimeError("empty separator");
	const index = fromRight ? lastIndexOfText(text, separator) : indexOfText(text, separator);
	if (index === -1) return new Tuple(fromRight ? ["", "", text] : [text, "", ""]);
	return new Tuple([text.slice(0, index), separator, text.slice(index + separator.length)]);
}
