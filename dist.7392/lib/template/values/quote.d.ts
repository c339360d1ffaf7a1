/** Returns a str as Python's `repr` writes it. */
export declare function quoteText(text: string): string;
/** Bytes as Python's `repr` writes them. */
export declare function quoteBytes(bytes: readonly number[]): string;
/** Whether every character is printable in Python's sense. */
export declare function isPrintable(text: string): boolean;
/** `\xhh`, `\uhhhh` or `\Uhhhhhhhh`, whichever is shortest. */
export declare function escapeCharacter(character: string): string;
