import { lazyPattern } from "../../base/lazy-pattern.ts";
import { charge, chargeCharacters } from "./meter.ts";
import { replaceMatches } from "./search-text.ts";

/** Characters Python does not print as they are: controls, formats, surrogates, private, unassigned, separators. */
const UNPRINTABLE = lazyPattern("[\\p{C}\\p{Z}]", "u");
/** Printable ASCII without quotes and backslashes, which most texts are made of. */
const PLAIN = /^[ !#-&(-[\]-~]*$/;
const ESCAPED = lazyPattern("[\\\\'\"\\p{C}\\p{Z}]", "gu");
const SHORT: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Returns a str as Python's `repr` writes it. */
export function quoteText(text: string): string {
	chargeCharacters(text.length);
	if (PLAIN.test(text)) return `'${text}'`;
	const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
	const body = replaceMatches(text, ESCAPED(), (character) => {
		charge(1);
		if (character === " " || character === "'" || character === '"')
			return character === quote ? `\\${character}` : character;
		return SHORT[character] ?? escapeCharacter(character);
	});
	return `${quote}${body}${quote}`;
}

/** Bytes as Python's `repr` writes them. */
export function quoteBytes(bytes: readonly number[]): string {
	const text = String.fromCharCode(...bytes);
	const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
	const body = text.replace(/[^ -~]|[\\'"]/g, (character) => {
		if (character === "'" || character === '"') return character === quote ? `\\${character}` : character;
		return SHORT[character] ?? escapeCharacter(character);
	});
	return `b${quote}${body}${quote}`;
}

/** Whether every character is printable in Python's sense. */
export function isPrintable(text: string): boolean {
	return !UNPRINTABLE().test(text.replaceAll(" ", ""));
}

/** `\xhh`, `\uhhhh` or `\Uhhhhhhhh`, whichever is shortest. */
export function escapeCharacter(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	const hex = code.toString(16);
	if (code <= 0xff) return `\\x${hex.padStart(2, "0")}`;
	return code <= 0xffff ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}
