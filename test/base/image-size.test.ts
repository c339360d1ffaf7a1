import { describe, expect, it } from "vitest";
import { readImageSize } from "../../src/base/image-size.ts";

const fileOf = (start: string, fields: Readonly<Record<number, readonly number[]>>, length = 40): Uint8Array => {
	const bytes = new Uint8Array(length);
	bytes.set(Buffer.from(start, "latin1").subarray(0, length));
	for (const [at, values] of Object.entries(fields)) bytes.set(values, Number(at));
	return bytes;
};

describe("the size in the header of an image", () => {
	it.each([
		["GIF", "GIF89a", { 6: [0x70, 0x11, 3, 0] }, [0x1170, 3]],
		["BMP from the top", "BM", { 18: [0x70, 0x11, 1, 0, 0xfd, 0xff, 0xff, 0xff] }, [0x1_1170, 3]],
		["extended WebP", "RIFF....WEBPVP8X", { 24: [0x6f, 0x11, 1, 2, 0x20, 3] }, [0x1_1170, 0x3_2003]],
		["lossless WebP", "RIFF....WEBPVP8L", { 21: [0x6f, 0xd1, 0, 0] }, [0x1170, 4]],
		["WebP", "RIFF....WEBPVP8 ", { 26: [0x70, 0x51, 3, 0xc0] }, [0x1170, 3]],
		["PNG", "\x89PNG\r\n\x1a\n", { 16: [0, 1, 0x11, 0x70, 0, 0, 0, 3] }, [0x1_1170, 3]],
		["JPEG", "\xff\xd8\xff\xe0\0\x04..\xff\xc2", { 13: [0, 3, 0x11, 0x70] }, [0x1170, 3]],
		["JPEG with fill bytes", "\xff\xd8\xff\xe0\0\x04..\xff\xff\xc2", { 14: [0, 3, 0x11, 0x70] }, [0x1170, 3]],
	] as const)("%s", (_, start, fields, [width, height]) => {
		expect(readImageSize(fileOf(start, fields))).toEqual({ width, height });
	});

	it.each([
		["half a JPEG", "\xff\xd8\xff\xe0\0\x04..\xff\xc2", 14],
		["a JPEG without a frame", "\xff\xd8\xff\xe0\0\x04......", 40],
		["half a PNG", "\x89PNG\r\n\x1a\n", 20],
		["half a WebP", "RIFF....WEBPVP8X", 20],
		["half a GIF", "GIF89a", 8],
		["something else", "%PDF-1.7", 40],
		["nothing", "", 0],
	])("is unknown of %s", (_, start, length) => {
		expect(readImageSize(fileOf(start, {}, length))).toBeUndefined();
	});
});
