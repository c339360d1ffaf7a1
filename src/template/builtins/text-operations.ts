import { lazyPattern } from "../../base/lazy-pattern.ts";
import { TemplateRuntimeError } from "../errors.ts";
import type { Cases, Runtime } from "../runtime.ts";
import { charge } from "../values/meter.ts";
import { charactersOf, replaceMatches, SPACE_CLASS, splitText, strip } from "../values/search-text.ts";

/** Replaces a part wherever it occurs, or the first `count` times. An empty part occurs between all characters. */
export function replaceText(runtime: Runtime, text: string, old: string, replacement: string, count: number): string {
	const parts = old === "" ? ["", ...charactersOf(text), ""] : splitText(text, old);
	const times = count < 0 ? parts.length - 1 : Math.min(count, parts.length - 1);
	runtime.checkLength(text.length + times * replacement.length);
	if (times === parts.length - 1) return parts.join(replacement);
	return [...parts.slice(0, times), parts.slice(times).join(old)].join(replacement);
}

/** Longer texts are split with checks of the time limit. */
const LONG_TEXT = 100_000;
export const SPACES = new RegExp(`[${SPACE_CLASS}]+`, "g");
/** Single line breaks, as a part of a character class; the file, group and record separators are among them. */
const BREAK_CLASS = "\n\r\v\f\x1c-\x1e\x85\u2028\u2029";
export const LINE_BREAK = new RegExp(`\r\n|[${BREAK_CLASS}]`, "g");

/**
 * Splits a text at a separator, or at runs of white space; `limit` is the maximum number of splits, negative for all.
 */
export function split(text: string, separator: string | undefined, limit: number): string[] {
	if (separator === "") throw new TemplateRuntimeError("empty separator");
	if (separator === undefined) return splitWords(text, limit);
	const parts = splitText(text, separator);
	if (limit < 0 || parts.length <= limit + 1) return parts;
	return [...parts.slice(0, limit), parts.slice(limit).join(separator)];
}

/** The end that the limit leaves uncut keeps its outer white space. */
function splitWords(text: string, limit: number): string[] {
	const rest = strip(text, undefined, true, limit < 0);
	if (limit < 0 && rest.length < LONG_TEXT) return rest === "" ? [] : rest.split(SPACES);
	const words: string[] = [];
	let start = 0;
	for (const gap of rest.matchAll(SPACES)) {
		charge(1);
		if (words.length === limit) break;
		words.push(rest.slice(start, gap.index));
		start = gap.index + gap[0].length;
	}
	words.push(rest.slice(start));
	return words.filter((word) => word !== "");
}

/** Returns the first character of a text in upper case, the rest in lower case. */
export function capitalizeWord(word: string): string {
	charge(1);
	const [first = ""] = word;
	return first.toUpperCase() + word.slice(first.length).toLowerCase();
}

const WORD = lazyPattern("\\p{Cased}+", "gu");

/** The rules of JavaScript; `letter-case.ts` handles digraphs, Greek and Georgian. */
export const plainCases: Cases = {
	capitalize: capitalizeWord,
	titleCase: (text) => replaceMatches(text, WORD(), capitalizeWord),
	isUpperCase: (text) => text === text.toUpperCase() && text !== text.toLowerCase(),
	isLowerCase: (text) => text === text.toLowerCase() && text !== text.toUpperCase(),
};
