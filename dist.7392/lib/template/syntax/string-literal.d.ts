/** Thrown by `unescapeString`; the lexer adds the place. */
export declare class EscapeError extends Error {
}
/**
 * Replaces the escapes of a string literal by the characters they stand for; unknown ones stay as written.
 * @param body the text between the quotes
 */
export declare function unescapeString(body: string): string;
