export declare function toBase64(bytes: Uint8Array): string;
/** Decodes base64; undefined when the string is not base64. */
export declare function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined;
/** Returns the bytes and the type of a data URL; undefined when the string is not a data URL. */
export declare function readDataUrl(href: string): {
    bytes: Uint8Array<ArrayBuffer>;
    type: string;
} | undefined;
export declare function toDataUrl(bytes: Uint8Array, type: string): string;
