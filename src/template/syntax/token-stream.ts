import { TemplateSyntaxError } from "../errors.ts";
import type { Expression } from "./ast.ts";
import type { Source } from "./source.ts";
import { Token, type TokenType } from "./tokens.ts";

/** Marks where the lexer failed; the parser reports it when it reaches it. */
export class BrokenToken extends Token {
	readonly #message: string;

	constructor(value: string, type: TokenType, source: Source, start: number, message: string) {
		super(value, type, source, start);
		this.#message = message;
	}

	get message(): string {
		return this.#message;
	}
}

/** Deepest nesting the parser follows; deeper sources are rejected rather than overflowing the stack. */
const MAX_DEPTH = 500;

/** Tokens an operand may begin with. */
const OPERAND_STARTS: ReadonlySet<TokenType> = new Set([
	"Identifier",
	"NumericLiteral",
	"StringLiteral",
	"OpenParen",
	"OpenSquareBracket",
	"OpenCurlyBracket",
]);

/** A cursor over tokens, with errors for unexpected ones. */
export class TokenStream {
	readonly source: Source;
	readonly #tokens: readonly Token[];
	#index = -1;
	#depth = 0;
	/** The current token; undefined at the end of the template. */
	current: Token | undefined;

	constructor(tokens: readonly Token[], source: Source) {
		this.#tokens = tokens;
		this.source = source;
		this.advance();
	}

	/** Offset of the current token. */
	get offset(): number {
		return this.current?.start ?? this.source.text.length;
	}

	/** Advances and returns the previous token. */
	advance(): Token | undefined {
		const left = this.current;
		this.#index++;
		this.current = this.#tokens[this.#index];
		if (this.current instanceof BrokenToken) this.fail(this.current.message);
		return left;
	}

	/** Returns the token after the current one. */
	peek(): Token | undefined {
		const next = this.#tokens[this.#index + 1];
		if (next instanceof BrokenToken) this.fail(next.message, next.start);
		return next;
	}

	is(type: TokenType): boolean {
		return this.current?.type === type;
	}

	isName(value: string): boolean {
		return this.current?.type === "Identifier" && this.current.value === value;
	}

	/** Skips the current token if it has the type. */
	skip(type: TokenType): boolean {
		const matches = this.is(type);
		if (matches) this.advance();
		return matches;
	}

	skipName(value: string): boolean {
		const matches = this.isName(value);
		if (matches) this.advance();
		return matches;
	}

	/** Consumes a token of the type; `wanted` is its name in the message. */
	expect(type: TokenType, wanted: string): Token {
		const token = this.current;
		if (token?.type !== type) return this.failExpecting(wanted);
		this.advance();
		return token;
	}

	expectName(value: string): void {
		if (!this.skipName(value)) this.failExpecting(value);
	}

	failExpecting(wanted: string): never {
		const { current, source } = this;
		if (!current) return this.fail(source.wording?.end() ?? `unexpected end of template, expected ${quote(wanted)}.`);
		const message = `expected token ${quote(wanted)}, got ${quote(describeToken(current))}`;
		return wanted === "name" ? this.failAtToken(message) : this.fail(message);
	}

	failUnexpected(): never {
		return this.failAtToken(`unexpected ${quote(describeToken(this.current))}`);
	}

	/** Throws if no name or operand can begin with the current token. */
	failAtToken(message: string): never {
		const { current, source } = this;
		if (!current) return this.fail(source.wording?.end() ?? message);
		return this.fail((OPERAND_STARTS.has(current.type) ? undefined : source.wording?.token(current.type)) ?? message);
	}

	fail(message: string, offset = this.offset): never {
		throw new TemplateSyntaxError(message, this.source, offset);
	}

	/** Parses a recursive construct. */
	nest<T>(read: () => T): T {
		this.deepen();
		const result = read();
		this.#depth--;
		return result;
	}

	/** Counts one more level of nesting that is not undone, for operators in a row. */
	deepen(): void {
		this.#depth++;
		if (this.#depth > MAX_DEPTH) this.fail(`template is nested deeper than ${MAX_DEPTH} levels`);
	}

	/** The current nesting, for `restoreDepth`. */
	get depth(): number {
		return this.#depth;
	}

	restoreDepth(depth: number): void {
		this.#depth = depth;
	}
}

/** Names a token for messages: names and symbols by value, the rest by kind. */
export function describeToken(token: Token | undefined): string {
	if (!token) return "end of template";
	switch (token.type) {
		case "StringLiteral":
			return "string";
		case "NumericLiteral":
			return /^[+-]/.test(token.value) ? token.value.slice(0, 1) : isInteger(token.value) ? "integer" : "float";
		case "CloseExpression":
			return "end of print statement";
		case "CloseStatement":
			return "end of statement block";
		case "OpenExpression":
			return "begin of print statement";
		case "OpenStatement":
			return "begin of statement block";
		case "Text":
			return "template data / text";
		default:
			return token.value;
	}
}

/** Whether the text of a number token is an integer. */
function isInteger(digits: string): boolean {
	// Without `i`, which would take V8 longer to read than the rest.
	return /^[+-]?(?:0[boxBOX]|[^.eE]*$)/.test(digits);
}

/** Text in the quotes that Python would choose. */
function quote(text: string): string {
	return text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text}'`;
}

/** Returns the literal of a number token, which may begin with a sign. */
export function readNumber(text: string, offset: number): Expression {
	const digits = text.replaceAll("_", "");
	if (!isInteger(digits)) return { type: "FloatLiteral", value: Number(digits), offset };
	const sign = digits.startsWith("-") ? -1 : 1;
	const unsigned = digits.replace(/^[+-]/, "");
	const value = sign * Number(unsigned);
	// Adding zero turns -0 into 0.
	if (Number.isSafeInteger(value)) return { type: "IntegerLiteral", value: value + 0, offset };
	return { type: "IntegerLiteral", value: BigInt(sign) * BigInt(unsigned), offset };
}
