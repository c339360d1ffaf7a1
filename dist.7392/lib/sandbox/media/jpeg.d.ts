import { type Pixels } from "./pixels.ts";
/** Encodes an image as JPEG; the description is stored as a comment. */
export declare function encodeJpeg(pixels: Pixels, description: string): Uint8Array<ArrayBuffer>;
/** Decodes a JPEG; undefined when it is damaged or too large. */
export declare function decodeJpeg(bytes: Uint8Array): Pixels | undefined;
/** Returns the comment that `encodeJpeg` wrote into an image. */
export declare function readJpegComment(bytes: Uint8Array): string | undefined;
