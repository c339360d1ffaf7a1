import type { TokenType } from "./tokens.ts";

/** Tokens of the operators and brackets inside tags, longest first where one begins another. */
export const SYMBOLS: ReadonlyMap<string, TokenType> = new Map([
	["**", "ExponentiationBinaryOperator"],
	["//", "MultiplicativeBinaryOperator"],
	["==", "ComparisonBinaryOperator"],
	["!=", "ComparisonBinaryOperator"],
	["<=", "ComparisonBinaryOperator"],
	[">=", "ComparisonBinaryOperator"],
	["+", "AdditiveBinaryOperator"],
	["-", "AdditiveBinaryOperator"],
	["~", "AdditiveBinaryOperator"],
	["*", "MultiplicativeBinaryOperator"],
	["/", "MultiplicativeBinaryOperator"],
	["%", "MultiplicativeBinaryOperator"],
	["<", "ComparisonBinaryOperator"],
	[">", "ComparisonBinaryOperator"],
	["=", "Equals"],
	["(", "OpenParen"],
	[")", "CloseParen"],
	["[", "OpenSquareBracket"],
	["]", "CloseSquareBracket"],
	["{", "OpenCurlyBracket"],
	["}", "CloseCurlyBracket"],
	[",", "Comma"],
	[":", "Colon"],
	[".", "Dot"],
	["|", "Pipe"],
	[";", "Semicolon"],
]);

/** First characters of the tokens of two. */
export const LONG_STARTS: ReadonlySet<string> = new Set("*/=!<>");
