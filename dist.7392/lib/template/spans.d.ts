/** A stretch of output, in UTF-16 units. */
export interface Span {
    readonly start: number;
    readonly end: number;
}
/** Marks around the text of generation blocks while a render tracks them. */
export interface SpanMarks {
    readonly open: string;
    readonly close: string;
    /** Whether a block stood in a macro, a capture or the like: code may have looked at its text, marks and all. */
    areExposed: boolean;
    /** Blocks are noted here in place of marks; see `locateBlocks`. */
    blocks?: GenerationBlock[];
}
/** The text of a generation block as it was written, and how much output there was then. */
export interface GenerationBlock {
    readonly start: number;
    readonly text: string;
}
/** Makes marks that occur in no text: noncharacters around digits, which filters on letters leave alone. */
export declare function createMarks(): SpanMarks;
/** Removes the marks from a text; undefined where some of them are damaged. Inner spans come before outer ones. */
export declare function readMarks(marked: string, { open, close }: SpanMarks): {
    text: string;
    spans: Span[];
} | undefined;
/**
 * Finds the texts of blocks in the output, where code has changed them since: blanks at the ends may be gone. Undefined
 * where a text does not stand there, or stands there more than once.
 */
export declare function locateBlocks(output: string, blocks: readonly GenerationBlock[]): Span[] | undefined;
