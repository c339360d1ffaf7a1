import { crc32, deflateSync } from "node:zlib";
import jpeg from "jpeg-js";
import { expect, it } from "vitest";
import { decodeImage } from "../../../src/cli/terminal/graphics/decode.ts";

function chunk(type: string, data: Uint8Array): Buffer {
	const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	sum.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, sum]);
}

function header(width: number, height: number, interlace: 0 | 1): Buffer {
	const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, interlace]);
	data.writeUInt32BE(width, 0);
	data.writeUInt32BE(height, 4);
	return chunk("IHDR", data);
}

const png = (...chunks: Buffer[]): Uint8Array =>
	Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks, chunk("IEND", Buffer.alloc(0))]);
const zeros = (size: number): Buffer => chunk("IDAT", deflateSync(Buffer.alloc(size)));

it("decodes a small picture, interlaced or not", async () => {
	expect(await decodeImage(png(header(2, 2, 0), zeros(18)))).toMatchObject({ width: 2, height: 2 });
	// Two pixels of pass 1 and 6, and a line of two of pass 7.
	expect(await decodeImage(png(header(2, 2, 1), zeros(5 + 5 + 9)))).toMatchObject({ width: 2, height: 2 });
	expect(await decodeImage(png(header(9, 9, 1), zeros(2000).subarray(0)))).toBeUndefined();
});

it.each([
	["a second header", png(header(1, 1, 0), header(9_000, 4_000, 0), zeros(100))],
	["a header that is not first", png(zeros(5), header(1, 1, 0))],
	["an interlaced picture with more data than it has pixels", png(header(2, 2, 1), zeros(64 * 2 ** 20))],
	["data beyond the pixels", png(header(2, 2, 0), zeros(64 * 2 ** 20).subarray(0, 400))],
])("refuses a PNG with %s, and takes no memory for it", async (_, bytes) => {
	const before = process.memoryUsage();
	expect(await decodeImage(bytes)).toBeUndefined();
	const after = process.memoryUsage();
	expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(32 * 2 ** 20);
});

it("refuses a JPEG whose second frame is larger than the first says", async () => {
	const small = jpeg.encode({ width: 8, height: 8, data: Buffer.alloc(256) }, 90).data;
	const frame = small.indexOf(Buffer.from([0xff, 0xc0]));
	const length = small.readUInt16BE(frame + 2) + 2;
	const second = Buffer.from(small.subarray(frame, frame + length));
	second.writeUInt16BE(4_000, 5);
	second.writeUInt16BE(4_000, 7);
	expect(await decodeImage(small)).toMatchObject({ width: 8, height: 8 });
	const bytes = Buffer.concat([small.subarray(0, frame + length), second, small.subarray(frame + length)]);
	expect(await decodeImage(bytes)).toBeUndefined();
});

it.each([
	["GIF", Buffer.from("GIF89a\xff\xff\xff\xff\x80\x00\x00", "latin1")],
	["WebP", Buffer.from("RIFF\xff\xff\xff\xffWEBPVP8L\xff\xff\xff\xff\x2f\xff\xff\xff\xff", "latin1")],
	["WAV", Buffer.from("RIFF\xff\xff\xff\xffWAVEfmt \xff\xff\xff\xff", "latin1")],
	["MP4", Buffer.from("\x00\x00\x00\x18ftypmp42\xff\xff\xff\xff", "latin1")],
])("reads no more of a %s than its first bytes", async (_, bytes) => {
	expect(await decodeImage(bytes)).toBeUndefined();
});
