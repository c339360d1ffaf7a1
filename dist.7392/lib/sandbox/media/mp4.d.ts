import type { Pixels } from "./pixels.ts";
/** Encodes images of one size as MP4 with H.264, which every player and browser shows. */
export declare function encodeMp4(pictures: Iterable<Pixels>, framesPerSecond: number): Uint8Array<ArrayBuffer>;
