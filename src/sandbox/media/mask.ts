import { joinBytes } from "../../base/bytes.ts";
import type { ObjectDetectionOutputElement } from "../../inference/index.ts";

/** The largest number of bytes in a block of uncompressed data. */
const BLOCK = 65_535;

/** Returns a mask as PNG: white in a box, black around it, one bit a pixel. */
export function encodeMask(
	width: number,
	height: number,
	{ xmin, ymin, xmax, ymax }: ObjectDetectionOutputElement["box"],
): Uint8Array<ArrayBuffer> {
	const stride = 1 + Math.ceil(width / 8);
	const rows = new Uint8Array(stride * height);
	for (let y = ymin; y < ymax; y++) {
		for (let x = xmin; x < xmax; x++) {
			const at = y * stride + 1 + (x >> 3);
			rows[at] = (rows[at] ?? 0) | (128 >> (x & 7));
		}
	}
	const header = new Uint8Array(13);
	new DataView(header.buffer).setUint32(0, width);
	new DataView(header.buffer).setUint32(4, height);
	header[8] = 1;
	const chunks = [encodeChunk("IHDR", header), encodeChunk("IDAT", store(rows)), encodeChunk("IEND", new Uint8Array())];
	return joinBytes([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), ...chunks]);
}

/** Wraps data in the zlib format without compressing it, which needs no library. */
function store(data: Uint8Array): Uint8Array {
	const parts: Uint8Array[] = [Uint8Array.of(0x78, 0x01)];
	for (let at = 0; at < data.length; at += BLOCK) {
		const block = data.subarray(at, at + BLOCK);
		const { length } = block;
		const isLast = at + BLOCK >= data.length;
		parts.push(Uint8Array.of(isLast ? 1 : 0, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255), block);
	}
	let [low, high] = [1, 0];
	for (const byte of data) {
		low = (low + byte) % 65_521;
		high = (high + low) % 65_521;
	}
	return joinBytes([...parts, Uint8Array.of(high >> 8, high & 255, low >> 8, low & 255)]);
}

function encodeChunk(type: string, content: Uint8Array): Uint8Array {
	const body = joinBytes([new TextEncoder().encode(type), content]);
	const ends = new DataView(new ArrayBuffer(8));
	ends.setUint32(0, content.length);
	ends.setUint32(4, checksum(body));
	return joinBytes([new Uint8Array(ends.buffer, 0, 4), body, new Uint8Array(ends.buffer, 4, 4)]);
}

/** CRC-32. */
function checksum(bytes: Uint8Array): number {
	let value = -1;
	for (const byte of bytes) {
		value ^= byte;
		for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
	}
	return ~value >>> 0;
}
