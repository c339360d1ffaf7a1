import { lazyPattern } from "../../base/lazy-pattern.ts";
import { charge, chargeCharacters } from "./meter.ts";

/** Longer texts are searched and split with checks of the time limit, in linear time. */
const LONG_TEXT = 100_000;

/** JavaScript's own search takes up to text × part steps; above this many a linear search is used. */
const CHEAP_PRODUCT = 20_000_000;
const SHORT_PART = 4;

/** Position of the first occurrence of a part from a position on; -1 if there is none. */
export function indexOfText(text: string, part: string, from = 0): number {
	const length = text.length - from;
	if (part.length <= SHORT_PART || length * part.length < CHEAP_PRODUCT) {
		const found = text.indexOf(part, from);
		chargeCharacters(found === -1 ? length : found - from);
		return found;
	}
	return findLinearly(
		length,
		part.length,
		(index) => text.charCodeAt(from + index),
		(index) => part.charCodeAt(index),
		(index) => from + index,
	);
}

/** Position of the last occurrence of a part; -1 if there is none. */
export function lastIndexOfText(text: string, part: string): number {
	chargeCharacters(text.length);
	if (part.length <= SHORT_PART || text.length * part.length < CHEAP_PRODUCT) return text.lastIndexOf(part);
	return findLinearly(
		text.length,
		part.length,
		(index) => text.charCodeAt(text.length - 1 - index),
		(index) => part.charCodeAt(part.length - 1 - index),
		(index) => text.length - index - part.length,
	);
}

type UnitAt = (index: number) => number;

/** Searches with the algorithm of Knuth, Morris and Pratt. */
function findLinearly(
	textLength: number,
	partLength: number,
	textAt: UnitAt,
	partAt: UnitAt,
	resultOf: (index: number) => number,
): number {
	if (partLength > textLength) return -1;
	// For every prefix of the part: the length of its longest proper prefix that is also its suffix.
	const borders = new Int32Array(partLength);
	for (let index = 1, border = 0; index < partLength; index++) {
		if (index % 4096 === 0) charge(1);
		while (border > 0 && partAt(index) !== partAt(border)) border = borders[border - 1] ?? 0;
		if (partAt(index) === partAt(border)) border++;
		borders[index] = border;
	}
	for (let index = 0, matched = 0; index < textLength; index++) {
		if (index % 4096 === 0) charge(1);
		while (matched > 0 && textAt(index) !== partAt(matched)) matched = borders[matched - 1] ?? 0;
		if (textAt(index) === partAt(matched)) matched++;
		if (matched === partLength) return resultOf(index + 1 - partLength);
	}
	return -1;
}

/** Splits a text at every occurrence of a non-empty separator. */
export function splitText(text: string, separator: string): string[] {
	if (text.length < LONG_TEXT) return text.split(separator);
	const parts: string[] = [];
	let start = 0;
	for (let end = indexOfText(text, separator); end !== -1; end = indexOfText(text, separator, start)) {
		charge(1);
		parts.push(text.slice(start, end));
		start = end + separator.length;
	}
	parts.push(text.slice(start));
	return parts;
}

/** Pieces that are joined at once. Added to a text one by one, each would hold dozens of bytes until that is copied. */
const MAX_PIECES = 4096;

/** Like `text.replace(pattern, replace)` for a global pattern. */
export function replaceMatches(text: string, pattern: RegExp, replace: (...groups: string[]) => string): string {
	if (text.length < LONG_TEXT) return text.replace(pattern, replace);
	let result = "";
	let pieces: string[] = [];
	let last = 0;
	for (const match of text.matchAll(pattern)) {
		charge(1);
		pieces.push(text.slice(last, match.index), replace(...match));
		last = match.index + match[0].length;
		if (pieces.length < MAX_PIECES) continue;
		result += pieces.join("");
		pieces = [];
	}
	return result + pieces.join("") + text.slice(last);
}

/** Whether a text has characters of two UTF-16 units. */
export function hasPairs(text: string): boolean {
	return /[\ud800-\udfff]/.test(text);
}

/** Returns the code points of a text. */
export function charactersOf(text: string): string[] {
	charge(text.length);
	if (text.length < LONG_TEXT) return [...text];
	const characters: string[] = [];
	for (const character of text) {
		if (characters.length % 64 === 0) charge(1);
		characters.push(character);
	}
	return characters;
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
	// Characters of two units cannot be compared one unit at a time.
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
