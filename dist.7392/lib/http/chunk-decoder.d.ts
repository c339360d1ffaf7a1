/** Decodes UTF-8 chunk by chunk. A streaming `TextDecoder` is slow in Node, and needed only where a chunk ends within a character. */
export declare class ChunkDecoder {
    private readonly whole;
    private streaming;
    private isFirst;
    decode(chunk: Uint8Array): string;
    end(): string;
}
