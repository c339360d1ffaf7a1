/** Compresses in the zlib format. */
export declare function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
/**
 * Decompresses the first `length` bytes of data in the zlib format and reads no further, however much would follow.
 * Undefined when the data is damaged or shorter.
 */
export declare function inflate(bytes: Uint8Array<ArrayBuffer>, length: number): Promise<Uint8Array<ArrayBuffer> | undefined>;
