import { expect, it } from "vitest";
import { decodeJpeg, encodeJpeg, readJpegComment } from "../../src/sandbox/media/jpeg.ts";

it.each(["", "a cat", "ü".repeat(200), "a".repeat(700)])("a JPEG has its size and the comment %j", (comment) => {
	const pixels = { width: 3, height: 2, data: new Uint8ClampedArray(24).fill(200) };
	const bytes = encodeJpeg(pixels, comment);
	expect(readJpegComment(bytes)).toBe(comment);
	expect(decodeJpeg(bytes)).toMatchObject({ width: 3, height: 2 });
	expect(readJpegComment(bytes.subarray(1))).toBeUndefined();
});
