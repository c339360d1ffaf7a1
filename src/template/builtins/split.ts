import { TemplateRuntimeError } from "../errors.ts";
import { SPACE_CLASS } from "../syntax/grammar.ts";
import { charge } from "../values/meter.ts";
import { indexOfText, lastIndexOfText, splitText } from "../values/search-text.ts";
import { Tuple } from "../values/value.ts";
import { strip } from "./text.ts";

/** Longer texts are split with checks of the time limit. */
const LONG_TEXT = 100_000;
const SPACES = new RegExp(`[${SPACE_CLASS}]+`, "g");
/** Single line breaks, as a part of a character class; the file, group and record separators are among them. */
const BREAK_CLASS = "\n\r\v\f\x1c-\x1e\x85\u2028\u2029";
const LINE_BREAK = new RegExp(`\r\n|[${BREAK_CLASS}]`, "g");

/**
 * Splits a text at a separator, or at runs of white space; `limit` is the maximum number of splits, negative for all.
 */
export function split(text: string, separator: string | undefined, limit: number, fromRight: boolean): string[] {
	if (separator === "") throw new TemplateRuntimeError("empty separator");
	if (separator === undefined) return splitWords(text, limit, fromRight);
	const parts = splitText(text, separator);
	if (limit < 0 || parts.length <= limit + 1) return parts;
	return fromRight
		? [parts.slice(0, parts.length - limit).join(separator), ...parts.slice(parts.length - limit)]
		: [...parts.slice(0, limit), parts.slice(limit).join(separator)];
}

/** The end that the limit leaves uncut keeps its outer white space. */
function splitWords(text: string, limit: number, fromRight: boolean): string[] {
	if (limit < 0) {
		const trimmed = strip(text, undefined, true, true);
		if (trimmed.length < LONG_TEXT) return trimmed === "" ? [] : trimmed.split(SPACES);
	}
	const rest = strip(text, undefined, limit < 0 || !fromRight, limit < 0 || fromRight);
	const gaps: RegExpExecArray[] = [];
	for (const gap of rest.matchAll(SPACES)) {
		charge(1);
		gaps.push(gap);
		if (!fromRight && gaps.length === limit) break;
	}
	const chosen = limit < 0 ? gaps : fromRight ? gaps.slice(Math.max(0, gaps.length - limit)) : limit === 0 ? [] : gaps;
	const words: string[] = [];
	let start = 0;
	for (const gap of chosen) {
		words.push(rest.slice(start, gap.index));
		start = gap.index + gap[0].length;
	}
	words.push(rest.slice(start));
	return words.filter((word) => word !== "");
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
