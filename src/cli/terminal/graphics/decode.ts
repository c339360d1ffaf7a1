import { readImageSize } from "./image-size.ts";
import type { Pixels } from "./pixels.ts";

/** Larger images would take too much time and memory. */
const MAX_PIXELS = 40_000_000;

/** Decodes a PNG or JPEG; undefined for other formats, damaged files, and sizes that would take long. */
export async function decodeImage(bytes: Uint8Array): Promise<Pixels | undefined> {
	const { width, height } = readImageSize(bytes) ?? { width: 0, height: 0 };
	if (width * height === 0 || width * height > MAX_PIXELS) return undefined;
	const decode = await loadDecoder(bytes[0]);
	try {
		return decode?.(bytes);
	} catch {
		// A preview is optional: the file itself has been saved, even if it is damaged.
		return undefined;
	}
}

/** Returns the decoder for files that begin with a byte; loaded only when there is something to decode. */
async function loadDecoder(first: number | undefined): Promise<((bytes: Uint8Array) => Pixels) | undefined> {
	if (first === 0x89) return (await import("./png.ts")).decodePng;
	return first === 0xff ? (await import("./jpeg.ts")).decodeJpeg : undefined;
}
