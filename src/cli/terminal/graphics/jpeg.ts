import { decode } from "jpeg-js";
import type { Pixels } from "./pixels.ts";

const MAX_MEGABYTES = 512;

/** Decodes a JPEG; throws on a damaged one. */
export function decodeJpeg(bytes: Uint8Array): Pixels {
	return decode(bytes, { useTArray: true, formatAsRGBA: true, maxMemoryUsageInMB: MAX_MEGABYTES });
}
