import { expect, it } from "vitest";
import { Canvas, type Point } from "../../src/sandbox/media/canvas.ts";
import { createRandom } from "../../src/sandbox/random.ts";

const SUB_ROWS = 4;

/** Returns how far a polygon covers each pixel of a canvas that is 100 high: every side is tried for every sub-row. */
function coverPlainly(points: readonly Point[], width: number): number[] {
	const coverage = new Float32Array(width * 100);
	for (let subRow = 0; subRow < 100 * SUB_ROWS; subRow++) {
		const y = (subRow + 0.5) / SUB_ROWS;
		const crossings = points
			.flatMap(([x1, y1], index) => {
				const [x2, y2] = points[(index + 1) % points.length] ?? [x1, y1];
				return y1 <= y === y2 <= y ? [] : x1 + ((y - y1) / (y2 - y1)) * (x2 - x1);
			})
			.sort((a, b) => a - b);
		for (let at = 0; at + 1 < crossings.length; at += 2) {
			for (let x = 0; x < width; x++) {
				const part = Math.min(x + 1, crossings[at + 1] ?? 0) - Math.max(x, crossings[at] ?? 0);
				const index = Math.floor(subRow / SUB_ROWS) * width + x;
				if (part > 0) coverage[index] = (coverage[index] ?? 0) + part;
			}
		}
	}
	return Array.from(coverage, (covered) => Math.round((covered / SUB_ROWS) * 255));
}

it.each([
	[0, 100, 3, [0, 128, 255]],
	// From the nearest row to the nearest row: 1.5 and 2.6 of 3.
	[50, 88, 3, [undefined, undefined, 0]],
	[0, 45, 2, [0, undefined]],
	[20, 45, 5, [undefined, 0, undefined, undefined, undefined]],
	[-100, 200, 2, [0, 255]],
])("fills a band from %d to %d of %d rows", (top, bottom, height, rows) => {
	const canvas = new Canvas(3, height);
	canvas.gradient([0, 0, 0], [255, 255, 255], top, bottom);
	const { data } = canvas.pixels;
	const reds = Array.from({ length: height * 3 }, (_, index) =>
		data[index * 4 + 3] === 255 ? data[index * 4] : undefined,
	);
	expect(reds).toEqual(rows.flatMap((red) => [red, red, red]));
});

it("fills polygons inside, across and outside the canvas as far as they cover each pixel", () => {
	const random = createRandom("polygons");
	for (let count = 0; count < 40; count++) {
		const width = 1 + random.below(80);
		const place = (): number => (count % 2 === 0 ? random.next() * 200 - 50 : random.below(5) * 25);
		const points = Array.from({ length: random.below(7) }, (): Point => [place(), place()]);
		const canvas = new Canvas(width, 100);
		canvas.polygon(points, [255, 255, 255]);
		const drawn = Array.from({ length: width * 100 }, (_, index) => canvas.pixels.data[index * 4] ?? 0);
		const expected = coverPlainly(points, width);
		expect(Math.max(0, ...drawn.map((value, index) => Math.abs(value - (expected[index] ?? 0))))).toBeLessThanOrEqual(
			1,
		);
		expect(drawn.some((value) => value > 0)).toBe(expected.some((value) => value > 0));
	}
});
