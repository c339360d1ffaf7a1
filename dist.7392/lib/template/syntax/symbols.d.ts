import type { TokenType } from "./tokens.ts";
/** Tokens of the operators and brackets inside tags, longest first where one begins another. */
export declare const SYMBOLS: ReadonlyMap<string, TokenType>;
