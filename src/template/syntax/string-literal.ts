const SIMPLE: Readonly<Record<string, string>> = {
	n: "\n",
	t: "\t",
	r: "\r",
	b: "\b",
	f: "\f",
	v: "\v",
	a: "\x07",
	"\\": "\\",
	"'": "'",
	'"': '"',
	"\n": "",
};
const HEX_LENGTH: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
const ESCAPE = /\\(?:([0-7]{1,3})|([xuU])([0-9a-fA-F]*)|N(\{[^}]*\})?|([\s\S]))/g;

/** Thrown by `unescapeString`; the lexer adds the place. */
export class EscapeError extends Error {}

/**
 * Replaces the escapes of a string literal by the characters they stand for; unknown ones stay as written.
 * @param body the text between the quotes
 */
export function unescapeString(body: string): string {
	let result = "";
	let start = 0;
	for (let at = body.indexOf("\\"); at !== -1; at = body.indexOf("\\", start)) {
		const character = SIMPLE[body.charAt(at + 1)];
		if (character === undefined) return unescapeAll(body);
		result += body.slice(start, at) + character;
		start = at + 2;
	}
	return result + body.slice(start);
}

function unescapeAll(body: string): string {
	// A surrogate pair written as two escapes stays two lone surrogates in Python; JavaScript strings cannot express that.
	return body.replace(
		ESCAPE,
		(whole, octal?: string, kind?: string, digits?: string, name?: string, other?: string) => {
			if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
			if (kind !== undefined) return decodeHex(kind, digits ?? "");
			if (other === undefined) return decodeName(name);
			return SIMPLE[other] ?? whole;
		},
	);
}

function decodeHex(kind: string, digits: string): string {
	const length = HEX_LENGTH[kind] ?? 0;
	if (digits.length < length) throw new EscapeError(`truncated \\${kind}${"X".repeat(length)} escape`);
	const code = Number.parseInt(digits.slice(0, length), 16);
	if (code > 0x10ffff) throw new EscapeError("illegal Unicode character");
	return String.fromCodePoint(code) + digits.slice(length);
}

/** Names of characters would need the whole table of Unicode, so only a few everyday ones are known. */
const NAMED: Readonly<Record<string, string>> = {
	BULLET: "\u2022",
	"EM DASH": "\u2014",
	"EN DASH": "\u2013",
	"NO-BREAK SPACE": "\u00a0",
	SPACE: " ",
	SNOWMAN: "\u2603",
};

function decodeName(name: string | undefined): string {
	if (name === undefined) throw new EscapeError("malformed \\N character escape");
	const key = name.slice(1, -1).toUpperCase();
	const character = Object.hasOwn(NAMED, key) ? NAMED[key] : undefined;
	if (character === undefined) throw new EscapeError("unknown Unicode character name");
	return character;
}
