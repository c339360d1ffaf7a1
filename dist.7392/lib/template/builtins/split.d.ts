import { Tuple } from "../values/value.ts";
/** Cuts a text at a separator, or at runs of white space; `limit` is the most cuts, negative for all. */
export declare function split(text: string, separator: string | undefined, limit: number, fromRight: boolean): string[];
/** Cuts a text into its lines, at every line break Unicode knows. */
export declare function splitLines(text: string, keepEnds: boolean): string[];
/** Returns the text before, of and after the first or last separator. */
export declare function partition(text: string, separator: string, fromRight: boolean): Tuple;
