import type { LexerOptions } from "./lexer-options.ts";
import { Source } from "./source.ts";
import { Token } from "./tokens.ts";
export interface ScanOptions extends LexerOptions {
    /** Word errors like the reference. */
    compat?: "reference";
}
/** The tokens of a template; where the source is broken the last one is a `BrokenToken`. */
export interface Scan {
    readonly source: Source;
    readonly tokens: Token[];
    /** Finds errors of the source that show without the grammar of tags. */
    readonly failure: {
        readonly message: string;
        readonly offset: number;
    } | undefined;
}
/**
 * Cuts template source into tokens.
 *
 * @throws TemplateSyntaxError for unknown characters and for strings, comments, raw blocks and tags without an end
 */
export declare function tokenize(source: string, options?: LexerOptions): Token[];
/** Cuts template source into tokens without throwing, so that the parser can report whatever is wrong first. */
export declare function scan(text: string, options: ScanOptions): Scan;
