/** Returns the text with its first character in upper case, the rest in lower case. */
export declare function capitalize(text: string): string;
/** Returns the text with every letter after a non-letter in upper case, all others in lower case. */
export declare function titleCase(text: string): string;
export declare function swapCase(text: string): string;
/** Lower case for comparisons without regard to case; `ı` and Cherokee have their own rules. */
export declare function caseFold(text: string): string;
/** Whether there is a cased character, and no cased character is lower. */
export declare function isUpperCase(text: string): boolean;
/** Whether there is a cased character, and no cased character is upper. */
export declare function isLowerCase(text: string): boolean;
/** Whether upper characters only follow uncased ones and lower ones only cased ones. */
export declare function isTitleCase(text: string): boolean;
