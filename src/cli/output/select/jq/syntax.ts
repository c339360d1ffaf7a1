import { keysOf, parseJson } from "../../../../base/json.ts";
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
	| { type: "pipe" | "comma" | "alternative" | "update"; left: Node; right: Node }
	| { type: "operate" | "assign"; operator: string; left: Node; right: Node }
	| { type: "if"; condition: Node; yes: Node; no: Node }
	| { type: "try"; body: Node; handler: Node | undefined }
	| {
			type: "reduce" | "foreach";
			source: Node;
			patterns: readonly Pattern[];
			start: Node;
			update: Node;
			extract: Node;
	  }
	| { type: "bind"; source: Node; patterns: readonly Pattern[]; body: Node }
	| { type: "label"; name: string; body: Node }
	| { type: "define"; definition: Definition; body: Node }
	| { type: "call"; key: string; args: readonly Node[] }
	| { type: "break" | "variable"; name: string };

/** The pattern after `as`: a variable, or patterns of members. Several are tried in turn (`?//`). */
export type Pattern = string | readonly { key: Node; pattern: Pattern }[];

/** A function; `key` is its name with the number of its parameters, such as `map/1`. */
export interface Definition {
	key: string;
	params: readonly string[];
	body: Node;
}

export function patternNames(pattern: Pattern): string[] {
	return typeof pattern === "string" ? [pattern] : pattern.flatMap((entry) => patternNames(entry.pattern));
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
	if (operator === "//") return { type: "alternative", left, right };
	if (operator === "|=") return { type: "update", left, right };
	if (operator === "and" || operator === "or") {
		const other: Node = { type: "if", condition: right, yes: literal(true), no: literal(false) };
		return operator === "and"
			? { type: "if", condition: left, yes: other, no: literal(false) }
			: { type: "if", condition: left, yes: literal(true), no: other };
	}
	if (operator === "=") return { type: "assign", operator, left, right };
	const [, changing] = /^([-+*/%]|\/\/)=$/.exec(operator) ?? [];
	return { type: changing ? "assign" : "operate", operator: changing ?? operator, left, right };
}

export function literal(value: Json): Node {
	return { type: "literal", value };
}

export class JqSyntaxError extends Error {}

/** A part of an expression; `at` counts characters from 0. */
export type JqToken =
	/** A field is `.name`. */
	| { type: keyof typeof FORMS; name: string; at: number }
	/** Text with the tokens of the expressions in `\( )`. */
	| { type: "string"; parts: readonly (string | readonly JqToken[])[]; at: number }
	| { type: "end"; at: number };

const SPACE = /(?:\s+|#.*)+/y;

/** Pattern of each kind of token, tried in this order; a group in it is the name. */
const FORMS = {
	number: /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y,
	field: /\.([A-Za-z_]\w*)/y,
	variable: /\$\s*((?:\w+::)*[A-Za-z_]\w*)/y,
	format: /@(\w+)/y,
	name: /(?:\w+::)*[A-Za-z_]\w*/y,
	symbol: /\|=|\/\/=|[-+*/%]=|==|!=|<=|>=|\/\/|\.\.|[-+*/%<>=|,.:;()[\]{}?]/y,
};

/** A part of a string without expressions; its escapes are those of JSON. */
const TEXT = /(?:[^"\\]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y;

/** @throws JqSyntaxError for unexpected characters */
export function tokenize(text: string): JqToken[] {
	return readTokens({ text, at: 0 }, false);
}

interface Cursor {
	readonly text: string;
	at: number;
}

/** Reads to the end or, inside a string, to the parenthesis that closes. */
function readTokens(cursor: Cursor, isNested: boolean): JqToken[] {
	const tokens: JqToken[] = [];
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

function readPlain(cursor: Cursor): JqToken {
	const { at } = cursor;
	for (const type of keysOf(FORMS)) {
		const match = skip(cursor, FORMS[type]);
		if (match) return { type, name: match[1] ?? match[0], at };
	}
	throw new JqSyntaxError(`unexpected ${JSON.stringify(cursor.text[at])} at character ${at + 1}`);
}

function readString(cursor: Cursor): JqToken {
	const at = cursor.at++;
	const parts: (string | readonly JqToken[])[] = [];
	for (;;) {
		const [text = ""] = skip(cursor, TEXT) ?? [];
		parts.push(text.replace(/\\(?:u.{4}|.)/g, (written) => parseJson(`"${written}"`) as string));
		const next = cursor.text.slice(cursor.at, cursor.at + 2);
		if (next === "") throw new JqSyntaxError(`the string at character ${at + 1} is not closed`);
		cursor.at += next.startsWith('"') ? 1 : 2;
		if (next.startsWith('"')) return { type: "string", parts, at };
		if (next !== "\\(") throw new JqSyntaxError(`bad escape at character ${cursor.at - 1}`);
		parts.push(readTokens(cursor, true));
	}
}

/** Words that cannot be function names. */
export const KEYWORDS: ReadonlySet<string> = new Set(
	"and or as def reduce foreach if then elif else end try catch label import include __loc__".split(" "),
);

export class TokenStream {
	protected position = 0;
	protected readonly tokens: readonly JqToken[];

	constructor(tokens: readonly JqToken[]) {
		this.tokens = tokens;
	}

	protected get current(): JqToken {
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
		const shown = "name" in token && token.type !== "number" ? `"${token.name}"` : token.type;
		const text = token.type === "end" ? "the end" : `${shown} at character ${token.at + 1}`;
		return new JqSyntaxError(
			wanted === undefined ? `unexpected ${text.replace(/^the /, "")}` : `expected "${wanted}", got ${text}`,
		);
	}

	protected isNext(symbol: string): boolean {
		const token = this.tokens[this.position + 1];
		return token?.type === "symbol" && token.name === symbol;
	}
}
