import type { Runtime } from "../runtime.ts";
import type { Value } from "../values/value.ts";
/** Removes characters from the ends: those given, or white space. */
export declare function strip(text: string, characters: string | undefined, left: boolean, right: boolean): string;
/** Replaces a part wherever it occurs, or the first `count` times. An empty part occurs between all characters. */
export declare function replaceText(runtime: Runtime, text: string, old: string, replacement: string, count: number): string;
/** Pads to a width with the text in the middle; where it cannot be, Python's rule decides. */
export declare function center(text: string, width: number, fill: string): string;
/** Pads to a width with the text at one side. */
export declare function justify(text: string, width: number, fill: string, side: "left" | "right"): string;
/** Replaces characters by code point. */
export declare function translate(text: string, table: Value): string;
