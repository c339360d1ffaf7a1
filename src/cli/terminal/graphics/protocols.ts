import { deflateSync } from "node:zlib";
import { type Cells, type Fit, isOpaque, type Pixels } from "./pixels.ts";

/** Longest piece of base64 the protocol allows in one command. */
const PIECE = 4096;

/** Commands of the kitty graphics protocol that show a PNG, as it is. */
export function encodeKittyPng(png: Uint8Array, fit: Fit): string[] {
	return splitCommand(`f=100,${place(fit)}`, png);
}

/** Commands that show pixels. */
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

/** Wraps a command for the terminal in which tmux runs; tmux passes it on if `allow-passthrough` is on. */
function passThroughTmux(command: string): string {
	return `\x1bPtmux;${command.replaceAll("\x1b", "\x1b\x1b")}\x1b\\`;
}

/**
 * Returns an image that bypasses tmux. Tmux does not know its size, so the rows are created first, the image is drawn
 * from the first one, and the cursor is moved below the last.
 */
export function placePastTmux(commands: readonly string[], { rows }: Cells): string {
	return `${"\n".repeat(rows)}\x1b[${rows}A${commands.map(passThroughTmux).join("")}\x1b[${rows}B`;
}
