/** Splits a text into pieces about as long as a model's tokens; joined they give the text again. */
export declare function splitTokens(text: string): string[];
export declare function countTokens(text: string): number;
