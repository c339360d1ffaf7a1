import { BLACK, colorCode, type Rgb } from "../palette.ts";
import type { ColorLevel } from "../process-io.ts";
import { cutText, textWidth } from "../width.ts";
import glyphs from "./data/glyphs.json" with { type: "json" };
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

export function drawFrame(pixels: Pixels, { left, top, right, bottom }: Rectangle, color: Rgb, line: number): void {
	fillRectangle(pixels, { left, top, right, bottom: Math.min(bottom, top + line) }, color);
	fillRectangle(pixels, { left, top: Math.max(top, bottom - line), right, bottom }, color);
	fillRectangle(pixels, { left, top, right: Math.min(right, left + line), bottom }, color);
	fillRectangle(pixels, { left: Math.max(left, right - line), top, right, bottom }, color);
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
		for (const [row, digit] of [...(GLYPHS[letter.toLowerCase()] ?? "")].entries()) {
			// Bit 4 is the leftmost pixel.
			const bits = Number.parseInt(digit, 32);
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

/** Columns and rows of a letter, without the gap to the next. */
const GLYPH = { width: 5, height: 8 } as const;

/** For each letter its rows from the top, each a digit to base 32 whose bits are the pixels from left to right. */
const GLYPHS: Readonly<Record<string, string>> = glyphs;

/** Whether all letters of a text can be drawn; large ones are drawn as small ones. */
export function isDrawable(text: string): boolean {
	return [...text.toLowerCase()].every((letter) => letter in GLYPHS);
}

/** A word written over an image of half blocks, in dark letters on its color. */
interface Tag {
	column: number;
	row: number;
	text: string;
	color: Rgb;
}

/** Pixels less visible than this are not drawn. */
const VISIBLE = 128;

/**
 * Returns the image as lines of half blocks: each cell shows two pixels, one above the other, in 24-bit colors at
 * level 3, else in 256.
 */
export function encodeBlocks(pixels: Pixels, level: ColorLevel, tags: readonly Tag[] = []): string[] {
	return Array.from({ length: Math.ceil(pixels.height / 2) }, (_, row) => {
		const cells: DrawnCell[] = [];
		const words = tags.filter((tag) => tag.row === row).sort((left, right) => left.column - right.column);
		for (let column = 0; column < pixels.width; ) {
			while (words[0] && words[0].column < column) words.shift();
			const tag = words[0]?.column === column ? words.shift() : undefined;
			const text = tag ? cutText(tag.text, pixels.width - column) : "";
			if (tag && text !== "") {
				cells.push({ characters: text, text: BLACK, ground: tag.color });
				column += textWidth(text);
				continue;
			}
			cells.push(blockOf(colorAt(pixels, column, row * 2), colorAt(pixels, column, row * 2 + 1)));
			column++;
		}
		return paintCells(cells, level);
	});
}

/** Without a text color, any is used; without a ground, the terminal's own. */
interface DrawnCell {
	characters: string;
	text?: Rgb;
	ground?: Rgb | undefined;
}

function blockOf(upper: Rgb | undefined, lower: Rgb | undefined): DrawnCell {
	if (upper && lower && upper.every((value, index) => value === lower[index]))
		return { characters: " ", ground: upper };
	if (upper) return { characters: "▀", text: upper, ground: lower };
	return lower ? { characters: "▄", text: lower } : { characters: " " };
}

function colorAt({ width, height, data }: Pixels, x: number, y: number): Rgb | undefined {
	const index = (y * width + x) * 4;
	if (y >= height || (data[index + 3] ?? 0) < VISIBLE) return undefined;
	return [data[index] ?? 0, data[index + 1] ?? 0, data[index + 2] ?? 0];
}

/** A line that sets a color only if it changes. */
function paintCells(cells: readonly DrawnCell[], level: ColorLevel): string {
	let [text, ground] = ["39", "49"];
	let line = "";
	for (const cell of cells) {
		const nextText = cell.text ? colorCode(cell.text, level, "text") : text;
		const nextGround = cell.ground ? colorCode(cell.ground, level, "ground") : "49";
		const changed = [nextText === text ? "" : nextText, nextGround === ground ? "" : nextGround].filter(Boolean);
		line += (changed.length > 0 ? `\x1b[${changed.join(";")}m` : "") + cell.characters;
		text = nextText;
		ground = nextGround;
	}
	return text === "39" && ground === "49" ? line : `${line}\x1b[0m`;
}
