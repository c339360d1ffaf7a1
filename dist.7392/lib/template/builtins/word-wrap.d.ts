/** How lines are wrapped. */
export interface WrapRules {
    readonly width: number;
    /** Cut words that are longer than a line. */
    readonly breakLongWords: boolean;
    /** A hyphen inside a word is a place to break. */
    readonly breakOnHyphens: boolean;
}
/** Fills lines of a width with the words of a text; drops white space at the breaks. */
export declare function wrapText(text: string, rules: WrapRules): string[];
