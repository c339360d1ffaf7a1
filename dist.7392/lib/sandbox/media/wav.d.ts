/** Sound: one channel of samples from -1 to 1. */
export interface Sound {
    samples: Float32Array;
    /** Samples a second. */
    rate: number;
    /** The words spoken, if known. */
    comment?: string | undefined;
}
/** Encodes audio as WAV, 16 bits a sample; the comment goes into its INFO list. */
export declare function encodeWav({ samples, rate, comment }: Sound): Uint8Array<ArrayBuffer>;
/** Decodes a WAV of 8 to 32 bits; several channels are mixed. Undefined for everything else. */
export declare function decodeWav(bytes: Uint8Array): Sound | undefined;
