/** Replaces entities by the characters they stand for. */
export declare function unescapeHtml(text: string): string;
