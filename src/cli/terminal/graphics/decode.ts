import { readImageSize } from "../../../base/image-size.ts";
import { interruptible } from "../interrupts.ts";
import { Interrupt } from "../process-io.ts";
import type { Pixels } from "./pixels.ts";

/** Larger images would take too much time and memory. */
const MAX_PIXELS = 40_000_000;
/** Time limit in milliseconds: a file may encode its pixels many times over. */
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
