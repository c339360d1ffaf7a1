/**
 * Continues a text with its own words in new sentences.
 * @param length tokens to reach at least; at most so many as the sandbox writes
 */
export declare function continueText(text: string, length: number, ...variation: readonly (string | number)[]): string;
