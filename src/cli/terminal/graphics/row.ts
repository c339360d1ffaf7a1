import type { Terminal } from "../terminal.ts";
import type { PreviewChoice } from "./choices.ts";
import { decodeImage } from "./decode.ts";
import { createPixels, type Pixels, resizePixels } from "./pixels.ts";
import { showPreview } from "./show.ts";

/** Pixels of height that pictures in a row have at most; a terminal shows fewer. */
const HIGHEST = 512;
/** Share of the height that lies between two pictures. */
const GAP = 1 / 16;

/** Shows pictures side by side on the terminal, in their order; what cannot be decoded is left out. */
export async function showRow(
	pictures: readonly Uint8Array[],
	choice: PreviewChoice,
	terminal: Terminal,
): Promise<boolean> {
	const [only] = pictures;
	if (pictures.length === 1 && only) return await showPreview({ bytes: only }, choice, terminal);
	const decoded = (await Promise.all(pictures.map((bytes) => decodeImage(bytes)))).filter((one) => one !== undefined);
	if (decoded.length === 0) return false;
	const { encodePng } = await import("./png.ts");
	return await showPreview({ bytes: encodePng(placeInRow(decoded)) }, choice, terminal);
}

/** One picture of several, as high as the lowest; what is between them is transparent. */
export function placeInRow(pictures: readonly Pixels[]): Pixels {
	const height = Math.max(1, Math.min(HIGHEST, ...pictures.map((picture) => picture.height)));
	const gap = Math.ceil(height * GAP);
	const scaled = pictures.map((picture) =>
		resizePixels(picture, Math.max(1, Math.round((picture.width * height) / picture.height)), height),
	);
	const width = scaled.reduce((sum, picture) => sum + picture.width, gap * Math.max(0, scaled.length - 1));
	const row = createPixels(width, height);
	let left = 0;
	for (const picture of scaled) {
		for (let y = 0; y < height; y++) {
			const start = y * picture.width * 4;
			row.data.set(picture.data.subarray(start, start + picture.width * 4), (y * width + left) * 4);
		}
		left += picture.width + gap;
	}
	return row;
}
