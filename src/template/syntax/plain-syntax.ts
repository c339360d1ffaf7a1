import { lacking } from "../lacking.ts";
import { type Grammar, hasDelimiters, type LexerOptions, SIMPLE_ESCAPES, usualGrammar } from "./grammar.ts";

const NUMBER = /\d+(\.\d+)?/y;
const failAtDelimiters = lacking("an option for other delimiters");
const failAtEscape = lacking("this escape");
const failAtToken = lacking("this form of a name or number");

/** The expressions for the usual delimiters. */
export function plainGrammar(options: LexerOptions): Grammar {
	return hasDelimiters(options) ? failAtDelimiters() : usualGrammar(options);
}

/** Names have ASCII letters. */
export const readPlainName = failAtToken;

/** Returns a number of digits alone. */
export function readPlainNumber(text: string, position: number, isIndex: boolean): string {
	NUMBER.lastIndex = position;
	const [digits = "", fraction = ""] = NUMBER.exec(text) ?? [];
	const number = isIndex ? digits.slice(0, digits.length - fraction.length) : digits;
	return /^0\d/.test(number) || /^\w/.test(text.slice(position + number.length)) ? failAtToken() : number;
}

/** Replaces simple escapes, `\xhh` and `\uhhhh`. */
export function unescapePlain(body: string): string {
	return body.replace(
		/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|([\s\S]))/g,
		(whole, byte?: string, unit?: string, other = "") => {
			if (other === "") return String.fromCharCode(Number.parseInt(byte ?? unit ?? "", 16));
			return /[0-7xuUN]/.test(other) ? failAtEscape() : (SIMPLE_ESCAPES[other] ?? whole);
		},
	);
}
