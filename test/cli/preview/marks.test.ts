import { describe, expect, it } from "vitest";
import { drawLabel, isDrawable, labelSize } from "../../../src/cli/terminal/graphics/draw.ts";

import { drawMarks, type Mark, readMarks } from "../../../src/cli/terminal/graphics/marks.ts";
import { createPixels } from "../../../src/cli/terminal/graphics/pixels.ts";

import { letters, paint, pngOf } from "./pictures.ts";

const red = [255, 0, 0] as const;
const blue = [0, 0, 255] as const;
const box = (xmin: number, ymin: number, xmax: number, ymax: number) => ({ xmin, ymin, xmax, ymax });
const oneRow = (text: string) => ({ width: text.length, height: 1 });

describe("marks in an image", () => {
	it("draws frames in the image's current size, clipped to it", () => {
		const picture = createPixels(6, 4);
		const marks: Mark[] = [
			{ label: "a", color: red, box: box(0, 0, 6, 6) },
			{ label: "b", color: blue, box: box(8, -4, 99, 99) },
		];
		const labels = drawMarks(picture, marks, { width: 12, height: 8 }, 1, () => undefined);
		expect(letters(picture)).toEqual(["rrr bb", "r r bb", "rrr bb", "    bb"]);
		expect(labels).toEqual([]);
	});

	it("labels objects, with the number only if the name is too wide", () => {
		const marks: Mark[] = [
			{ label: "cat", color: red, box: box(0, 0, 10, 5) },
			{ label: "elephant", color: blue, box: box(10, 0, 18, 5) },
		];
		const labels = drawMarks(createPixels(20, 10), marks, { width: 20, height: 10 }, 1, oneRow);
		expect(labels).toEqual([
			{ left: 0, top: 0, text: "1 cat", color: red },
			{ left: 10, top: 0, text: "2", color: blue },
		]);
	});

	it("moves a label below another one, and omits it if there is no room", () => {
		const same = { color: red, box: box(0, 0, 10, 2) };
		const marks = ["a", "b", "c"].map((label): Mark => ({ label, ...same }));
		const labels = drawMarks(createPixels(20, 10), marks, { width: 20, height: 10 }, 1, oneRow);
		expect(labels.map(({ text, top }) => [text, top])).toEqual([
			["1 a", 0],
			["2 b", 1],
		]);
	});

	it("tints the white area of a mask of any size", () => {
		const picture = paint("kkkk", "kkkk");
		const [label] = drawMarks(picture, [{ label: "m", color: red, mask: paint("kw") }], picture, 1, oneRow);
		expect([...picture.data.subarray(4, 12)]).toEqual([0, 0, 0, 255, 128, 0, 0, 255]);
		expect(label).toMatchObject({ left: 2, text: "1" });
	});

	it("draws letters", () => {
		const picture = createPixels(...(Object.values(labelSize("t", 1)) as [number, number]));
		drawLabel(picture, 0, 0, "T", red, 1);
		expect(letters(picture)).toEqual([
			"rrrrrrr",
			"rrkrrrr",
			"rrkrrrr",
			"rkkkkrr",
			"rrkrrrr",
			"rrkrrrr",
			"rrkrrrr",
			"rrrkkrr",
			"rrrrrrr",
		]);
	});

	it("lists its letters", () => {
		expect([isDrawable("3 Traffic light (red)"), isDrawable("船"), isDrawable("\x1b[2J")]).toEqual([
			true,
			false,
			false,
		]);
	});
});

describe("marks from results", () => {
	it("reads boxes and masks, and ignores anything else", async () => {
		const mask = Buffer.from(pngOf(paint("wk"))).toString("base64");
		const marks = await readMarks([
			{ label: "a", score: 1, box: box(1, 2, 3, 4) },
			{ label: "b", mask },
			{ label: "c", mask: "!!" },
			{ label: "d", box: { xmin: "1" } },
			null,
		]);
		expect(marks.map(({ label, box, mask }) => [label, Boolean(box), mask?.width])).toEqual([
			["a", true, undefined],
			["b", false, 2],
			["c", false, undefined],
			["d", false, undefined],
			["", false, undefined],
		]);
		expect(await readMarks({ error: "x" })).toEqual([]);
	});
});
