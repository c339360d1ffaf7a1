import { decode } from "jpeg-js";
import type { PixelSize } from "../../../base/image-size.ts";
import type { Pixels } from "./pixels.ts";

/** Maximum bytes per pixel while decoding: its samples, their coefficients, and the result. */
const BYTES_PER_PIXEL = 32;
/** For tables, and the parts of blocks beyond the edges. */
const MORE_BYTES = 4 * 2 ** 20;

/**
 * @param size of the first header: a second one may differ
 * @throws for a file that is damaged, or would take more memory than its header can need
 */
export function decodeJpeg(bytes: Uint8Array, { width, height }: PixelSize): Pixels {
	const pixels = decode(bytes, {
		useTArray: true,
		formatAsRGBA: true,
		maxResolutionInMP: (width * height) / 1e6,
		maxMemoryUsageInMB: Math.ceil((width * height * BYTES_PER_PIXEL + MORE_BYTES) / 2 ** 20),
	});
	if (pixels.width !== width || pixels.height !== height) throw new Error("the JPEG has another header");
	return pixels;
}
