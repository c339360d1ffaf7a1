import { createPixels, type Pixels } from "../media/pixels.ts";
import { encodePng } from "../media/png.ts";

const WIDTH = 320;
const HEIGHT = 400;
/** Pixels of one dot of a letter. */
const DOT = 3;
/** Letters of three by five dots, row by row. */
const LETTERS: Readonly<Record<string, string>> = {
	A: "010101111101101",
	C: "011100100100011",
	D: "110101101101110",
	E: "111100110100111",
	I: "111010010010111",
	L: "100100100100111",
	N: "111101101101101",
	O: "010101101101010",
	P: "110101110100100",
	R: "110101110101101",
	S: "011100010001110",
	T: "111010010010010",
	U: "101101101101111",
	V: "101101101101010",
	"0": "111101101101111",
	"1": "010110010010111",
	"2": "110001010100111",
	"6": "011100111101111",
	"7": "111001010010010",
	"8": "111101111101111",
	"9": "111101111001110",
	".": "000000000000010",
	"-": "000000111000000",
};
const LINES: readonly (readonly [text: string, x: number, y: number])[] = [
	["INVOICE", 24, 24],
	["NO 2026-117", 24, 60],
	["ADA AND SONS", 24, 96],
	["PAPER", 24, 160],
	["100.00", 210, 160],
	["DUTIES", 24, 190],
	["18.00", 222, 190],
	["TOTAL", 24, 240],
	["118.00", 210, 240],
	["EUR", 210, 264],
];
const CONTENT =
	"The invoice number is 2026-117. The customer is Ada and Sons. The duties are 18.00 EUR. The total is 118.00 EUR.";

/** Draws an invoice on white paper; the file says what is printed on it. */
export function drawInvoice(): Promise<Uint8Array<ArrayBuffer>> {
	const page = createPixels(WIDTH, HEIGHT);
	page.data.fill(255);
	for (const [text, x, y] of LINES) write(page, text, x, y);
	for (const y of [140, 225]) fill(page, 24, y, WIDTH - 48, 2);
	return encodePng(page, CONTENT);
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
