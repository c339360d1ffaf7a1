import { decode, encode } from "jpeg-js";
import { joinBytes } from "../../base/bytes.ts";
import { LIMITS } from "../limits.ts";
import type { Pixels } from "./pixels.ts";

/** Encodes an image as JPEG; the description is stored as a comment. */
export function encodeJpeg(pixels: Pixels, description: string): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(encode(pixels, 80).data);
	const text = new TextEncoder().encode(description);
	const length = text.length + 2;
	const head = Uint8Array.of(0xff, 0xfe, length >> 8, length & 255);
	// The comment follows the first two bytes of a JPEG.
	return joinBytes([bytes.subarray(0, 2), head, text, bytes.subarray(2)]);
}

/** Decodes a JPEG; undefined if it is damaged or too large. */
export function decodeJpeg(bytes: Uint8Array): Pixels | undefined {
	try {
		const limits = { maxResolutionInMP: LIMITS.openedPixels / 1e6, maxMemoryUsageInMB: 256 };
		const { width, height, data } = decode(bytes, { useTArray: true, ...limits });
		return { width, height, data: new Uint8ClampedArray(data) };
	} catch {
		return undefined;
	}
}

/** Returns the comment that `encodeJpeg` wrote into an image. */
export function readJpegComment(bytes: Uint8Array): string | undefined {
	if (bytes[0] !== 0xff || bytes[1] !== 0xd8 || bytes[2] !== 0xff || bytes[3] !== 0xfe) return undefined;
	const length = ((bytes[4] ?? 0) << 8) + (bytes[5] ?? 0);
	return new TextDecoder().decode(bytes.subarray(6, 4 + length));
}
