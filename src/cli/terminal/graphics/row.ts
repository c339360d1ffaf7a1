import type { Terminal } from "../terminal.ts";
import { decodeImage } from "./decode.ts";
import type { PreviewChoice } from "./kind.ts";
import { createPixels, type Pixels, resizePixels } from "./pixels.ts";
import { showPreview } from "./show.ts";

/** Maximum height in pixels of images in a row; a terminal shows fewer. */
const HIGHEST = 512;
/** Gap between two images, as a share of the height. */
const GAP = 1 / 16;

/** Shows images side by side on the terminal, in order; undecodable ones are skipped. */
export async function showRow(
	images: readonly Uint8Array[],
	choice: PreviewChoice,
	terminal: Terminal,
): Promise<boolean> {
	const [only] = images;
	if (images.length === 1 && only) return await showPreview({ bytes: only }, choice, terminal);
	const decoded = (await Promise.all(images.map((bytes) => decodeImage(bytes)))).filter((one) => one !== undefined);
	if (decoded.length === 0) return false;
	const { encodePng } = await import("./png.ts");
	return await showPreview({ bytes: encodePng(placeInRow(decoded)) }, choice, terminal);
}

/** Joins images at the height of the lowest, with transparent gaps. */
export function placeInRow(images: readonly Pixels[]): Pixels {
	const height = Math.max(1, Math.min(HIGHEST, ...images.map((image) => image.height)));
	const gap = Math.ceil(height * GAP);
	const scaled = images.map((image) =>
		resizePixels(image, Math.max(1, Math.round((image.width * height) / image.height)), height),
	);
	const width = scaled.reduce((sum, image) => sum + image.width, gap * Math.max(0, scaled.length - 1));
	const row = createPixels(width, height);
	let left = 0;
	for (const image of scaled) {
		for (let y = 0; y < height; y++) {
			const start = y * image.width * 4;
			row.data.set(image.data.subarray(start, start + image.width * 4), (y * width + left) * 4);
		}
		left += image.width + gap;
	}
	return row;
}
