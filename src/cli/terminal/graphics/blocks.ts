import { BLACK, colorCode, type Rgb } from "../palette.ts";
import type { ColorLevel } from "../process-io.ts";
import { cutText, textWidth } from "../width.ts";
import type { Pixels } from "./pixels.ts";

/** A word written over an image of half blocks, in dark letters on its color. */
export interface Tag {
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
	const rows = Math.ceil(pixels.height / 2);
	return Array.from({ length: rows }, (_, row) => {
		const line = new Line(level);
		const words = tags.filter((tag) => tag.row === row).sort((left, right) => left.column - right.column);
		for (let column = 0; column < pixels.width; ) {
			while (words[0] && words[0].column < column) words.shift();
			const tag = words[0]?.column === column ? words.shift() : undefined;
			const text = tag ? cutText(tag.text, pixels.width - column) : "";
			if (tag && text !== "") {
				line.add(text, BLACK, tag.color);
				column += textWidth(text);
				continue;
			}
			addCell(line, colorAt(pixels, column, row * 2), colorAt(pixels, column, row * 2 + 1));
			column++;
		}
		return line.end();
	});
}

function addCell(line: Line, upper: Rgb | undefined, lower: Rgb | undefined): void {
	if (upper && lower && upper.every((value, index) => value === lower[index])) line.add(" ", undefined, upper);
	else if (upper) line.add("▀", upper, lower);
	else if (lower) line.add("▄", lower, undefined);
	else line.add(" ", undefined, undefined);
}

function colorAt({ width, height, data }: Pixels, x: number, y: number): Rgb | undefined {
	const index = (y * width + x) * 4;
	if (y >= height || (data[index + 3] ?? 0) < VISIBLE) return undefined;
	return [data[index] ?? 0, data[index + 1] ?? 0, data[index + 2] ?? 0];
}

/** A line that sets a color only if it changes. */
class Line {
	private readonly level: ColorLevel;
	private readonly parts: string[] = [];
	private text = "39";
	private ground = "49";

	constructor(level: ColorLevel) {
		this.level = level;
	}

	/** Without a text color, any is used; without a ground, the terminal's own. */
	add(characters: string, text: Rgb | undefined, ground: Rgb | undefined): void {
		const textCode = text ? colorCode(text, this.level, "text") : this.text;
		const groundCode = ground ? colorCode(ground, this.level, "ground") : "49";
		const changed = [
			...(textCode === this.text ? [] : [textCode]),
			...(groundCode === this.ground ? [] : [groundCode]),
		];
		if (changed.length > 0) this.parts.push(`\x1b[${changed.join(";")}m`);
		this.parts.push(characters);
		this.text = textCode;
		this.ground = groundCode;
	}

	end(): string {
		const isPlain = this.text === "39" && this.ground === "49";
		return this.parts.join("") + (isPlain ? "" : "\x1b[0m");
	}
}
