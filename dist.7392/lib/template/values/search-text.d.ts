/** Position of the first occurrence of a part from a position on; -1 if there is none. */
export declare function indexOfText(text: string, part: string, from?: number): number;
/** Position of the last occurrence of a part; -1 if there is none. */
export declare function lastIndexOfText(text: string, part: string): number;
/** Whether a part occurs in a text. */
export declare function includesText(text: string, part: string): boolean;
/** Cuts a text at every occurrence of a separator that is not empty. */
export declare function splitText(text: string, separator: string): string[];
/** Like `text.replace(pattern, replace)` for a global pattern, but the clock is watched in long texts. */
export declare function replaceMatches(text: string, pattern: RegExp, replace: (...groups: string[]) => string): string;
