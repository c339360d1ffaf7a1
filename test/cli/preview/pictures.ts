import { PNG } from "pngjs";
import { createPixels, type Pixels } from "../../../src/cli/terminal/graphics/pixels.ts";

/** Colors by letter, for pictures written as text; a blank is nothing. */
const COLORS: Readonly<Record<string, readonly number[]>> = {
	r: [255, 0, 0, 255],
	g: [0, 255, 0, 255],
	b: [0, 0, 255, 255],
	w: [255, 255, 255, 255],
	k: [0, 0, 0, 255],
	" ": [0, 0, 0, 0],
};

/** A picture from rows of letters. */
export function paint(...rows: string[]): Pixels {
	const pixels = createPixels(rows[0]?.length ?? 0, rows.length);
	pixels.data.set(rows.flatMap((row) => [...row].flatMap((letter) => COLORS[letter] ?? [])));
	return pixels;
}

/** The rows of letters of a picture; `?` for other colors. */
export function letters({ width, height, data }: Pixels): string[] {
	return Array.from({ length: height }, (_, y) =>
		Array.from({ length: width }, (_, x) => {
			const at = (y * width + x) * 4;
			const color = [...data.subarray(at, at + 4)].join();
			return Object.keys(COLORS).find((letter) => COLORS[letter]?.join() === color) ?? "?";
		}).join(""),
	);
}

/** A PNG file of a picture. */
export function pngOf({ width, height, data }: Pixels): Uint8Array {
	const png = new PNG({ width, height });
	png.data.set(data);
	return new Uint8Array(PNG.sync.write(png));
}
