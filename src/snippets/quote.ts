/**
 * Characters that would control a terminal, end a line or reverse the reading direction: controls, line separators and
 * bidirectional marks. They are written as escapes, so that the visible text of a snippet is what runs.
 */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

const PRINTABLE_ASCII = /^[ -~]*$/;

/** Words that need no quotes in a shell. */
const PLAIN_WORD = /^[\w@%+:,./-][\w@%+:,./=-]*$/;

/** Text → a double-quoted literal that means the same in JSON, Python, JavaScript and C#. */
export function quote(text: string): string {
	const literal = JSON.stringify(text);
	if (PRINTABLE_ASCII.test(literal)) return literal;
	return literal.replace(INVISIBLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Text → one word of a bash or zsh command, on one line; bare where that is safe. */
export function quoteShell(text: string): string {
	if (PLAIN_WORD.test(text)) return text;
	const printable = text.replace(INVISIBLE, "");
	if (printable === text) return `'${text.replaceAll("'", "'\\''")}'`;
	const writeOctets = (character: string): string =>
		[...new TextEncoder().encode(character)].map((octet) => `\\x${toHex(octet)}`).join("");
	return `$'${text.replace(/['\\]/g, "\\$&").replace(INVISIBLE, writeOctets)}'`;
}

/** Text → one or more segments of a URL path; everything but letters, digits and `-._/` is percent-encoded. */
export function encodePath(text: string): string {
	return [...new TextEncoder().encode(text)]
		.map((octet) => String.fromCharCode(octet))
		.map((character) => (/[\w./-]/.test(character) ? character : `%${toHex(character.charCodeAt(0)).toUpperCase()}`))
		.join("");
}

function toHex(octet: number): string {
	return octet.toString(16).padStart(2, "0");
}
