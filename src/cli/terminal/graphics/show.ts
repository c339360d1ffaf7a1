import { deflateSync } from "node:zlib";
import { type PixelSize, readImageSize } from "../../../base/image-size.ts";
import type { Rgb } from "../palette.ts";
import type { Terminal } from "../terminal.ts";
import { onOneLine, textWidth } from "../width.ts";
import { decodeImage } from "./decode.ts";
import { drawLabel, encodeBlocks, isDrawable, labelSize } from "./draw.ts";
import { type Chosen, choosePreview, type PreviewChoice } from "./kind.ts";
import { drawMarks, type Mark } from "./marks.ts";
import { type Cells, createPixels, type Fit, fitImage, isOpaque, type Pixels, resizePixels } from "./pixels.ts";

interface ShownImage {
	bytes: Uint8Array;
	/** Computed only if they are drawn. */
	marks?: () => Promise<readonly Mark[]>;
}

/** Cell size if the terminal does not report it: a small one, so that images are not too wide. */
const USUAL_CELL: PixelSize = { width: 8, height: 16 };
/** A cell of half blocks is two pixels, one above the other. */
const BLOCK_CELL: PixelSize = { width: 1, height: 2 };
/** Larger files are resized before sending. */
const LARGE_FILE = 4_000_000;

/**
 * Shows an image on the terminal, by its best protocol.
 * @returns whether anything was shown: nothing is off a terminal, or where the image cannot be decoded
 */
export async function showPreview(image: ShownImage, choice: PreviewChoice, terminal: Terminal): Promise<boolean> {
	const chosen = await choosePreview(choice, terminal);
	try {
		const text = await encodePreview(image, chosen, terminal);
		// As bytes: the codes of an image are not text.
		if (text !== undefined) await terminal.print(Buffer.from(`${text}\n`));
		return text !== undefined;
	} finally {
		chosen.release();
	}
}

/** Maximum height in pixels of images in a row; a terminal shows fewer. */
const MAX_ROW_HEIGHT = 512;
/** Gap between two images, as a share of the height. */
const ROW_GAP = 1 / 16;

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
	const height = Math.max(1, Math.min(MAX_ROW_HEIGHT, ...images.map((image) => image.height)));
	const gap = Math.ceil(height * ROW_GAP);
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
	const send = (commands: readonly string[], cells: Cells): string =>
		terminal.env["TMUX"] ? placePastTmux(commands, cells) : commands.join("");
	if (kind === "iterm" && marks.length === 0) {
		// The terminal may support formats that are unknown here.
		const cells = size ? fitImage(size, room, cell).cells : room;
		return send([encodeIterm(bytes, cells)], cells);
	}
	const original = size && (await decodeImage(bytes));
	if (!original) return undefined;
	const fit = fitImage(original, room, cell);
	const isSentWhole = kind === "kitty" && marks.length === 0 && bytes[0] === 0x89 && bytes.length <= LARGE_FILE;
	const pixels = isSentWhole ? original : resizePixels(original, fit.pixels.width, fit.pixels.height);
	if (kind === "blocks") {
		const measureTag = (text: string): PixelSize => ({ width: textWidth(onOneLine(text)) + 2, height: 2 });
		const tags = drawMarks(pixels, marks, original, 1, measureTag).map(({ left, top, text, color }) => {
			return { column: left, row: Math.floor(top / 2), text: ` ${onOneLine(text)} `, color };
		});
		const { level } = terminal.colors.stdout;
		return encodeBlocks(pixels, level < 2 ? 2 : level, tags).join("\n");
	}
	drawPixelMarks(pixels, marks, original, cell);
	if (kind === "sixel") return encodeSixel(pixels);
	if (kind === "kitty") {
		return send(isSentWhole ? encodeKittyPng(bytes, fit) : encodeKittyPixels(pixels, fit), fit.cells);
	}
	const { encodePng } = await import("./png.ts");
	return send([encodeIterm(encodePng(pixels), fit.cells)], fit.cells);
}

/** Returns all columns except the last, where some terminals wrap too early, and a part of the rows. */
function findRoom(share: number, { stdout }: Terminal): Cells {
	const { columns = 80, rows = 24 } = stdout;
	return { columns: Math.max(1, columns - 1), rows: Math.max(1, Math.floor(rows * share)) };
}

/** Letters about as large as the terminal's own. */
function drawPixelMarks(pixels: Pixels, marks: readonly Mark[], original: PixelSize, cell: PixelSize): void {
	const scale = Math.max(1, Math.round(cell.height / 10));
	const measure = (text: string): PixelSize | undefined => (isDrawable(text) ? labelSize(text, scale) : undefined);
	for (const { left, top, text, color } of drawMarks(pixels, marks, original, scale, measure)) {
		drawLabel(pixels, left, top, text, color, scale);
	}
}

/** Longest piece of base64 the protocol allows in one command. */
const PIECE = 4096;

/** Commands of the kitty graphics protocol that show a PNG, as it is. */
export function encodeKittyPng(png: Uint8Array, fit: Fit): string[] {
	return splitCommand(`f=100,${place(fit)}`, png);
}

export function encodeKittyPixels(pixels: Pixels, fit: Fit): string[] {
	const { width, height, data } = pixels;
	const [format, bytes] = isOpaque(pixels) ? [24, dropOpacity(data)] : [32, data];
	return splitCommand(`f=${format},s=${width},v=${height},o=z,${place(fit)}`, deflateSync(bytes, { level: 3 }));
}

/** One side is enough: the terminal computes the other from its real cells. */
function place({ cells, limit }: Fit): string {
	return limit === "columns" ? `c=${cells.columns}` : `r=${cells.rows}`;
}

/** `a=T`: transmit and show. `q=2`: no reply, since it would not be read. */
function splitCommand(keys: string, bytes: Uint8Array): string[] {
	const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
	const count = Math.max(1, Math.ceil(base64.length / PIECE));
	return Array.from({ length: count }, (_, index) => {
		const head = index === 0 ? `a=T,q=2,${keys},` : "";
		const piece = base64.slice(index * PIECE, (index + 1) * PIECE);
		return `\x1b_G${head}m=${index < count - 1 ? 1 : 0};${piece}\x1b\\`;
	});
}

function dropOpacity(data: Uint8Array): Uint8Array {
	const colors = new Uint8Array((data.length / 4) * 3);
	for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
		colors[to] = data[from] ?? 0;
		colors[to + 1] = data[from + 1] ?? 0;
		colors[to + 2] = data[from + 2] ?? 0;
	}
	return colors;
}

/** Returns the command of iTerm2's inline images: the file as it is, at most as large as the cells. */
export function encodeIterm(file: Uint8Array, { columns, rows }: Cells): string {
	const base64 = Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString("base64");
	return `\x1b]1337;File=inline=1;size=${file.length};width=${columns};height=${rows};preserveAspectRatio=1:${base64}\x07`;
}

/** Wraps a command for the terminal in which tmux runs; tmux forwards it if `allow-passthrough` is on. */
function passThroughTmux(command: string): string {
	return `\x1bPtmux;${command.replaceAll("\x1b", "\x1b\x1b")}\x1b\\`;
}

/**
 * Returns an image that bypasses tmux. Tmux cannot measure it, so the rows are created first, the image is drawn
 * from the first one, and the cursor is moved below the last.
 */
export function placePastTmux(commands: readonly string[], { rows }: Cells): string {
	return `${"\n".repeat(rows)}\x1b[${rows}A${commands.map(passThroughTmux).join("")}\x1b[${rows}B`;
}

/** Every terminal with sixels has at least this many colors. */
const COLORS = 256;
/** Rows of pixels in one band: a character is six pixels, one above the other. */
const BAND = 6;

export function encodeSixel(pixels: Pixels, colors: number = COLORS): string {
	const { width, height } = pixels;
	const { palette, indices } = quantize(pixels, colors);
	// Each channel as a percentage.
	const definitions = palette.map(
		(rgb, index) => `#${index};2;${rgb.map((value) => Math.round(value / 2.55)).join(";")}`,
	);
	const bands: string[] = [];
	for (let top = 0; top < height; top += BAND) bands.push(encodeBand(indices, width, height, top));
	// Second parameter 1: pixels without a color stay as they are. Then: square pixels, and the size.
	return `\x1bP0;1;0q"1;1;${width};${height}${definitions.join("")}${bands.join("-")}\x1b\\`;
}

/** For each color of a band, one line of characters over the others (`$` goes back to the start). */
function encodeBand(indices: Uint16Array, width: number, height: number, top: number): string {
	const lines: Uint8Array[] = [];
	for (let y = top; y < Math.min(height, top + BAND); y++) {
		const bit = 1 << (y - top);
		for (let x = 0; x < width; x++) {
			const color = indices[y * width + x] ?? NOTHING;
			if (color === NOTHING) continue;
			const line = lines[color] ?? new Uint8Array(width);
			line[x] = (line[x] ?? 0) | bit;
			lines[color] = line;
		}
	}
	// Colors without a line are holes, which are skipped.
	return lines.flatMap((line, color) => `#${color}${encodeLine(line)}`).join("$");
}

/** Characters from `?` on, six bits each; repeated ones as `!count`, where that is shorter. */
function encodeLine(line: Uint8Array): string {
	let end = line.length;
	while (end > 0 && line[end - 1] === 0) end--;
	let text = "";
	for (let start = 0; start < end; ) {
		const bits = line[start] ?? 0;
		let next = start + 1;
		while (next < end && line[next] === bits) next++;
		const character = String.fromCharCode(0x3f + bits);
		const count = next - start;
		text += count > 3 ? `!${count}${character}` : character.repeat(count);
		start = next;
	}
	return text;
}

/** Index of an invisible pixel. */
const NOTHING = 0xffff;

/** Colors with the same six leading bits of each channel are merged. */
const BUCKETS = 64 * 64 * 64;
const VISIBLE = 128;

interface Bucket {
	key: number;
	count: number;
	channels: Rgb;
}

/**
 * Returns the image in at most `most` colors: the set of colors is repeatedly split at the median of its longest side,
 * and each part is replaced by its mean. Pixels are indices in the palette, or `NOTHING`.
 */
export function quantize({ data }: Pixels, most: number): { palette: Rgb[]; indices: Uint16Array } {
	const counts = new Uint32Array(BUCKETS);
	const sums = new Float64Array(BUCKETS * 3);
	for (let index = 0; index < data.length; index += 4) {
		if ((data[index + 3] ?? 0) < VISIBLE) continue;
		const key = keyAt(data, index);
		counts[key] = (counts[key] ?? 0) + 1;
		for (let channel = 0; channel < 3; channel++) {
			sums[key * 3 + channel] = (sums[key * 3 + channel] ?? 0) + (data[index + channel] ?? 0);
		}
	}
	const buckets: Bucket[] = [];
	for (let key = 0; key < BUCKETS; key++) {
		const count = counts[key] ?? 0;
		if (count === 0) continue;
		const mean = (channel: number): number => (sums[key * 3 + channel] ?? 0) / count;
		buckets.push({ key, count, channels: [mean(0), mean(1), mean(2)] });
	}
	const parts = splitBuckets(buckets, most);
	const places = new Uint16Array(BUCKETS);
	for (const [place, part] of parts.entries()) for (const { key } of part) places[key] = place;
	const indices = new Uint16Array(data.length / 4);
	for (let pixel = 0; pixel < indices.length; pixel++) {
		const isSeen = (data[pixel * 4 + 3] ?? 0) >= VISIBLE;
		indices[pixel] = isSeen ? (places[keyAt(data, pixel * 4)] ?? 0) : NOTHING;
	}
	return { palette: parts.map(meanColor), indices };
}

function keyAt(data: Uint8Array, index: number): number {
	const [red = 0, green = 0, blue = 0] = [data[index], data[index + 1], data[index + 2]];
	return ((red >> 2) << 12) | ((green >> 2) << 6) | (blue >> 2);
}

function splitBuckets(buckets: Bucket[], most: number): Bucket[][] {
	const parts = buckets.length > 0 ? [measure(buckets)] : [];
	while (parts.length < most) {
		// The part with the largest error if replaced by a single color.
		const widest = parts.reduce((best, part, index) => (part.spread > (parts[best]?.spread ?? 0) ? index : best), 0);
		const part = parts[widest];
		if (!part || part.spread === 0) break;
		const { buckets: sorted, channel } = part;
		sorted.sort((left, right) => left.channels[channel] - right.channels[channel]);
		const half = sorted.reduce((sum, { count }) => sum + count, 0) / 2;
		let cut = 0;
		for (let seen = 0; cut < sorted.length - 1 && (cut === 0 || seen < half); cut++) seen += sorted[cut]?.count ?? 0;
		parts.splice(widest, 1, measure(sorted.slice(0, cut)), measure(sorted.slice(cut)));
	}
	return parts.map((part) => part.buckets);
}

/** Returns the channel with the longest range; its spread is the range weighted by the share of the image. */
function measure(buckets: Bucket[]): { buckets: Bucket[]; channel: 0 | 1 | 2; spread: number } {
	const total = buckets.reduce((sum, { count }) => sum + count, 0);
	const ranges = ([0, 1, 2] as const).map((channel) => {
		const values = buckets.map(({ channels }) => channels[channel]);
		const range = values.reduce((a, b) => Math.max(a, b), 0) - values.reduce((a, b) => Math.min(a, b), 255);
		return { buckets, channel, spread: range * Math.sqrt(total) };
	});
	return ranges.reduce((widest, other) => (other.spread > widest.spread ? other : widest));
}

function meanColor(part: readonly Bucket[]): Rgb {
	const total = part.reduce((sum, { count }) => sum + count, 0);
	const mean = (channel: 0 | 1 | 2): number =>
		Math.round(part.reduce((sum, { count, channels }) => sum + channels[channel] * count, 0) / total);
	return [mean(0), mean(1), mean(2)];
}
