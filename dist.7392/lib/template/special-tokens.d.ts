/** A piece of rendered text. */
export interface TextPart {
    readonly text: string;
    /** The piece is a special token of the model, not ordinary text. */
    readonly isSpecial: boolean;
}
/**
 * Cuts rendered text at special tokens, so that they can be shown as such. Joining the pieces gives the text again.
 *
 * @param known further tokens, such as `bos_token` and `eos_token` of the model
 */
export declare function splitSpecialTokens(text: string, known?: readonly string[]): TextPart[];
