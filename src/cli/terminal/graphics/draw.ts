import { BLACK, type Rgb } from "../palette.ts";
import { GLYPH, glyphRows } from "./font.ts";
import type { Pixels } from "./pixels.ts";

/** A part of an image, in pixels; the far edges lie outside. */
export interface Rectangle {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

/** Fills the part of the rectangle that is within the image. */
function fillRectangle(pixels: Pixels, { left, top, right, bottom }: Rectangle, [red, green, blue]: Rgb): void {
	for (let y = Math.max(0, top); y < Math.min(pixels.height, bottom); y++) {
		for (let x = Math.max(0, left); x < Math.min(pixels.width, right); x++) {
			pixels.data.set([red, green, blue, 255], (y * pixels.width + x) * 4);
		}
	}
}

/** A frame along the inside of the rectangle. */
export function drawFrame(
	pixels: Pixels,
	{ left, top, right, bottom }: Rectangle,
	color: Rgb,
	thickness: number,
): void {
	fillRectangle(pixels, { left, top, right, bottom: Math.min(bottom, top + thickness) }, color);
	fillRectangle(pixels, { left, top: Math.max(top, bottom - thickness), right, bottom }, color);
	fillRectangle(pixels, { left, top, right: Math.min(right, left + thickness), bottom }, color);
	fillRectangle(pixels, { left: Math.max(left, right - thickness), top, right, bottom }, color);
}

/** Size of a written label with its margin, in pixels; `scale` pixels make one of the letters'. */
export function labelSize(text: string, scale: number): { width: number; height: number } {
	return { width: ([...text].length * (GLYPH.width + 1) + 1) * scale, height: (GLYPH.height + 1) * scale };
}

/** A label: dark letters on a ground of its color. */
export function drawLabel(pixels: Pixels, left: number, top: number, text: string, color: Rgb, scale: number): void {
	const { width, height } = labelSize(text, scale);
	fillRectangle(pixels, { left, top, right: left + width, bottom: top + height }, color);
	for (const [position, letter] of [...text].entries()) {
		for (const [row, bits] of glyphRows(letter).entries()) {
			for (let column = 0; column < GLYPH.width; column++) {
				if (((bits >> (GLYPH.width - 1 - column)) & 1) === 0) continue;
				const x = left + (1 + position * (GLYPH.width + 1) + column) * scale;
				const y = top + (1 + row) * scale;
				fillRectangle(pixels, { left: x, top: y, right: x + scale, bottom: y + scale }, BLACK);
			}
		}
	}
}

/** Share of its color a tinted pixel takes on. */
const TINT = 0.5;

/** Tints the white area of a mask of the same size. */
export function tint(pixels: Pixels, mask: Pixels, color: Rgb): void {
	for (let index = 0; index < pixels.data.length; index += 4) {
		if (!isMarked(mask, index)) continue;
		for (const [channel, value] of color.entries()) {
			const old = pixels.data[index + channel] ?? 0;
			pixels.data[index + channel] = Math.round(old + (value - old) * TINT);
		}
		pixels.data[index + 3] = 255;
	}
}

/** Returns the part of the image a mask covers; undefined for an empty one. */
export function maskBounds(mask: Pixels): Rectangle | undefined {
	const bounds = { left: mask.width, top: mask.height, right: 0, bottom: 0 };
	for (let index = 0; index < mask.data.length; index += 4) {
		if (!isMarked(mask, index)) continue;
		const [x, y] = [(index / 4) % mask.width, Math.floor(index / 4 / mask.width)];
		bounds.left = Math.min(bounds.left, x);
		bounds.top = Math.min(bounds.top, y);
		bounds.right = Math.max(bounds.right, x + 1);
		bounds.bottom = Math.max(bounds.bottom, y + 1);
	}
	return bounds.right > 0 ? bounds : undefined;
}

function isMarked({ data }: Pixels, index: number): boolean {
	return (data[index] ?? 0) >= 128 && (data[index + 3] ?? 0) >= 128;
}
