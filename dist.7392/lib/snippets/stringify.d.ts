/** How messages are written. */
export interface StringifyMessagesOptions {
    /** Inserted after every line break. */
    indent?: string | undefined;
    /** Whether names stay in double quotes. Default: only where a program needs them. */
    attributeKeyQuotes?: boolean | undefined;
    /** Applied to the whole text at the end. */
    customContentEscaper?: ((text: string) => string) | undefined;
}
/** Messages of a chat as source text, indented with tabs. */
export declare function stringifyMessages(messages: readonly unknown[], options?: StringifyMessagesOptions): string;
/** How generation options are written. */
export interface StringifyGenerationConfigOptions {
    /** Between the entries, such as a line break with tabs. */
    indent: string;
    /** Between name and value, such as `: ` or `=`. */
    attributeValueConnector: string;
    /** Whether names are in double quotes. Default: false. */
    attributeKeyQuotes?: boolean | undefined;
}
/** Generation options as source text, each with a comma after it; empty when there are none. */
export declare function stringifyGenerationConfig(config: Readonly<Record<string, unknown>>, { indent, attributeValueConnector, attributeKeyQuotes }: StringifyGenerationConfigOptions): string;
