import type { Pixels } from "./pixels.ts";
/** An image in the form of video codecs: brightness for each pixel, color for each four, padded to blocks of 16. */
export interface Frame {
    columns: number;
    rows: number;
    luma: Uint8Array;
    blue: Uint8Array;
    red: Uint8Array;
}
/** Converts an image to brightness and color, in the range of video codecs. */
export declare function toFrame({ width, height, data }: Pixels): Frame;
/** Returns the two units that tell a decoder what is coming. */
export declare function describeStream({ columns, rows }: Frame, width: number, height: number): {
    sequence: Uint8Array<ArrayBuffer>;
    picture: Uint8Array<ArrayBuffer>;
};
/**
 * Encodes a frame: blocks that changed since the one before as they are, all others as "like before". No compression
 * beyond that, so that any decoder shows exactly what was drawn.
 */
export declare function encodeFrame(frame: Frame, before: Frame | undefined, index: number): Uint8Array<ArrayBuffer>;
