import type { Cells } from "./fit.ts";

/** Returns the command of iTerm2's inline images: the file as it is, at most as large as the cells. */
export function encodeIterm(file: Uint8Array, { columns, rows }: Cells): string {
	const base64 = Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString("base64");
	return `\x1b]1337;File=inline=1;size=${file.length};width=${columns};height=${rows};preserveAspectRatio=1:${base64}\x07`;
}
