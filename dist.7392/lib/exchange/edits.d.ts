/** A replacement of a part of a text. */
export interface Edit {
    from: number;
    to: number;
    by: string;
}
/** A text and places in it, such as the borders between the chunks it came in. */
export interface BorderedText {
    text: string;
    borders: readonly number[];
}
/**
 * Applies replacements; of two that overlap the one that begins first, of two that begin together the longer one.
 * A border inside a replaced part moves behind its replacement.
 */
export declare function applyEdits({ text, borders }: BorderedText, edits: readonly Edit[]): BorderedText;
