import type { LexerOptions } from "./lexer-options.ts";
/** Python's idea of white space, which has U+0085 and the separators but not U+FEFF, as a part of a character class. */
export declare const SPACE_CLASS = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
/** The delimiters of a dialect as regular expressions. All are sticky except `opening`, which searches. */
export interface Grammar {
    /** Finds the next opening delimiter. Groups: raw tag, then the kinds of `OPENINGS` with their sign. */
    readonly opening: RegExp;
    readonly blockEnd: RegExp;
    readonly variableEnd: RegExp;
    readonly lineEnd: RegExp;
    readonly commentEnd: RegExp;
    readonly rawEnd: RegExp;
    /** Pattern of each kind of delimiter in a token. */
    readonly names: {
        block: [string, string];
        variable: [string, string];
    };
}
/** The groups of `Grammar.opening`, in the order in which ties are decided. */
export type Opening = "block" | "variable" | "comment" | "lineStatement" | "lineComment";
/** Builds the expressions for the delimiters; `Grammar` objects have state (`lastIndex`) and serve one lexer at a time. */
export declare function buildGrammar(options: LexerOptions): Grammar;
