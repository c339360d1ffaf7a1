/** Returns the words of a text in lowercase. */
export declare function listWords(text: string): string[];
/** Whether a word says something about the subject. */
export declare function isKeyword(word: string): boolean;
/** Returns the words that carry the meaning, the most frequent first, otherwise in order. */
export declare function listKeywords(text: string): string[];
/** Returns a word without the endings of number and tense, roughly. */
export declare function stem(word: string): string;
/** Returns the sentences of a text. */
export declare function splitSentences(text: string): string[];
/** How much of what one text talks about the other talks about too, from 0 to 1. */
export declare function overlap(question: string, text: string): number;
export declare function capitalize(text: string): string;
