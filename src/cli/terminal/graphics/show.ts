import type { Terminal } from "../terminal.ts";
import { onOneLine, textWidth } from "../width.ts";
import { decodeImage, readImageSize } from "./decode.ts";
import { drawLabel, encodeBlocks, isDrawable, labelSize } from "./draw.ts";
import { type Chosen, choosePreview, mayPreview, type PreviewChoice } from "./kind.ts";
import { drawMarks, type Mark } from "./marks.ts";
import { type Cells, fitImage, type Pixels, resizePixels, type Size } from "./pixels.ts";
import { encodeIterm, encodeKittyPixels, encodeKittyPng, encodeSixel, placePastTmux } from "./protocols.ts";

export interface ShownImage {
	bytes: Uint8Array;
	/** Computed only if they are drawn. */
	marks?: () => Promise<readonly Mark[]>;
}

/** Cell size if the terminal does not report it: a small one, so that images are not too wide. */
const USUAL_CELL: Size = { width: 8, height: 16 };
/** A cell of half blocks is two pixels, one above the other. */
const BLOCK_CELL: Size = { width: 1, height: 2 };
/** Larger files are resized before sending. */
const LARGE_FILE = 4_000_000;

/**
 * Shows an image on the terminal, by its best protocol.
 * @returns whether anything was shown: nothing is off a terminal, or where the image cannot be decoded
 */
export async function showPreview(image: ShownImage, choice: PreviewChoice, terminal: Terminal): Promise<boolean> {
	if (!mayPreview(choice, terminal)) return false;
	const chosen = await choosePreview(choice, terminal);
	try {
		const text = await encodePreview(image, chosen, terminal);
		if (text !== undefined) await terminal.print(`${text}\n`);
		return text !== undefined;
	} finally {
		chosen.release();
	}
}

async function encodePreview(
	{ bytes, marks: readMarks }: ShownImage,
	{ kind, replies }: Chosen,
	terminal: Terminal,
): Promise<string | undefined> {
	if (kind === "none") return undefined;
	const marks = (await readMarks?.()) ?? [];
	const room = findRoom(kind === "blocks" ? 3 / 4 : 1 / 2, terminal);
	const cell = kind === "blocks" ? BLOCK_CELL : (replies.cell ?? USUAL_CELL);
	const size = readImageSize(bytes);
	const isPassed = Boolean(terminal.env["TMUX"]);
	if (kind === "iterm" && marks.length === 0) {
		// The terminal may support formats that are unknown here.
		const cells = size ? fitImage(size, room, cell).cells : room;
		const command = encodeIterm(bytes, cells);
		return isPassed ? placePastTmux([command], cells) : command;
	}
	const original = size && (await decodeImage(bytes));
	if (!original) return undefined;
	const fit = fitImage(original, room, cell);
	const isSentWhole = kind === "kitty" && marks.length === 0 && bytes[0] === 0x89 && bytes.length <= LARGE_FILE;
	const pixels = isSentWhole ? original : resizePixels(original, fit.pixels.width, fit.pixels.height);
	if (kind === "blocks") {
		const tags = drawMarks(pixels, marks, original, 1, measureTag).map(({ left, top, text, color }) => {
			return { column: left, row: Math.floor(top / 2), text: ` ${onOneLine(text)} `, color };
		});
		const { level } = terminal.colors.stdout;
		return encodeBlocks(pixels, level < 2 ? 2 : level, tags).join("\n");
	}
	drawPixelMarks(pixels, marks, original, cell);
	switch (kind) {
		case "sixel":
			return encodeSixel(pixels);
		case "iterm": {
			const { encodePng } = await import("./png.ts");
			const command = encodeIterm(encodePng(pixels), fit.cells);
			return isPassed ? placePastTmux([command], fit.cells) : command;
		}
		case "kitty": {
			const commands = isSentWhole ? encodeKittyPng(bytes, fit) : encodeKittyPixels(pixels, fit);
			return isPassed ? placePastTmux(commands, fit.cells) : commands.join("");
		}
		default:
			return undefined;
	}
}

/** Returns all columns except the last, where some terminals wrap too early, and a part of the rows. */
function findRoom(share: number, { stdout }: Terminal): Cells {
	const { columns = 80, rows = 24 } = stdout;
	return { columns: Math.max(1, columns - 1), rows: Math.max(1, Math.floor(rows * share)) };
}

function measureTag(text: string): Size {
	return { width: textWidth(onOneLine(text)) + 2, height: 2 };
}

/** Letters about as large as the terminal's own. */
function drawPixelMarks(pixels: Pixels, marks: readonly Mark[], original: Size, cell: Size): void {
	const scale = Math.max(1, Math.round(cell.height / 10));
	const measure = (text: string): Size | undefined => (isDrawable(text) ? labelSize(text, scale) : undefined);
	for (const { left, top, text, color } of drawMarks(pixels, marks, original, scale, measure)) {
		drawLabel(pixels, left, top, text, color, scale);
	}
}
