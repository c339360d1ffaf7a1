import { type Wording } from "./wording.ts";
/** A place in the source of a template. */
export interface ErrorPlace {
    /** Line, counted from 1. */
    readonly line: number;
    /** Column in code points, counted from 1. */
    readonly column: number;
    /** The source line, and below it a mark under the place. */
    readonly excerpt: string;
}
/** The text of a template with line breaks already unified to `\n`, its name if it has one, and how errors in it are worded. */
export declare class Source {
    readonly text: string;
    readonly name: string | undefined;
    readonly wording: Wording;
    constructor(text: string, name?: string, wording?: Wording);
    /** @param offset in UTF-16 units */
    locate(offset: number): ErrorPlace;
    /** Number of the line, counted from 1, that holds the offset. */
    lineAt(offset: number): number;
}
