/** Data as it is at hand: a file, or bytes. */
export type Bytes = Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer>;
export declare function isBytes(value: unknown): value is Bytes;
/** Bytes as base64 text. */
export declare function encodeBase64(data: Bytes): Promise<string>;
/** Returns the bytes of a base64 text; undefined when it is none. */
export declare function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined;
/** Returns the content of a data URL; undefined when it is none. */
export declare function decodeDataUrl(url: string): Blob | undefined;
/** Returns the type of an image, by its first bytes in base64. */
export declare function sniffImage(base64: string): string | undefined;
