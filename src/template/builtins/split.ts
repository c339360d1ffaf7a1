import { TemplateRuntimeError } from "../errors.ts";
import { SPACE_CLASS } from "../syntax/grammar.ts";
import { charge, chargeCharacters } from "../values/meter.ts";
import { Tuple } from "../values/value.ts";
import { strip } from "./text.ts";

const SPACES = new RegExp(`[${SPACE_CLASS}]+`, "g");
/** Single line breaks, as a part of a character class; the file, group and record separators are among them. */
const BREAK_CLASS = "\n\r\v\f\x1c-\x1e\x85\u2028\u2029";
const LINE_BREAK = new RegExp(`\r\n|[${BREAK_CLASS}]`, "g");

/** Shorter texts are cut in one go. */
const LONG_TEXT = 100_000;

/** Cuts a text at every occurrence of a separator that is not empty. */
export function splitText(text: string, separator: string): string[] {
	if (text.length < LONG_TEXT) return text.split(separator);
	const parts: string[] = [];
	let start = 0;
	for (let end = text.indexOf(separator); end !== -1; end = text.indexOf(separator, start)) {
		charge(1);
		parts.push(text.slice(start, end));
		start = end + separator.length;
	}
	chargeCharacters(text.length);
	parts.push(text.slice(start));
	return parts;
}

/** Cuts a text at a separator, or at runs of white space; `limit` is the most cuts, negative for all. */
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
		return trimmed === "" ? [] : trimmed.split(SPACES);
	}
	const rest = strip(text, undefined, !fromRight, fromRight);
	const gaps = [...rest.matchAll(SPACES)];
	const chosen = fromRight ? gaps.slice(Math.max(0, gaps.length - limit)) : gaps.slice(0, limit);
	const words: string[] = [];
	let start = 0;
	for (const gap of chosen) {
		words.push(rest.slice(start, gap.index));
		start = gap.index + gap[0].length;
	}
	words.push(rest.slice(start));
	return words.filter((word) => word !== "");
}

/** Cuts a text into its lines, at every line break Unicode knows. */
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

/** The text before, of and after the first or last separator. */
export function partition(text: string, separator: string, fromRight: boolean): Tuple {
	if (separator === "") throw new TemplateRuntimeError("empty separator");
	const index = fromRight ? text.lastIndexOf(separator) : text.indexOf(separator);
	if (index === -1) return new Tuple(fromRight ? ["", "", text] : [text, "", ""]);
	return new Tuple([text.slice(0, index), separator, text.slice(index + separator.length)]);
}
