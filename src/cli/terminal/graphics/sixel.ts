import type { Pixels } from "./pixels.ts";
import { NOTHING, quantize } from "./quantize.ts";

/** Every terminal with sixels has at least this many colors. */
const COLORS = 256;
/** Rows of pixels in one band: a character is six pixels, one above the other. */
const BAND = 6;

/** Returns the image in sixels, with a palette of up to 256 colors. */
export function encodeSixel(pixels: Pixels, colors: number = COLORS): string {
	const { width, height } = pixels;
	const { palette, indices } = quantize(pixels, colors);
	// Each channel as a percentage.
	const definitions = palette.map(
		(rgb, index) => `#${index};2;${rgb.map((value) => Math.round(value / 2.55)).join(";")}`,
	);
	const bands: string[] = [];
	for (let top = 0; top < height; top += BAND) bands.push(encodeBand(indices, palette.length, width, height, top));
	// Second parameter 1: pixels without a color stay as they are. Then: square pixels, and the size.
	return `\x1bP0;1;0q"1;1;${width};${height}${definitions.join("")}${bands.join("-")}\x1b\\`;
}

/** For each color of a band, one line of characters over the others (`$` goes back to the start). */
function encodeBand(indices: Uint16Array, colors: number, width: number, height: number, top: number): string {
	const lines: (Uint8Array | undefined)[] = new Array<Uint8Array | undefined>(colors).fill(undefined);
	for (let y = top; y < Math.min(height, top + BAND); y++) {
		const bit = 1 << (y - top);
		for (let x = 0; x < width; x++) {
			const color = indices[y * width + x] ?? NOTHING;
			if (color === NOTHING) continue;
			let line = lines[color];
			if (!line) {
				line = new Uint8Array(width);
				lines[color] = line;
			}
			line[x] = (line[x] ?? 0) | bit;
		}
	}
	return lines.flatMap((line, color) => (line ? [`#${color}${encodeLine(line)}`] : [])).join("$");
}

/** Characters from `?` on, six bits each; repeated ones as `!count`, where that is shorter. */
function encodeLine(line: Uint8Array): string {
	let end = line.length;
	while (end > 0 && line[end - 1] === 0) end--;
	let text = "";
	for (let start = 0; start < end; ) {
		const bits = line[start] ?? 0;
		let next = start + 1;
		while (next < end && line[next] === bits) next++;
		const character = String.fromCharCode(0x3f + bits);
		const count = next - start;
		text += count > 3 ? `!${count}${character}` : character.repeat(count);
		start = next;
	}
	return text;
}
