import { generateImage } from "../media/generate-image.ts";
import { encodeJpeg } from "../media/jpeg.ts";
import { createPixels } from "../media/pixels.ts";
import { encodePng } from "../media/png.ts";

/** Generates an image of what a description names; a PNG also contains the description. */
export async function drawSample(
	description: string,
	width: number,
	height: number,
	format: "jpeg" | "png",
): Promise<Uint8Array<ArrayBuffer>> {
	const pixels = generateImage(description, { width, height, seed: "sample" });
	return format === "png" ? encodePng(pixels, description) : encodeJpeg(pixels, description);
}

const MASK_WIDTH = 320;
const MASK_HEIGHT = 240;

/** Draws a white disc on black. */
export function drawMask(): Promise<Uint8Array<ArrayBuffer>> {
	const mask = createPixels(MASK_WIDTH, MASK_HEIGHT);
	for (let y = 0; y < MASK_HEIGHT; y++) {
		for (let x = 0; x < MASK_WIDTH; x++) {
			const isInside = Math.hypot(x - MASK_WIDTH / 2, y - MASK_HEIGHT / 2) < MASK_HEIGHT / 3;
			const value = isInside ? 255 : 0;
			mask.data.set([value, value, value, 255], (y * MASK_WIDTH + x) * 4);
		}
	}
	return encodePng(mask);
}
