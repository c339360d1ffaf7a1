import type { Source } from "./source.ts";
import { type Token, type TokenType } from "./tokens.ts";
/** A cursor over tokens that explains itself when something else was expected. */
export declare class TokenStream {
    #private;
    readonly source: Source;
    /** The present token; undefined at the end of the template. */
    current: Token | undefined;
    constructor(tokens: readonly Token[], source: Source);
    /** Offset of the present token. */
    get offset(): number;
    /** Moves on and returns the token left behind. */
    advance(): Token | undefined;
    /** Returns the token after the present one. */
    peek(): Token | undefined;
    is(type: TokenType): boolean;
    isName(value: string): boolean;
    /** Skips the present token if it has the type. */
    skip(type: TokenType): boolean;
    skipName(value: string): boolean;
    /** Takes a token of the type; `wanted` is how the message calls it. */
    expect(type: TokenType, wanted: string): Token;
    expectName(value: string): void;
    failExpecting(wanted: string): never;
    failUnexpected(): never;
    /** Fails because no name or operand begins with the present token, if so. */
    failAtToken(message: string): never;
    fail(message: string, offset?: number): never;
    /** Reads something that may contain itself. */
    nest<T>(read: () => T): T;
    /** Counts one more level of nesting that is not undone, for operators in a row. */
    deepen(levels?: number): void;
    /** The present nesting, to be restored by `restoreDepth`. */
    get depth(): number;
    restoreDepth(depth: number): void;
}
/** How messages call a token: names and symbols by value, the rest by kind. */
export declare function describeToken(token: Token | undefined): string;
/** Whether the text of a number token is an integer. */
export declare function isInteger(digits: string): boolean;
