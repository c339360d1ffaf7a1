import { matchWords } from "../text/words.ts";
import { findColors, mix } from "./colors.ts";
import tints from "./data/tints.json" with { type: "json" };
import { generateImage } from "./generate-image.ts";
import { mapColors, type Pixels, resize } from "./pixels.ts";

/** Changes that a prompt may request; all named ones are made, in this order. */
const CHANGES: readonly (readonly [RegExp, (pixels: Pixels) => Pixels])[] = [
	...tints.map(({ words, ...tint }) => [matchWords(words), (pixels: Pixels) => recolor(pixels, tint)] as const),
	[/\b(?:mirror|flip)\w*\b/i, (pixels) => pick(pixels, (x, y) => [pixels.width - 1 - x, y])],
	[/\b(?:upside down|rotate)\w*\b/i, (pixels) => pick(pixels, (x, y) => [pixels.width - 1 - x, pixels.height - 1 - y])],
	[/\b(?:pixelat\w*|mosaic|8-?bit|pixel art)\b/i, (pixels) => pick(pixels, (x, y) => [x - (x % 12), y - (y % 12)])],
	[
		/\b(?:poster\w*|cartoon|comic|anime|drawing)\b/i,
		(pixels) => mapColors(pixels, (r, g, b) => [step(r), step(g), step(b)]),
	],
];
const UPSCALE = /upscal|super-?res|aurasr|enhance/i;
const MAX = 2048;

export interface EditOptions {
	/** Name of the model: upscalers enlarge the image. */
	model: string;
	width?: number | undefined;
	height?: number | undefined;
	seed: string | number;
}

/**
 * Changes the light, colors or direction of an image by a prompt. For other prompts, the named scene is blended over
 * the image.
 */
export function editImage(pixels: Pixels, prompt: string, { model, width, height, seed }: EditOptions): Pixels {
	const wanted = UPSCALE.test(model) && width === undefined ? 2 : 1;
	const factor = Math.min(wanted, MAX / Math.max(pixels.width, pixels.height));
	const targetWidth = width ?? Math.max(1, Math.round(pixels.width * factor));
	const targetHeight = height ?? Math.max(1, Math.round(pixels.height * factor));
	const sized = resize(pixels, targetWidth, targetHeight);
	const changes = CHANGES.filter(([words]) => words.test(prompt));
	if (changes.length > 0) return changes.reduce((result, [, change]) => change(result), sized);
	if (prompt.trim() === "") return sized;
	const [color] = findColors(prompt);
	if (color && prompt.trim().split(/\s+/).length <= 4)
		return mapColors(sized, (r, g, b) => mix([r, g, b], color, 0.45));
	const scene = generateImage(prompt, { width: targetWidth, height: targetHeight, seed });
	return mapColors(sized, (r, g, b, x, y) => {
		const at = (y * targetWidth + x) * 4;
		return mix([r, g, b], [scene.data[at] ?? 0, scene.data[at + 1] ?? 0, scene.data[at + 2] ?? 0], 0.55);
	});
}

/** Shares of red, green and blue in each new color, and what is added. */
interface Tint {
	red: readonly number[];
	green: readonly number[];
	blue: readonly number[];
}

function recolor(pixels: Pixels, { red, green, blue }: Tint): Pixels {
	const sum = ([r = 0, g = 0, b = 0, plus = 0]: readonly number[], ...old: readonly [number, number, number]): number =>
		r * old[0] + g * old[1] + b * old[2] + plus;
	return mapColors(pixels, (r, g, b) => [sum(red, r, g, b), sum(green, r, g, b), sum(blue, r, g, b)]);
}

function step(value: number): number {
	return Math.round(value / 64) * 64;
}

function pick(pixels: Pixels, from: (x: number, y: number) => readonly [number, number]): Pixels {
	return mapColors(pixels, (_red, _green, _blue, x, y) => {
		const [sourceX, sourceY] = from(x, y);
		const at = (sourceY * pixels.width + sourceX) * 4;
		return [pixels.data[at] ?? 0, pixels.data[at + 1] ?? 0, pixels.data[at + 2] ?? 0];
	});
}
