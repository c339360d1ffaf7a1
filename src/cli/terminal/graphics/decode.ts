import { interruptible } from "../interrupts.ts";
import { Interrupt } from "../process-io.ts";
import type { Pixels, Size } from "./pixels.ts";

/** Larger images would take too much time and memory. */
const MAX_PIXELS = 40_000_000;
/** Milliseconds: a file may have its pixels decoded many times over. */
const MAX_TIME = 10_000;

/** Decodes a PNG or JPEG; undefined for other formats, damaged files, and sizes that would take long. */
export async function decodeImage(bytes: Uint8Array): Promise<Pixels | undefined> {
	const { width, height } = readImageSize(bytes) ?? { width: 0, height: 0 };
	if (width * height === 0 || width * height > MAX_PIXELS) return undefined;
	try {
		// Loaded only when there is something to decode.
		if (bytes[0] === 0x89) {
			const { decodePng } = await import("./png.ts");
			return interruptible(() => decodePng(bytes), MAX_TIME);
		}
		if (bytes[0] !== 0xff) return undefined;
		const { decodeJpeg } = await import("./jpeg.ts");
		return interruptible(() => decodeJpeg(bytes, { width, height }), MAX_TIME);
	} catch (error) {
		if (error instanceof Interrupt) throw error;
		// A preview is optional: the file itself has been saved, even if it is damaged.
		return undefined;
	}
}

/** The size in an image's header, without decoding it; undefined for unknown formats. */
export function readImageSize(bytes: Uint8Array): Size | undefined {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const startsWith = (text: string, at = 0): boolean =>
		String.fromCharCode(...bytes.subarray(at, at + text.length)) === text;
	if (startsWith("\x89PNG\r\n\x1a\n") && bytes.length >= 24) {
		return { width: view.getUint32(16), height: view.getUint32(20) };
	}
	if (startsWith("GIF8") && bytes.length >= 10) {
		return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
	}
	return startsWith("\xff\xd8") ? readJpegSize(view) : undefined;
}

/** The first segment that describes a frame has the size. */
function readJpegSize(view: DataView): Size | undefined {
	for (let at = 2; at + 9 <= view.byteLength; ) {
		if (view.getUint8(at) !== 0xff) return undefined;
		const marker = view.getUint8(at + 1);
		// Bytes 0xff may fill up the space between two segments.
		if (marker === 0xff) {
			at++;
			continue;
		}
		const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
		if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
		at += 2 + view.getUint16(at + 2);
	}
	return undefined;
}
