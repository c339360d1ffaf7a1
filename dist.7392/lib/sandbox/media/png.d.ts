import { type Pixels } from "./pixels.ts";
/** Encodes an image as PNG, without opacity; the description is stored in an iTXt chunk. */
export declare function encodePng({ width, height, data }: Pixels, description?: string): Promise<Uint8Array<ArrayBuffer>>;
/** Returns the description that `encodePng` wrote into an image. */
export declare function readDescription(bytes: Uint8Array): string | undefined;
/** Decodes a PNG of 8 bits or fewer a channel, not interlaced; undefined for everything else. */
export declare function decodePng(bytes: Uint8Array<ArrayBuffer>): Promise<Pixels | undefined>;
