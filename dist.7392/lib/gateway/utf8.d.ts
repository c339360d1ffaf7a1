/** Decodes UTF-8. */
export declare function decodeUtf8(bytes: Uint8Array): string;
/** Decodes UTF-8 that comes in pieces. Most pieces end with a whole ASCII character, and are decoded at once. */
export declare class Utf8Stream {
    private decoder;
    push(bytes: Uint8Array): string;
    /** What is left: the replacement character for one that is cut. */
    end(): string;
}
