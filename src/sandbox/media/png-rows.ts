import type { Pixels } from "./pixels.ts";

/** The common case: a byte a channel. */
export function copyBytes(raw: Uint8Array, { width, height, data }: Pixels, channels: number): void {
	const green = channels < 3 ? 0 : 1;
	const blue = channels < 3 ? 0 : 2;
	const hasOpacity = channels % 2 === 0;
	let to = 0;
	for (let y = 0; y < height; y++) {
		let from = y * (width * channels + 1) + 1;
		for (let x = 0; x < width; x++) {
			data[to] = raw[from] ?? 0;
			data[to + 1] = raw[from + green] ?? 0;
			data[to + 2] = raw[from + blue] ?? 0;
			data[to + 3] = hasOpacity ? (raw[from + channels - 1] ?? 0) : 255;
			to += 4;
			from += channels;
		}
	}
}

/** Undoes the row filters in place; `width` is the bytes of a pixel. */
export function unfilter(raw: Uint8Array, stride: number, height: number, width: number): void {
	for (let y = 0; y < height; y++) {
		const row = y * (stride + 1) + 1;
		unfilterRow(raw, row, row + stride, stride + 1, y === 0, width);
	}
}

/** Each filter stores a byte as the difference from a guess, made of the bytes to the left, above, and above to the left. */
function unfilterRow(raw: Uint8Array, start: number, end: number, up: number, isFirst: boolean, width: number): void {
	const filter = raw[start - 1];
	if (filter === 1 || (filter === 4 && isFirst)) {
		for (let at = start + width; at < end; at++) raw[at] = (raw[at] ?? 0) + (raw[at - width] ?? 0);
	} else if (filter === 2 && !isFirst) {
		for (let at = start; at < end; at++) raw[at] = (raw[at] ?? 0) + (raw[at - up] ?? 0);
	} else if (filter === 3 || filter === 4) {
		for (let at = start; at < end; at++) {
			const left = at - start >= width ? (raw[at - width] ?? 0) : 0;
			const above = isFirst ? 0 : (raw[at - up] ?? 0);
			const corner = at - start >= width && !isFirst ? (raw[at - up - width] ?? 0) : 0;
			raw[at] = (raw[at] ?? 0) + (filter === 3 ? (left + above) >> 1 : paeth(left, above, corner));
		}
	}
}

function paeth(left: number, up: number, corner: number): number {
	const estimate = left + up - corner;
	const toLeft = Math.abs(estimate - left);
	const toUp = Math.abs(estimate - up);
	const toCorner = Math.abs(estimate - corner);
	if (toLeft <= toUp && toLeft <= toCorner) return left;
	return toUp <= toCorner ? up : corner;
}
