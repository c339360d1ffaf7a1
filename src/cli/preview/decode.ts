import { readImageSize } from "./image-size.ts";
import type { Pixels } from "./pixels.ts";

/** Larger pictures are not worth the time and the memory. */
const MOST_PIXELS = 40_000_000;

/** Decodes a PNG or JPEG; undefined for other formats, damaged files, and sizes that would take long. */
export async function decodeImage(bytes: Uint8Array): Promise<Pixels | undefined> {
	const size = readImageSize(bytes);
	if (!size || size.width * size.height > MOST_PIXELS || size.width * size.height === 0) return undefined;
	try {
		return bytes[0] === 0x89 ? await decodePng(bytes) : await decodeJpeg(bytes);
	} catch {
		// A preview is an extra: the file itself is there, whatever is wrong with it.
		return undefined;
	}
}

async function decodePng(bytes: Uint8Array): Promise<Pixels> {
	const { PNG } = await import("pngjs");
	return PNG.sync.read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

async function decodeJpeg(bytes: Uint8Array): Promise<Pixels | undefined> {
	if (bytes[0] !== 0xff) return undefined;
	const { default: jpeg } = await import("jpeg-js");
	return jpeg.decode(bytes, { useTArray: true, formatAsRGBA: true, maxMemoryUsageInMB: 512 });
}

/** Encodes a picture as PNG. */
export async function encodePng({ width, height, data }: Pixels): Promise<Uint8Array> {
	const { PNG } = await import("pngjs");
	const png = new PNG({ width, height });
	png.data.set(data);
	return PNG.sync.write(png);
}
