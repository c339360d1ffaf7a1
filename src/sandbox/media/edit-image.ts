import { findColors, mix } from "./colors.ts";
import { generateImage } from "./generate-image.ts";
import { mapColors, type Pixels, resize } from "./pixels.ts";

/** Changes that a prompt may request; all named ones are made, in this order. */
const CHANGES: readonly (readonly [RegExp, (pixels: Pixels) => Pixels])[] = [
	[
		/\b(?:gr[ae]y(?:scale)?|black and white|monochrome|desaturate)\b/i,
		(pixels) => mapColors(pixels, (r, g, b) => grey(r, g, b)),
	],
	[
		/\b(?:sepia|vintage|old photo)\b/i,
		(pixels) =>
			mapColors(pixels, (r, g, b) => {
				const [light] = grey(r, g, b);
				return [light * 1.07 + 18, light * 0.9 + 8, light * 0.7];
			}),
	],
	[/\b(?:invert|negative)\b/i, (pixels) => mapColors(pixels, (r, g, b) => [255 - r, 255 - g, 255 - b])],
	[
		/\b(?:bright\w*|lighter|sunny|day)\b/i,
		(pixels) => mapColors(pixels, (r, g, b) => [r * 1.15 + 20, g * 1.15 + 20, b * 1.1 + 15]),
	],
	[/\b(?:dark\w*|night)\b/i, (pixels) => mapColors(pixels, (r, g, b) => [r * 0.5, g * 0.5, b * 0.65 + 15])],
	[/\b(?:warm\w*|sunset)\b/i, (pixels) => mapColors(pixels, (r, g, b) => [r * 1.15 + 12, g, b * 0.8])],
	[/\b(?:cold|cool|winter|snow)\b/i, (pixels) => mapColors(pixels, (r, g, b) => [r * 0.85, g * 0.98, b * 1.15 + 15])],
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

function grey(red: number, green: number, blue: number): [number, number, number] {
	const light = 0.299 * red + 0.587 * green + 0.114 * blue;
	return [light, light, light];
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
