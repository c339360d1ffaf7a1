import { joinBytes } from "../../base/bytes.ts";
import { LIMITS } from "../limits.ts";
import { createPixels, type Pixels } from "./pixels.ts";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Keyword, not compressed, no language, no translated keyword. */
const TEXT_HEAD = "Description\0\0\0\0\0";
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Bytes of a description that are read. */
const MAX_DESCRIPTION_LENGTH = 4000;
const CRC_OF_BYTE = Int32Array.from({ length: 256 }, (_, byte) => {
	let value = byte;
	for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
	return value;
});

/** Encodes an image as PNG, without opacity; the description is stored in an iTXt chunk. */
export async function encodePng(
	{ width, height, data }: Pixels,
	description?: string,
): Promise<Uint8Array<ArrayBuffer>> {
	const stride = width * 3 + 1;
	const raw = new Uint8Array(stride * height);
	let from = 0;
	let to = 0;
	for (let y = 0; y < height; y++) {
		// Each byte as the difference from the pixel to the left: gradients become small.
		raw[to++] = 1;
		let [leftRed, leftGreen, leftBlue] = [0, 0, 0];
		for (let x = 0; x < width; x++, from += 4) {
			raw[to++] = (data[from] ?? 0) - leftRed;
			raw[to++] = (data[from + 1] ?? 0) - leftGreen;
			raw[to++] = (data[from + 2] ?? 0) - leftBlue;
			leftRed = data[from] ?? 0;
			leftGreen = data[from + 1] ?? 0;
			leftBlue = data[from + 2] ?? 0;
		}
	}
	const header = new Uint8Array(13);
	const view = new DataView(header.buffer);
	view.setUint32(0, width);
	view.setUint32(4, height);
	header.set([8, 2, 0, 0, 0], 8);
	return joinBytes([
		Uint8Array.from(SIGNATURE),
		chunk("IHDR", header),
		...(description ? [chunk("iTXt", new TextEncoder().encode(`${TEXT_HEAD}${description}`))] : []),
		chunk("IDAT", await deflate(raw)),
		chunk("IEND", new Uint8Array(0)),
	]);
}

/** Returns the description that `encodePng` wrote into an image. */
export function readDescription(bytes: Uint8Array): string | undefined {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (!SIGNATURE.every((byte, index) => bytes[index] === byte)) return undefined;
	for (let at = 8; at + 8 <= bytes.length; at += view.getUint32(at) + 12) {
		if (String.fromCharCode(...bytes.subarray(at + 4, at + 8)) !== "iTXt") continue;
		const length = Math.min(view.getUint32(at), MAX_DESCRIPTION_LENGTH);
		const text = new TextDecoder().decode(bytes.subarray(at + 8, at + 8 + length));
		if (text.startsWith(TEXT_HEAD)) return text.slice(TEXT_HEAD.length);
	}
	return undefined;
}

/** Decodes a PNG of 8 bits or fewer a channel, not interlaced; undefined for everything else. */
export async function decodePng(bytes: Uint8Array<ArrayBuffer>): Promise<Pixels | undefined> {
	if (!SIGNATURE.every((byte, index) => bytes[index] === byte)) return undefined;
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const parts: Uint8Array<ArrayBuffer>[] = [];
	let palette: Uint8Array = new Uint8Array(0);
	let opacities: Uint8Array = new Uint8Array(0);
	for (let at = 8; at + 8 <= bytes.length; ) {
		const length = view.getUint32(at);
		const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
		const content = bytes.subarray(at + 8, at + 8 + length);
		if (type === "IDAT") parts.push(content);
		else if (type === "PLTE") palette = content;
		else if (type === "tRNS") opacities = content;
		at += length + 12;
	}
	if (bytes.length < 33) return undefined;
	const width = view.getUint32(16);
	const height = view.getUint32(20);
	const [depth = 0, kind = 0, , , interlaced = 0] = bytes.subarray(24, 29);
	const channels = CHANNELS[kind];
	if (!channels || ![1, 2, 4, 8].includes(depth) || interlaced !== 0 || width * height > LIMITS.openedPixels)
		return undefined;
	const stride = Math.ceil((width * channels * depth) / 8);
	const raw = await inflate(joinBytes(parts), (stride + 1) * height);
	if (!raw) return undefined;
	for (let y = 0; y < height; y++) unfilterRow(raw, y, stride, Math.max(1, (channels * depth) >> 3));
	const pixels = createPixels(width, height);
	const read = (x: number, y: number, channel: number): number => {
		const bit = (x * channels + channel) * depth;
		const byte = raw[y * (stride + 1) + 1 + (bit >> 3)] ?? 0;
		return (byte >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
	};
	if (depth === 8 && kind !== 3) {
		copyBytes(raw, pixels, channels);
		return pixels;
	}
	const scale = 255 / ((1 << depth) - 1);
	for (let y = 0, at = 0; y < height; y++) {
		for (let x = 0; x < width; x++, at += 4) {
			const first = read(x, y, 0);
			if (kind === 3) {
				pixels.data.set(palette.subarray(first * 3, first * 3 + 3), at);
				pixels.data[at + 3] = opacities[first] ?? 255;
			} else {
				for (let to = 0; to < 3; to++) pixels.data[at + to] = (channels < 3 ? first : read(x, y, to)) * scale;
				pixels.data[at + 3] = channels % 2 === 0 ? read(x, y, channels - 1) * scale : 255;
			}
		}
	}
	return pixels;
}

function chunk(type: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
	const result = new Uint8Array(content.length + 12);
	const view = new DataView(result.buffer);
	view.setUint32(0, content.length);
	for (let index = 0; index < 4; index++) result[4 + index] = type.charCodeAt(index);
	result.set(content, 8);
	view.setUint32(content.length + 8, checksum(result.subarray(4, content.length + 8)));
	return result;
}

/** CRC-32. */
function checksum(bytes: Uint8Array): number {
	let value = 0xffffffff;
	for (const byte of bytes) value = (value >>> 8) ^ (CRC_OF_BYTE[(value ^ byte) & 255] ?? 0);
	return (value ^ 0xffffffff) >>> 0;
}

/** Compresses in the zlib format. */
async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
	if (typeof CompressionStream === "undefined") {
		const { zlibSync } = await import("fflate");
		return new Uint8Array(zlibSync(bytes));
	}
	const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Decompresses the first `length` bytes of data in the zlib format and reads no further, however much would follow.
 * Undefined if the data is damaged or shorter.
 */
async function inflate(bytes: Uint8Array<ArrayBuffer>, length: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
	const result = new Uint8Array(length);
	let at = 0;
	const add = (part: Uint8Array): boolean => {
		result.set(part.subarray(0, length - at), at);
		at = Math.min(length, at + part.length);
		return at < length;
	};
	try {
		if (typeof DecompressionStream === "undefined") await inflateHere(bytes, add);
		else {
			const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
			for (let part = await reader.read(); part.value && add(part.value); ) part = await reader.read();
			await reader.cancel();
		}
	} catch {
		// Bytes after the last pixel do not matter.
	}
	return at === length ? result : undefined;
}

/** Compressed bytes that are decompressed in one step: at most 4 MB come out. */
const STEP = 4096;

async function inflateHere(bytes: Uint8Array, add: (part: Uint8Array) => boolean): Promise<void> {
	const { Unzlib } = await import("fflate");
	let wantsMore = true;
	const stream = new Unzlib((part) => {
		wantsMore = wantsMore && add(part);
	});
	for (let start = 0; wantsMore && start < bytes.length; start += STEP) {
		stream.push(bytes.subarray(start, start + STEP), start + STEP >= bytes.length);
	}
}

/** The common case: a byte a channel. */
function copyBytes(raw: Uint8Array, { width, height, data }: Pixels, channels: number): void {
	const [green, blue] = channels < 3 ? [0, 0] : [1, 2];
	const hasOpacity = channels % 2 === 0;
	for (let y = 0, from = 1, to = 0; y < height; y++, from++) {
		for (let x = 0; x < width; x++, from += channels) {
			data[to++] = raw[from] ?? 0;
			data[to++] = raw[from + green] ?? 0;
			data[to++] = raw[from + blue] ?? 0;
			data[to++] = hasOpacity ? (raw[from + channels - 1] ?? 0) : 255;
		}
	}
}

/**
 * Undoes the filter of a row in place; `width` is the bytes of a pixel. Each filter stores a byte as the difference from a
 * guess, made of the bytes to the left, above, and above to the left.
 */
function unfilterRow(raw: Uint8Array, y: number, stride: number, width: number): void {
	const up = stride + 1;
	const start = y * up + 1;
	const end = start + stride;
	const isFirst = y === 0;
	const filter = raw[start - 1];
	if (filter === 1 || (filter === 4 && isFirst)) {
		for (let at = start + width; at < end; at++) raw[at] = (raw[at] ?? 0) + (raw[at - width] ?? 0);
	} else if (filter === 2 && !isFirst) {
		for (let at = start; at < end; at++) raw[at] = (raw[at] ?? 0) + (raw[at - up] ?? 0);
	} else if (filter === 3 || filter === 4) {
		for (let at = start; at < end; at++) {
			const left = at - start >= width ? (raw[at - width] ?? 0) : 0;
			const above = isFirst ? 0 : (raw[at - up] ?? 0);
			const corner = at - start >= width && !isFirst ? (raw[at - up - width] ?? 0) : 0;
			raw[at] = (raw[at] ?? 0) + (filter === 3 ? (left + above) >> 1 : paeth(left, above, corner));
		}
	}
}

function paeth(left: number, up: number, corner: number): number {
	const estimate = left + up - corner;
	const toLeft = Math.abs(estimate - left);
	const toUp = Math.abs(estimate - up);
	const toCorner = Math.abs(estimate - corner);
	if (toLeft <= toUp && toLeft <= toCorner) return left;
	return toUp <= toCorner ? up : corner;
}
