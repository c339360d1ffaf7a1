import type { Value } from "../values/value.ts";
/** Position of a part in code points, or -1. */
export declare function findIn(text: string, sub: string, start: Value, end: Value, fromRight: boolean): number;
/** How often a part occurs without overlap. */
export declare function countIn(text: string, sub: string, start: Value, end: Value): number;
/** Whether the text between two positions begins or ends with the affix. */
export declare function matchesAt(text: string, affix: string, start: Value, end: Value, atEnd: boolean): boolean;
