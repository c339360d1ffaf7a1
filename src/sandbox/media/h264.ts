import { joinBytes } from "../../base/bytes.ts";
import type { Pixels } from "./pixels.ts";

/** An image in the form of video codecs: brightness for each pixel, color for each four, padded to blocks of 16. */
export interface Frame {
	columns: number;
	rows: number;
	luma: Uint8Array;
	blue: Uint8Array;
	red: Uint8Array;
}

const BLOCK = 16;

/** Converts an image to brightness and color, in the range of video codecs. */
export function toFrame({ width, height, data }: Pixels): Frame {
	const columns = Math.ceil(width / BLOCK);
	const rows = Math.ceil(height / BLOCK);
	const stride = columns * BLOCK;
	const luma = new Uint8Array(stride * rows * BLOCK);
	const blue = new Uint8Array(luma.length / 4);
	const red = new Uint8Array(luma.length / 4);
	for (let y = 0; y < rows * BLOCK; y++) {
		for (let x = 0; x < stride; x++) {
			const at = (Math.min(y, height - 1) * width + Math.min(x, width - 1)) * 4;
			const r = data[at] ?? 0;
			const g = data[at + 1] ?? 0;
			const b = data[at + 2] ?? 0;
			luma[y * stride + x] = 16 + 0.257 * r + 0.504 * g + 0.098 * b;
			if (x % 2 === 0 && y % 2 === 0) {
				const half = (y / 2) * (stride / 2) + x / 2;
				blue[half] = 128 - 0.148 * r - 0.291 * g + 0.439 * b;
				red[half] = 128 + 0.439 * r - 0.368 * g - 0.071 * b;
			}
		}
	}
	return { columns, rows, luma, blue, red };
}

/** Bits, and numbers in the code that gives small ones few bits (Exp-Golomb). */
class BitWriter {
	#bytes: Uint8Array<ArrayBuffer>;
	#length = 0;
	#current = 0;
	#filled = 0;

	/** @param room bytes that are expected */
	constructor(room = 32) {
		this.#bytes = new Uint8Array(room);
	}

	bits(value: number, count: number): this {
		for (let bit = count - 1; bit >= 0; bit--) {
			this.#current = (this.#current << 1) | ((value >>> bit) & 1);
			if (++this.#filled === 8) {
				this.#makeRoom(1);
				this.#bytes[this.#length++] = this.#current;
				this.#current = 0;
				this.#filled = 0;
			}
		}
		return this;
	}

	number(value: number): this {
		const length = 32 - Math.clz32(value + 1);
		return this.bits(0, length - 1).bits(value + 1, length);
	}

	align(bit: 0 | 1 = 0): this {
		while (this.#filled !== 0) this.bits(bit, 1);
		return this;
	}

	/** Writes whole bytes where the last one is full. */
	append(bytes: Uint8Array): void {
		this.#makeRoom(bytes.length);
		this.#bytes.set(bytes, this.#length);
		this.#length += bytes.length;
	}

	/** The mark at the end of every unit. */
	end(): Uint8Array<ArrayBuffer> {
		this.bits(1, 1).align();
		return this.#bytes.subarray(0, this.#length);
	}

	#makeRoom(count: number): void {
		if (this.#length + count <= this.#bytes.length) return;
		const grown = new Uint8Array(2 * this.#bytes.length + count);
		grown.set(this.#bytes);
		this.#bytes = grown;
	}
}

/** Returns the two units with the decoder's parameters. */
export function describeStream(
	{ columns, rows }: Frame,
	width: number,
	height: number,
): { sequence: Uint8Array<ArrayBuffer>; picture: Uint8Array<ArrayBuffer> } {
	const right = (columns * BLOCK - width) >> 1;
	const bottom = (rows * BLOCK - height) >> 1;
	const level = columns * rows > 1620 ? 40 : 30;
	const sequence = new BitWriter().bits(66, 8).bits(0xc0, 8).bits(level, 8).number(0);
	// Frame numbers of 4 bits, order of display as of decoding, one reference.
	sequence
		.number(0)
		.number(2)
		.number(1)
		.bits(0, 1)
		.number(columns - 1)
		.number(rows - 1)
		.bits(1, 1)
		.bits(1, 1);
	if (right > 0 || bottom > 0) sequence.bits(1, 1).number(0).number(right).number(0).number(bottom);
	else sequence.bits(0, 1);
	sequence.bits(0, 1);
	const picture = new BitWriter()
		.number(0)
		.number(0)
		.bits(0, 1)
		.bits(0, 1)
		.number(0)
		.number(0)
		.number(0)
		.bits(0, 1)
		.bits(0, 2);
	picture.number(0).number(0).number(0).bits(1, 1).bits(0, 1).bits(0, 1);
	return { sequence: wrap(0x67, sequence.end()), picture: wrap(0x68, picture.end()) };
}

/**
 * Encodes a frame: blocks that changed since the one before as they are, all others as "like before". No compression
 * beyond that, so that any decoder shows exactly what was drawn.
 */
export function encodeFrame(frame: Frame, before: Frame | undefined, index: number): Uint8Array<ArrayBuffer> {
	const writer = new BitWriter(before ? undefined : 2 * frame.luma.length)
		.number(0)
		.number(before ? 5 : 7)
		.number(0)
		.bits(index % 16, 4);
	// A key frame states its number and how it is kept; the others use one reference, unmodified.
	if (before) writer.bits(0, 1).bits(0, 1).bits(0, 1);
	else writer.number(0).bits(0, 2);
	// Quality as set, and no smoothing of block edges.
	writer.number(0).number(1);
	let skipped = 0;
	for (let row = 0; row < frame.rows; row++) {
		for (let column = 0; column < frame.columns; column++) {
			if (before && isSame(frame, before, column, row)) {
				skipped++;
				continue;
			}
			if (before) writer.number(skipped).number(30);
			else writer.number(25);
			skipped = 0;
			writer.align();
			writeBlock(writer, frame, column, row);
		}
	}
	if (before && skipped > 0) writer.number(skipped);
	return wrap(before ? 0x41 : 0x65, writer.end());
}

/** The parts of a frame, with the rows and columns of their blocks. */
const PLANES = [
	["luma", BLOCK],
	["blue", BLOCK / 2],
	["red", BLOCK / 2],
] as const;

function writeBlock(writer: BitWriter, frame: Frame, column: number, row: number): void {
	for (const [name, size] of PLANES) {
		const stride = frame.columns * size;
		for (let line = 0, at = row * size * stride + column * size; line < size; line++, at += stride)
			writer.append(frame[name].subarray(at, at + size));
	}
}

function isSame(frame: Frame, before: Frame, column: number, row: number): boolean {
	for (const [name, size] of PLANES) {
		const plane = frame[name];
		const old = before[name];
		const stride = frame.columns * size;
		for (let line = 0, start = row * size * stride + column * size; line < size; line++, start += stride)
			for (let at = start; at < start + size; at++) if (plane[at] !== old[at]) return false;
	}
	return true;
}

/** Returns a unit: its kind, then the bytes, with a 3 put in wherever they would look like the start of another. */
function wrap(kind: number, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
	const parts: Uint8Array[] = [Uint8Array.of(kind)];
	let start = 0;
	let zeros = 0;
	for (let at = 0; at < bytes.length; at++) {
		const byte = bytes[at] ?? 0;
		if (zeros >= 2 && byte <= 3) {
			parts.push(bytes.subarray(start, at), Uint8Array.of(3));
			start = at;
			zeros = 0;
		}
		zeros = byte === 0 ? zeros + 1 : 0;
	}
	return joinBytes([...parts, bytes.subarray(start)]);
}
