import { lazyPattern } from "../../base/lazy-pattern.ts";
import type { Cases } from "../runtime.ts";
import { charge } from "../values/meter.ts";
import { replaceMatches } from "../values/search-text.ts";

const CASED = lazyPattern("\\p{Cased}", "u");
const UPPER = lazyPattern("\\p{Uppercase}", "u");
const LOWER = lazyPattern("\\p{Lowercase}", "u");
const TITLE = lazyPattern("\\p{Lt}", "u");
/** Digraph letters have their own title form. */
const DIGRAPHS: ReadonlyMap<string, string> = new Map(
	[..."ǅǈǋǲ"].flatMap((title) =>
		[title.toLowerCase(), title.toUpperCase(), title].map((form): [string, string] => [form, title]),
	),
);
/** The upper case of a Greek letter with an iota below; its title form keeps the iota there. */
const WITH_IOTA = lazyPattern("^\\p{Script=Greek}.*\u0399$", "u");
const IOTA_BELOW = "\u0345";
/** Georgian has capitals, but no word begins with one. */
const GEORGIAN = /[\u10d0-\u10fa\u10fd-\u10ff]/;

/** Returns the text with its first character in upper case, the rest in lower case. */
function capitalize(text: string): string {
	const [first = ""] = text;
	const rest = text.includes("Σ") ? lowerCharacters(text).slice(1).join("") : text.slice(first.length).toLowerCase();
	return toTitleCase(first) + rest;
}

/** Returns the text with every letter after a non-letter in upper case, all others in lower case. */
function titleCase(text: string): string {
	const lower = lowerCharacters(text);
	let afterCased = false;
	let result = "";
	let index = 0;
	for (const character of text) {
		charge(1);
		result += afterCased ? (lower[index] ?? "") : toTitleCase(character);
		afterCased = CASED().test(character);
		index++;
	}
	return result;
}

export function swapCase(text: string): string {
	const lower = lowerCharacters(text);
	return Array.from(text, (character, index) => {
		charge(1);
		if (UPPER().test(character)) return lower[index];
		return LOWER().test(character) ? character.toUpperCase() : character;
	}).join("");
}

/** Upper case of a single letter at the start of a word: `ß` becomes `Ss`. */
function toTitleCase(character: string): string {
	const digraph = DIGRAPHS.get(character);
	if (digraph !== undefined) return digraph;
	if (GEORGIAN.test(character)) return character;
	const upper = character.toUpperCase();
	if (upper.length > 1 && WITH_IOTA().test(upper)) {
		const title = upper.slice(0, -1) + IOTA_BELOW;
		return upper.length === 2 ? title.normalize() : title;
	}
	const letters = [...upper];
	// The decomposition of a letter may begin with an apostrophe or the like.
	const first = letters.findIndex((letter) => UPPER().test(letter));
	return letters.map((letter, index) => (index > first ? letter.toLowerCase() : letter)).join("");
}

/** Returns the characters of a text in lower case. That of Σ depends on what is around it. */
function lowerCharacters(text: string): string[] {
	const sigmas = text.includes("Σ") ? text.toLowerCase().matchAll(/[σς]/g) : undefined;
	return Array.from(text, (character) => {
		charge(1);
		return sigmas && /[Σσς]/.test(character) ? String(sigmas.next().value?.[0]) : character.toLowerCase();
	});
}

const WITHOUT_OWN_FOLDING = lazyPattern("[^ı\\p{Script=Cherokee}]{1,4096}", "gu");
const CHEROKEE = lazyPattern("\\p{Script=Cherokee}+", "gu");

/** Lower case for case-insensitive comparisons; `ı` and Cherokee have their own rules. */
export function caseFold(text: string): string {
	const folded = replaceMatches(text, WITHOUT_OWN_FOLDING(), (part) =>
		part.replace(/[ßẞ]/g, "ss").toUpperCase().toLowerCase(),
	);
	return replaceMatches(folded, CHEROKEE(), (part) => part.toUpperCase()).replaceAll("ς", "σ");
}

/** Whether there is a cased character, and no cased character is lower. */
function isUpperCase(text: string): boolean {
	return UPPER().test(text) && !LOWER().test(text) && !TITLE().test(text);
}

/** Whether there is a cased character, and no cased character is upper. */
function isLowerCase(text: string): boolean {
	return LOWER().test(text) && !UPPER().test(text) && !TITLE().test(text);
}

/** Whether upper characters only follow uncased ones and lower ones only cased ones. */
export function isTitleCase(text: string): boolean {
	let afterCased = false;
	for (const character of text) {
		charge(1);
		const isUpper = UPPER().test(character) || TITLE().test(character);
		if (isUpper ? afterCased : LOWER().test(character) && !afterCased) return false;
		afterCased = CASED().test(character);
	}
	return CASED().test(text);
}

/** Python's rules. */
export const exactCases: Cases = { capitalize, titleCase, isUpperCase, isLowerCase };
