import { lazyPattern } from "../../base/lazy-pattern.ts";
import { isAscii } from "./words.ts";

/** A word's beginning with the blank before it, further pieces of long words, up to three digits, or one other sign. */
const TOKEN = lazyPattern("\\s*(?:[\\p{L}\\p{M}'’]{1,8}|\\p{N}{1,3}|[^\\s\\p{L}\\p{M}\\p{N}])|\\s+$", "gu");
/** The same for ASCII: patterns with Unicode classes take a millisecond to compile. */
const ASCII_TOKEN = /\s*(?:[A-Za-z']{1,8}|\d{1,3}|[^\sA-Za-z\d])|\s+$/g;

/** Splits a text into pieces about as long as a model's tokens; joined they give the text again. */
export function splitTokens(text: string): string[] {
	return text.match(isAscii(text) ? ASCII_TOKEN : TOKEN()) ?? [];
}

export function countTokens(text: string): number {
	return splitTokens(text).length;
}
