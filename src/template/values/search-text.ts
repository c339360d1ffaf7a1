import { lazyPattern } from "../../base/lazy-pattern.ts";
import { Part } from "../parts.ts";
import { type Budget, type Counter, charge, chargeCharacters } from "./meter.ts";

/** Longer texts are searched and split with checks of the time limit, in linear time. */
const LONG_TEXT = 100_000;

/** Searching and splitting long texts, which the full engine can interrupt. */
export const LONG_TEXTS = new Part<LongTexts>("a limit of steps or time");

export interface LongTexts {
	readonly Meter: new (budget: Budget) => Counter;
	indexOf(text: string, part: string, from: number): number;
	split(text: string, separator: string): string[];
	replace(text: string, pattern: RegExp, replace: (...groups: string[]) => string): string;
	charactersOf(text: string): string[];
}

const forText = (text: string): LongTexts | undefined => (text.length < LONG_TEXT ? undefined : LONG_TEXTS.content);

/** Position of the first occurrence of a part from a position on; -1 if there is none. */
export function indexOfText(text: string, part: string, from = 0): number {
	const long = forText(text);
	if (long) return long.indexOf(text, part, from);
	const found = text.indexOf(part, from);
	chargeCharacters((found === -1 ? text.length : found) - from);
	return found;
}

/** Splits a text at every occurrence of a non-empty separator. */
export function splitText(text: string, separator: string): string[] {
	return forText(text)?.split(text, separator) ?? text.split(separator);
}

/** Like `text.replace(pattern, replace)` for a global pattern. */
export function replaceMatches(text: string, pattern: RegExp, replace: (...groups: string[]) => string): string {
	return forText(text)?.replace(text, pattern, replace) ?? text.replace(pattern, replace);
}

/** Whether a text has characters of two UTF-16 units. */
export function hasPairs(text: string): boolean {
	return /[\ud800-\udfff]/.test(text);
}

/** Returns the code points of a text. */
export function charactersOf(text: string): string[] {
	charge(text.length);
	return forText(text)?.charactersOf(text) ?? [...text];
}

/** Printable ASCII without quotes and backslashes, which most texts are made of. */
const PLAIN = /^[ !#-&(-[\]-~]*$/;
const ESCAPED = lazyPattern("[\\\\'\"\\p{C}\\p{Z}]", "gu");
export const SHORT_ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Returns a str as Python's `repr` writes it. */
export function quoteText(text: string): string {
	chargeCharacters(text.length);
	if (PLAIN.test(text)) return `'${text}'`;
	const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
	const body = replaceMatches(text, ESCAPED(), (character) => {
		charge(1);
		if (character === " " || character === "'" || character === '"')
			return character === quote ? `\\${character}` : character;
		return SHORT_ESCAPES[character] ?? escapeCharacter(character);
	});
	return `${quote}${body}${quote}`;
}

/** `\xhh`, `\uhhhh` or `\Uhhhhhhhh`, whichever is shortest. */
export function escapeCharacter(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	const hex = code.toString(16);
	if (code <= 0xff) return `\\x${hex.padStart(2, "0")}`;
	return code <= 0xffff ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}

/** Python's idea of white space, which has U+0085 and the separators but not U+FEFF, as a part of a character class. */
export const SPACE_CLASS = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

const SPACE = new RegExp(`[${SPACE_CLASS}]`);

/** Removes characters from the ends: those given, or white space. */
export function strip(text: string, characters: string | undefined, left: boolean, right: boolean): string {
	const set = characters === undefined ? undefined : new Set(characters);
	// Characters of two units cannot be looked at one unit at a time.
	const units = set && hasPairs(characters + text) ? charactersOf(text) : text;
	let start = 0;
	let end = units.length;
	const isStripped = (at: number): boolean => {
		if (at % 64 === 63) charge(1);
		return set ? set.has(units[at] ?? "") : SPACE.test(units[at] ?? "");
	};
	if (left) while (start < end && isStripped(start)) start++;
	if (right) while (end > start && isStripped(end - 1)) end--;
	const part = units.slice(start, end);
	return typeof part === "string" ? part : part.join("");
}
