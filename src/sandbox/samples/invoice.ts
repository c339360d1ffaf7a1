import { createPixels, type Pixels } from "../media/pixels.ts";
import { encodePng } from "../media/png.ts";
import invoice from "./data/invoice.json" with { type: "json" };

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
