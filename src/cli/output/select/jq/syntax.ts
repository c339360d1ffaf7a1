import type { Json } from "./values.ts";

export type Node =
	| { type: "identity" | "recurse" }
	| { type: "literal"; value: Json }
	| { type: "index"; target: Node; key: Node; isOptional?: true }
	| { type: "slice"; target: Node; from: Node | undefined; to: Node | undefined; isOptional?: true }
	| { type: "iterate"; target: Node; isOptional?: true }
	| { type: "text"; format: string | undefined; parts: readonly (string | Node)[] }
	| { type: "format"; format: string }
	| { type: "array"; items: Node | undefined }
	| { type: "object"; entries: readonly (readonly [key: Node, value: Node])[] }
	| { type: "negate"; operand: Node }
	| { type: "pipe" | "comma" | "and" | "or" | "alternative"; left: Node; right: Node }
	| { type: "operate"; operator: string; left: Node; right: Node }
	| { type: "assign" | "update"; left: Node; right: Node }
	/** `operator` is that of an arithmetic assignment, or `//`. */
	| { type: "operate-assign"; operator: string; left: Node; right: Node }
	| { type: "if"; condition: Node; yes: Node; no: Node }
	| { type: "try"; body: Node; handler: Node | undefined }
	| { type: "reduce"; source: Node; patterns: readonly Pattern[]; start: Node; update: Node }
	| { type: "foreach"; source: Node; patterns: readonly Pattern[]; start: Node; update: Node; extract: Node }
	| { type: "bind"; source: Node; patterns: readonly Pattern[]; body: Node }
	| { type: "label" | "break"; name: string; body: Node }
	| { type: "define"; definition: Definition; body: Node }
	| { type: "call"; key: string; args: readonly Node[] }
	| { type: "variable"; name: string };

/** The pattern after `as`. Several are tried in turn (`?//`). */
export type Pattern =
	| { type: "variable"; name: string }
	| { type: "array"; items: readonly Pattern[] }
	/** The same value twice: `{$name: [$first]}`. */
	| { type: "both"; patterns: readonly Pattern[] }
	| { type: "object"; entries: readonly { key: Node; pattern: Pattern }[] };

/** A function; `key` is its name with the number of its parameters, such as `map/1`. */
export interface Definition {
	key: string;
	params: readonly string[];
	body: Node;
}

export function patternNames(pattern: Pattern): string[] {
	if (pattern.type === "variable") return [pattern.name];
	if (pattern.type === "array") return pattern.items.flatMap(patternNames);
	if (pattern.type === "both") return pattern.patterns.flatMap(patternNames);
	return pattern.entries.flatMap((entry) => patternNames(entry.pattern));
}

/** How operators bind, from loose to tight; those of assignment and comparison do not chain. */
export const LEVELS: readonly { operators: readonly string[]; chain: "left" | "right" | "none" }[] = [
	{ operators: ["//"], chain: "right" },
	{ operators: ["=", "|=", "+=", "-=", "*=", "/=", "%=", "//="], chain: "none" },
	{ operators: ["or"], chain: "left" },
	{ operators: ["and"], chain: "left" },
	{ operators: ["==", "!=", "<", "<=", ">", ">="], chain: "none" },
	{ operators: ["+", "-"], chain: "left" },
	{ operators: ["*", "/", "%"], chain: "left" },
];

/** Result of an operator for both sides. */
export function combine(operator: string, left: Node, right: Node): Node {
	switch (operator) {
		case "//":
			return { type: "alternative", left, right };
		case "=":
			return { type: "assign", left, right };
		case "|=":
			return { type: "update", left, right };
		case "and":
		case "or":
			return { type: operator, left, right };
		default:
			if (/^(.|\/\/)=$/.test(operator) && !/^[<>=!]/.test(operator)) {
				return { type: "operate-assign", operator: operator.slice(0, -1), left, right };
			}
			return { type: "operate", operator, left, right };
	}
}

export class JqSyntaxError extends Error {}

/** A part of an expression; `at` counts characters from 0. */
export type Token =
	| { type: "number"; value: number; at: number }
	/** Text with the tokens of the expressions in `\( )`. */
	| { type: "string"; parts: readonly (string | readonly Token[])[]; at: number }
	/** `.name` */
	| { type: "field"; name: string; at: number }
	| { type: "name" | "variable" | "format" | "symbol"; name: string; at: number }
	| { type: "end"; at: number };

const SPACE = /(?:\s+|#.*)+/y;

/** Pattern and parser of each kind of token, tried in this order. */
const FORMS: readonly { form: RegExp; read: (match: RegExpExecArray, at: number) => Token }[] = [
	{
		form: /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y,
		read: ([text], at) => ({ type: "number", value: Number(text), at }),
	},
	{ form: /\.([A-Za-z_]\w*)/y, read: ([, name = ""], at) => ({ type: "field", name, at }) },
	{ form: /\$\s*((?:\w+::)*[A-Za-z_]\w*)/y, read: ([, name = ""], at) => ({ type: "variable", name, at }) },
	{ form: /@(\w+)/y, read: ([, name = ""], at) => ({ type: "format", name, at }) },
	{ form: /(?:\w+::)*[A-Za-z_]\w*/y, read: ([name], at) => ({ type: "name", name, at }) },
	{
		form: /\|=|\/\/=|[-+*/%]=|==|!=|<=|>=|\/\/|\.\.|[-+*/%<>=|,.:;()[\]{}?]/y,
		read: ([name], at) => ({ type: "symbol", name, at }),
	},
];

const ESCAPES: Readonly<Record<string, string>> = {
	'"': '"',
	"\\": "\\",
	"/": "/",
	b: "\b",
	f: "\f",
	n: "\n",
	r: "\r",
	t: "\t",
};

/** @throws JqSyntaxError for unexpected characters */
export function tokenize(text: string): Token[] {
	return readTokens({ text, at: 0 }, false);
}

interface Cursor {
	readonly text: string;
	at: number;
}

/** Reads to the end or, inside a string, to the parenthesis that closes. */
function readTokens(cursor: Cursor, isNested: boolean): Token[] {
	const tokens: Token[] = [];
	let depth = 0;
	for (;;) {
		skip(cursor, SPACE);
		const { at } = cursor;
		if (at >= cursor.text.length) {
			if (isNested) throw new JqSyntaxError('expected ")" at the end');
			return [...tokens, { type: "end", at }];
		}
		const token = cursor.text[at] === '"' ? readString(cursor) : readPlain(cursor);
		if (token.type === "symbol" && token.name === "(") depth++;
		if (token.type === "symbol" && token.name === ")" && depth-- === 0 && isNested) {
			return [...tokens, { type: "end", at }];
		}
		tokens.push(token);
	}
}

function skip(cursor: Cursor, form: RegExp): RegExpExecArray | null {
	form.lastIndex = cursor.at;
	const match = form.exec(cursor.text);
	if (match) cursor.at += match[0].length;
	return match;
}

function readPlain(cursor: Cursor): Token {
	const { at } = cursor;
	for (const { form, read } of FORMS) {
		const match = skip(cursor, form);
		if (match) return read(match, at);
	}
	throw new JqSyntaxError(`unexpected ${JSON.stringify(cursor.text[at])} at character ${at + 1}`);
}

function readString(cursor: Cursor): Token {
	const at = cursor.at++;
	const parts: (string | readonly Token[])[] = [];
	let text = "";
	for (;;) {
		const character = cursor.text[cursor.at++];
		if (character === undefined) throw new JqSyntaxError(`the string at character ${at + 1} is not closed`);
		if (character === '"') return { type: "string", parts: [...parts, text], at };
		if (character !== "\\") {
			text += character;
			continue;
		}
		const letter = cursor.text[cursor.at++] ?? "";
		if (letter === "(") {
			parts.push(text, readTokens(cursor, true));
			text = "";
		} else if (letter === "u") {
			const code = cursor.text.slice(cursor.at, cursor.at + 4);
			if (!/^[\da-fA-F]{4}$/.test(code)) throw new JqSyntaxError(`bad escape at character ${cursor.at - 1}`);
			text += String.fromCharCode(Number.parseInt(code, 16));
			cursor.at += 4;
		} else {
			const plain = ESCAPES[letter];
			if (plain === undefined) throw new JqSyntaxError(`bad escape at character ${cursor.at - 1}`);
			text += plain;
		}
	}
}

/** Words that cannot be function names. */
export const KEYWORDS: ReadonlySet<string> = new Set(
	"and or as def reduce foreach if then elif else end try catch label import include __loc__".split(" "),
);

export class TokenStream {
	protected position = 0;
	protected readonly tokens: readonly Token[];

	constructor(tokens: readonly Token[]) {
		this.tokens = tokens;
	}

	protected get current(): Token {
		return this.tokens[this.position] ?? { type: "end", at: 0 };
	}

	/** Whether a symbol or a keyword comes next. */
	protected sees(name: string): boolean {
		const token = this.current;
		return (token.type === "symbol" || token.type === "name") && token.name === name;
	}

	protected take(name: string): boolean {
		const isNext = this.sees(name);
		if (isNext) this.position++;
		return isNext;
	}

	protected expect(name: string): void {
		if (!this.take(name)) throw this.unexpected(name);
	}

	protected unexpected(wanted?: string): JqSyntaxError {
		const token = this.current;
		const text =
			token.type === "end"
				? "the end"
				: `${"name" in token ? `"${token.name}"` : token.type} at character ${token.at + 1}`;
		return new JqSyntaxError(
			wanted === undefined ? `unexpected ${text.replace(/^the /, "")}` : `expected "${wanted}", got ${text}`,
		);
	}

	protected isStringNext(): boolean {
		return this.tokens[this.position + 1]?.type === "string";
	}

	protected isNext(symbol: string): boolean {
		const token = this.tokens[this.position + 1];
		return token?.type === "symbol" && token.name === symbol;
	}
}
