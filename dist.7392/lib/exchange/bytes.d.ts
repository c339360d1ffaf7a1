/** Bytes as a string of characters 0–255: text and binary data can be searched alike, by byte. */
export declare function toBinary(bytes: Uint8Array): string;
/** The bytes of a string of `toBinary`. */
export declare function fromBinary(text: string): Uint8Array<ArrayBuffer>;
export declare function encodeText(text: string): Uint8Array<ArrayBuffer>;
/** The text of UTF-8 bytes, a byte order mark included; undefined where they are not UTF-8. */
export declare function decodeText(bytes: Uint8Array): string | undefined;
export declare function toBase64(bytes: Uint8Array): string;
export declare function fromBase64(text: string): Uint8Array<ArrayBuffer>;
export declare function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer>;
/** The first 32 hexadecimal digits of the SHA-256 hash. */
export declare function hashBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string>;
