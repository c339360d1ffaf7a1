import { inflateSync } from "node:zlib";
import { PNG } from "pngjs";
import type { Pixels } from "./pixels.ts";

/** Color type of a PNG → samples of a pixel. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Where the seven passes of an interlaced PNG start, and their steps. */
const PASSES = [
	[0, 0, 8, 8],
	[4, 0, 8, 8],
	[0, 4, 4, 8],
	[2, 0, 4, 4],
	[0, 2, 2, 4],
	[1, 0, 2, 2],
	[0, 1, 1, 2],
] as const;

/** @throws for a file that is damaged, or would take more memory than its header can need */
export function decodePng(bytes: Uint8Array): Pixels {
	const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const data = readData(file);
	const most = dataSize(file);
	// The decoder inflates an interlaced image without a limit.
	if (file[INTERLACE] === 1) inflateSync(Buffer.concat(data), { maxOutputLength: most });
	return PNG.sync.read(file);
}

/** Offset of the interlace byte of an image. */
const INTERLACE = 28;

/**
 * Returns the compressed data of a PNG.
 * @throws for a second header: the decoder would use it, and its size was never checked
 */
function readData(file: Buffer): Buffer[] {
	const data: Buffer[] = [];
	for (let at = 8; at + 12 <= file.length; ) {
		const length = file.readUInt32BE(at);
		const type = file.toString("latin1", at + 4, at + 8);
		if ((type === "IHDR") !== (at === 8) || (at === 8 && length !== 13)) throw new Error("the PNG has another header");
		if (type === "IDAT") data.push(file.subarray(at + 8, at + 8 + length));
		if (type === "IEND") break;
		at += 12 + length;
	}
	return data;
}

/** Bytes of the pixels as they are compressed: a byte more for each line. */
function dataSize(file: Buffer): number {
	const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
	const bits = (file[24] ?? 0) * (SAMPLES[file[25] ?? 0] ?? 4);
	const sizeOf = (columns: number, lines: number): number =>
		columns === 0 ? 0 : lines * (1 + Math.ceil((columns * bits) / 8));
	if (file[INTERLACE] !== 1) return sizeOf(width, height);
	return PASSES.reduce((sum, [left, top, across, down]) => {
		return sum + sizeOf(Math.ceil((width - left) / across), Math.ceil((height - top) / down));
	}, 0);
}

export function encodePng({ width, height, data }: Pixels): Uint8Array {
	const png = new PNG({ width, height });
	png.data.set(data);
	return PNG.sync.write(png);
}
