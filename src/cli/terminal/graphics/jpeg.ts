import { decode } from "jpeg-js";
import type { Pixels } from "./pixels.ts";

const MAX_MEGABYTES = 512;

export function decodeJpeg(bytes: Uint8Array): Pixels {
	return decode(bytes, { useTArray: true, formatAsRGBA: true, maxMemoryUsageInMB: MAX_MEGABYTES });
}
