import type { Pixels } from "./pixels.ts";
/** The common case: a byte a channel. */
export declare function copyBytes(raw: Uint8Array, { width, height, data }: Pixels, channels: number): void;
/** Undoes the row filters in place; `width` is the bytes of a pixel. */
export declare function unfilter(raw: Uint8Array, stride: number, height: number, width: number): void;
