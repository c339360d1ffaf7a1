import { generateImage } from "../media/generate-image.ts";
import { encodeJpeg } from "../media/jpeg.ts";
import { createPixels, mapColors, type Pixels } from "../media/pixels.ts";
import { encodePng } from "../media/png.ts";
import invoice from "./data/invoice.json" with { type: "json" };

/** Generates an image of what a description names; a PNG also contains the description. */
export async function drawSample(
	description: string,
	width: number,
	height: number,
	isJpeg: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
	const pixels = generateImage(description, { width, height, seed: "sample" });
	return isJpeg ? encodeJpeg(pixels, description) : encodePng(pixels, description);
}

const MASK_WIDTH = 320;
const MASK_HEIGHT = 240;

/** Draws a white disc on black. */
export function drawMask(): Promise<Uint8Array<ArrayBuffer>> {
	const isInside = (x: number, y: number): boolean =>
		Math.hypot(x - MASK_WIDTH / 2, y - MASK_HEIGHT / 2) < MASK_HEIGHT / 3;
	const blank = createPixels(MASK_WIDTH, MASK_HEIGHT);
	return encodePng(mapColors(blank, (_r, _g, _b, x, y) => (isInside(x, y) ? [255, 255, 255] : [0, 0, 0])));
}

const WIDTH = 320;
const HEIGHT = 400;
/** Pixels of one dot of a letter. */
const DOT = 3;
/** Letters of three by five dots, row by row. */
const LETTERS: Readonly<Record<string, string>> = invoice.letters;

/** Draws an invoice on white paper; the file says what is printed on it. */
export function drawInvoice(): Promise<Uint8Array<ArrayBuffer>> {
	const page = createPixels(WIDTH, HEIGHT);
	page.data.fill(255);
	for (const { text, x, y } of invoice.lines) write(page, text, x, y);
	for (const y of [140, 225]) fill(page, 24, y, WIDTH - 48, 2);
	return encodePng(page, invoice.content);
}

function write(page: Pixels, text: string, x: number, y: number): void {
	for (const [place, letter] of [...text].entries()) {
		for (const [index, dot] of [...(LETTERS[letter] ?? "")].entries()) {
			if (dot === "0") continue;
			fill(page, x + (place * 4 + (index % 3)) * DOT, y + Math.floor(index / 3) * DOT, DOT, DOT);
		}
	}
}

function fill(page: Pixels, left: number, top: number, width: number, height: number): void {
	for (let y = top; y < top + height; y++) {
		for (let x = left; x < left + width; x++) page.data.set([30, 30, 40, 255], (y * page.width + x) * 4);
	}
}
