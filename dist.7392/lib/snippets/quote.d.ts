/** Text → a double-quoted literal that means the same in JSON, Python, JavaScript and C#. */
export declare function quote(text: string): string;
/** Text → one word of a bash or zsh command, on one line; bare where that is safe. */
export declare function quoteShell(text: string): string;
/** Text → one or more segments of a URL path; everything but letters, digits and `-._/` is percent-encoded. */
export declare function encodePath(text: string): string;
