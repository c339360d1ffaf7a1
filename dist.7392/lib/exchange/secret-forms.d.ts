/** The ways a secret may be written in JSON, URLs and forms, as strings of bytes. */
export declare function writtenForms(secret: string): string[];
/** A secret inside base64: the characters it decides alone, for one of the three places it can begin in a quad. */
export interface Base64Form {
    text: string;
    /** Characters of the first quad before `text`. */
    before: number;
    /** Bytes of the first quad before the secret. */
    offset: number;
    /** Bytes of the secret. */
    size: number;
}
/** How a secret looks inside base64 of both alphabets. */
export declare function base64Forms(secret: string): Base64Form[];
/** The quads around a match with the secret masked, so that what stands around it can still be decoded. */
export declare function maskBase64(quads: string, { offset, size }: Base64Form): string;
