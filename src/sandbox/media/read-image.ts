import { hash } from "../random.ts";
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
/** A few bytes may claim to be a picture of any height. */
const MAX_ROWS = 32 * CELLS;

/** Opens an image; undefined if the bytes are not an image. */
export async function readImage(bytes: Uint8Array<ArrayBuffer>): Promise<ReceivedImage | undefined> {
	const info = readImageInfo(bytes);
	if (!info) return undefined;
	// The decoder is large, so only a JPEG loads it.
	const jpeg = info.format === "jpeg" ? await import("./jpeg.ts") : undefined;
	const pixels = jpeg ? jpeg.decodeJpeg(bytes) : await decodePng(bytes);
	return {
		info,
		pixels: pixels ?? sketch(bytes, info),
		opened: pixels !== undefined,
		size: bytes.length,
		description: jpeg ? jpeg.readJpegComment(bytes) : readDescription(bytes),
	};
}

/** Colors in place of an image that cannot be opened. The same file always gives the same colors. */
function sketch(bytes: Uint8Array, { width, height }: ImageInfo): Pixels {
	const rows = Math.round((CELLS * (height || 1)) / (width || 1));
	const pixels = createPixels(CELLS, Math.min(MAX_ROWS, Math.max(1, rows)));
	const code = hash("sketch", bytes.length, ...bytes.subarray(-64));
	const base = [code & 255, (code >>> 8) & 255, (code >>> 16) & 255] as const;
	const step = Math.max(1, Math.floor(bytes.length / (pixels.data.length / 4)));
	for (let at = 0; at < pixels.data.length; at += 4) {
		const light = ((bytes[(at / 4) * step] ?? 128) - 128) / 6;
		pixels.data.set([base[0] + light, base[1] + light, base[2] + light, 255], at);
	}
	return pixels;
}

/** Facts in the first bytes of an image. */
interface ImageInfo {
	format: "png" | "jpeg" | "gif" | "webp" | "bmp";
	width: number;
	height: number;
}

/** Recognizes an image by its first bytes; undefined if the bytes are not an image. */
export function readImageInfo(bytes: Uint8Array): ImageInfo | undefined {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const head = String.fromCharCode(...bytes.subarray(0, 16));
	const { length } = bytes;
	if (length >= 24 && head.startsWith("PNG", 1)) {
		return { format: "png", width: view.getUint32(16), height: view.getUint32(20) };
	}
	if (length >= 10 && head.startsWith("GIF")) {
		return { format: "gif", width: view.getUint16(6, true), height: view.getUint16(8, true) };
	}
	if (length >= 26 && head.startsWith("BM")) {
		return { format: "bmp", width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) };
	}
	if (length >= 30 && /^RIFF.{4}WEBP/s.test(head)) return readWebp(view, head.slice(12));
	// Numbers, since a bundle of other bytes than ASCII may be read in another encoding.
	return bytes[0] === 0xff && bytes[1] === 0xd8 ? readJpeg(view) : undefined;
}

function readWebp(view: DataView, kind: string): ImageInfo {
	if (kind === "VP8X") {
		const read24 = (at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
		return { format: "webp", width: read24(24) + 1, height: read24(27) + 1 };
	}
	if (kind === "VP8L") {
		const bits = view.getUint32(21, true);
		return { format: "webp", width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
	}
	return { format: "webp", width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

/** Walks the segments of a JPEG to the one that states the size. */
function readJpeg(view: DataView): ImageInfo {
	let at = 2;
	while (at + 9 < view.byteLength) {
		const marker = view.getUint8(at) === 0xff ? view.getUint8(at + 1) : undefined;
		// Fill bytes and markers without a length.
		if (marker === undefined || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8)) {
			at++;
			continue;
		}
		const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
		if (isFrame) return { format: "jpeg", width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
		at += 2 + view.getUint16(at + 2);
	}
	return { format: "jpeg", width: 0, height: 0 };
}
