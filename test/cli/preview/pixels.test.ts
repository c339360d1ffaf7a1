import jpeg from "jpeg-js";
import { describe, expect, it } from "vitest";
import { decodeImage } from "../../../src/cli/terminal/graphics/decode.ts";
import { fitImage, resizePixels } from "../../../src/cli/terminal/graphics/pixels.ts";

import { encodePng } from "../../../src/cli/terminal/graphics/png.ts";
import { nearestOf256 } from "../../../src/cli/terminal/palette.ts";
import { letters, paint, pngOf } from "./pictures.ts";

const ascii = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "latin1"));
const jpegOf = (width: number, height: number): Uint8Array =>
	new Uint8Array(jpeg.encode({ width, height, data: Buffer.alloc(width * height * 4, 200) }, 90).data);

describe("resizing", () => {
	it("averages the pixels that a new pixel covers", () => {
		expect([...resizePixels(paint("kw", "wk"), 1, 1).data]).toEqual([128, 128, 128, 255]);
	});

	it("ignores the color of invisible pixels", () => {
		expect([...resizePixels(paint("r "), 1, 1).data]).toEqual([255, 0, 0, 128]);
	});

	it("covers every pixel if the sizes do not divide", () => {
		expect(letters(resizePixels(paint("rrggb"), 3, 1))).toEqual(["r??"]);
		expect(letters(resizePixels(paint("rg"), 4, 2))).toEqual(["rrgg", "rrgg"]);
	});
});

describe("fitting", () => {
	const room = { columns: 80, rows: 20 };
	const cell = { width: 8, height: 16 };
	it.each([
		["wide", { width: 1280, height: 320 }, { width: 640, height: 160 }, { columns: 80, rows: 10 }, "columns"],
		["tall", { width: 320, height: 1280 }, { width: 80, height: 320 }, { columns: 10, rows: 20 }, "rows"],
		[
			"small ones are not blown up",
			{ width: 16, height: 16 },
			{ width: 16, height: 16 },
			{ columns: 2, rows: 1 },
			"columns",
		],
		[
			"a line is still a line",
			{ width: 5000, height: 1 },
			{ width: 640, height: 1 },
			{ columns: 80, rows: 1 },
			"columns",
		],
	])("%s", (_, picture, pixels, cells, limit) => {
		expect(fitImage(picture, room, cell)).toEqual({ pixels, cells, limit });
	});
});

describe("decoding", () => {
	it("reads PNG, and writes it", async () => {
		const picture = paint("rg", "b ");
		expect(letters((await decodeImage(pngOf(picture))) ?? paint(""))).toEqual(["rg", "b "]);
		expect(letters((await decodeImage(encodePng(picture))) ?? paint(""))).toEqual(["rg", "b "]);
	});

	it("reads JPEG", async () => {
		const pixels = await decodeImage(jpegOf(9, 5));
		expect([pixels?.width, pixels?.height, pixels?.data.length]).toEqual([9, 5, 180]);
		expect(Math.abs((pixels?.data[0] ?? 0) - 200)).toBeLessThan(4);
	});

	it.each([
		["a damaged PNG", pngOf(paint("rgb")).map((byte, index) => (index > 40 ? 0 : byte))],
		[
			"a PNG that says it is enormous",
			pngOf(paint("rgb")).map((byte, index) => (index > 15 && index < 20 ? 0x7f : byte)),
		],
		["a damaged JPEG", jpegOf(9, 5).slice(0, 200)],
		["an animation", ascii("GIF89a\x05\x00\x07\x00")],
		["text", ascii("hello")],
	])("gives up on %s", async (_, bytes) => {
		expect(await decodeImage(bytes)).toBeUndefined();
	});
});

describe("the nearest of 256 colors", () => {
	it.each([
		[[0, 0, 0], 16],
		[[255, 255, 255], 231],
		[[255, 0, 0], 196],
		[[128, 128, 128], 244],
		[[90, 140, 215], 68],
		[[8, 8, 8], 232],
	] as const)("%j is %d", (rgb, code) => {
		expect(nearestOf256(rgb)).toBe(code);
	});
});
