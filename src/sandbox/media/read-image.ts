import { hash } from "../random.ts";
import { type ImageInfo, readImageInfo } from "./image-info.ts";
import { createPixels, type Pixels } from "./pixels.ts";
import { decodePng, readDescription } from "./png.ts";

/** An image of a request. */
export interface ReceivedImage {
	info: ImageInfo;
	/** Its pixels; of formats the sandbox cannot open, colors made from the bytes of the file. */
	pixels: Pixels;
	/** Whether the pixels are its own. */
	opened: boolean;
	/** Number of bytes. */
	size: number;
	/** Description of the image, if the sandbox generated it. */
	description: string | undefined;
}

const CELLS = 32;

/** Opens an image; undefined if the bytes are not an image. */
export async function readImage(bytes: Uint8Array<ArrayBuffer>): Promise<ReceivedImage | undefined> {
	const info = readImageInfo(bytes);
	if (!info) return undefined;
	const pixels = info.format === "jpeg" ? await openJpeg(bytes) : await decodePng(bytes);
	return {
		info,
		pixels: pixels ?? sketch(bytes, info),
		opened: pixels !== undefined,
		size: bytes.length,
		description: info.format === "jpeg" ? await describeJpeg(bytes) : readDescription(bytes),
	};
}

// The decoder is large, so only a JPEG loads it.
async function openJpeg(bytes: Uint8Array): Promise<Pixels | undefined> {
	return (await import("./jpeg.ts")).decodeJpeg(bytes);
}

async function describeJpeg(bytes: Uint8Array): Promise<string | undefined> {
	return (await import("./jpeg.ts")).readJpegComment(bytes);
}

/** Colors in place of an image that cannot be opened. The same file always gives the same colors. */
function sketch(bytes: Uint8Array, { width, height }: ImageInfo): Pixels {
	const pixels = createPixels(CELLS, Math.max(1, Math.round((CELLS * (height || 1)) / (width || 1))));
	const code = hash("sketch", bytes.length, ...bytes.subarray(-64));
	const base = [code & 255, (code >>> 8) & 255, (code >>> 16) & 255] as const;
	const step = Math.max(1, Math.floor(bytes.length / (pixels.data.length / 4)));
	for (let at = 0; at < pixels.data.length; at += 4) {
		const light = ((bytes[(at / 4) * step] ?? 128) - 128) / 6;
		pixels.data.set([base[0] + light, base[1] + light, base[2] + light, 255], at);
	}
	return pixels;
}
