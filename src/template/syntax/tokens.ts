import type { Source } from "./source.ts";

/** Kind of a token of a template. */
export type TokenType =
	| "Text"
	| "NumericLiteral"
	| "StringLiteral"
	| "Identifier"
	| "Equals"
	| "OpenParen"
	| "CloseParen"
	| "OpenStatement"
	| "CloseStatement"
	| "OpenExpression"
	| "CloseExpression"
	| "OpenSquareBracket"
	| "CloseSquareBracket"
	| "OpenCurlyBracket"
	| "CloseCurlyBracket"
	| "Comma"
	| "Dot"
	| "Colon"
	| "Semicolon"
	| "Pipe"
	| "CallOperator"
	| "AdditiveBinaryOperator"
	| "MultiplicativeBinaryOperator"
	| "ExponentiationBinaryOperator"
	| "ComparisonBinaryOperator"
	| "UnaryOperator"
	| "Comment";

/** A piece of template source. Strings are unescaped, delimiters without their whitespace marks. */
export class Token {
	readonly value: string;
	readonly type: TokenType;
	// Private, so that a token is equal to another by value and type alone.
	readonly #source: Source;
	readonly #start: number;

	constructor(value: string, type: TokenType, source: Source, start: number) {
		this.value = value;
		this.type = type;
		this.#source = source;
		this.#start = start;
	}

	/** The template the token is part of. */
	get source(): Source {
		return this.#source;
	}

	/** Offset of its first character in the source, in UTF-16 units. */
	get start(): number {
		return this.#start;
	}
}
