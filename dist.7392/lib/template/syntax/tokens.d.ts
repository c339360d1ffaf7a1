import type { Source } from "./source.ts";
/** Kind of a token of a template. */
export type TokenType = "Text" | "NumericLiteral" | "StringLiteral" | "Identifier" | "Equals" | "OpenParen" | "CloseParen" | "OpenStatement" | "CloseStatement" | "OpenExpression" | "CloseExpression" | "OpenSquareBracket" | "CloseSquareBracket" | "OpenCurlyBracket" | "CloseCurlyBracket" | "Comma" | "Dot" | "Colon" | "Semicolon" | "Pipe" | "CallOperator" | "AdditiveBinaryOperator" | "MultiplicativeBinaryOperator" | "ExponentiationBinaryOperator" | "ComparisonBinaryOperator" | "UnaryOperator" | "Comment";
/** A piece of template source. Strings are unescaped, delimiters without their whitespace marks. */
export declare class Token {
    #private;
    readonly value: string;
    readonly type: TokenType;
    constructor(value: string, type: TokenType, source: Source, start: number);
    /** The template the token is part of. */
    get source(): Source;
    /** Offset of its first character in the source, in UTF-16 units. */
    get start(): number;
}
/** Marks where the lexer failed; the parser reports it when it gets there. */
export declare class BrokenToken extends Token {
    #private;
    constructor(value: string, type: TokenType, source: Source, start: number, message: string);
    get message(): string;
}
