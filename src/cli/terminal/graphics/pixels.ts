import type { PixelSize } from "../../../base/image-size.ts";
/** An image: four bytes per pixel (red, green, blue, opacity), row by row. */
export interface Pixels extends PixelSize {
	data: Uint8Array;
}

/** In pixels. */
export function createPixels(width: number, height: number): Pixels {
	return { width, height, data: new Uint8Array(width * height * 4) };
}

/** Returns the image in another size: each new pixel is the mean of those it covers. */
export function resizePixels(source: Pixels, width: number, height: number): Pixels {
	const target = createPixels(width, height);
	const columns = bounds(source.width, width);
	let at = 0;
	for (const row of bounds(source.height, height)) {
		for (const column of columns) {
			averageInto(target.data, at, source, column, row);
			at += 4;
		}
	}
	return target;
}

/** Positions, end excluded. */
type Range = readonly [from: number, to: number];

/** For each new position, the range of old ones that it covers. */
function bounds(before: number, after: number): Range[] {
	return Array.from({ length: after }, (_, index) => {
		const from = Math.min(before - 1, Math.floor((index * before) / after));
		return [from, Math.max(from + 1, Math.floor(((index + 1) * before) / after))];
	});
}

function averageInto(target: Uint8Array, at: number, source: Pixels, [left, right]: Range, [top, bottom]: Range): void {
	const { width, data } = source;
	let [red, green, blue, opacity] = [0, 0, 0, 0];
	for (let y = top; y < bottom; y++) {
		const end = (y * width + right) * 4;
		for (let index = (y * width + left) * 4; index < end; index += 4) {
			// Transparent pixels have no color.
			const weight = data[index + 3] ?? 0;
			red += (data[index] ?? 0) * weight;
			green += (data[index + 1] ?? 0) * weight;
			blue += (data[index + 2] ?? 0) * weight;
			opacity += weight;
		}
	}
	if (opacity === 0) return;
	target[at] = Math.round(red / opacity);
	target[at + 1] = Math.round(green / opacity);
	target[at + 2] = Math.round(blue / opacity);
	target[at + 3] = Math.round(opacity / ((right - left) * (bottom - top)));
}

export function isOpaque({ data }: Pixels): boolean {
	for (let index = 3; index < data.length; index += 4) if (data[index] !== 255) return false;
	return true;
}

/** An area of a terminal, in character cells. */
export interface Cells {
	columns: number;
	rows: number;
}

export interface Fit {
	/** Size in pixels. */
	pixels: PixelSize;
	/** Size in cells, rounded. */
	cells: Cells;
	/** The side that limits the size of the image; for a small image the finer one. */
	limit: "columns" | "rows";
}

/**
 * Returns the largest size in which an image keeps its proportions and fits the room; never larger than it is.
 * @param cell pixels of one cell
 */
export function fitImage(image: PixelSize, room: Cells, cell: PixelSize): Fit {
	const byColumns = (room.columns * cell.width) / image.width;
	const byRows = (room.rows * cell.height) / image.height;
	const scale = Math.min(1, byColumns, byRows);
	const width = Math.max(1, Math.round(image.width * scale));
	const height = Math.max(1, Math.round(image.height * scale));
	return {
		pixels: { width, height },
		cells: { columns: atLeastOne(width / cell.width), rows: atLeastOne(height / cell.height) },
		limit: byRows < Math.min(1, byColumns) ? "rows" : "columns",
	};
}

function atLeastOne(value: number): number {
	return Math.max(1, Math.round(value));
}
