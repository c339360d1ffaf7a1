/** Returns the text of HTML, without tags and comments. */
export declare function stripTags(html: string): string;
