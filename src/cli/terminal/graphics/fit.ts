import type { Size } from "./pixels.ts";

/** An area of a terminal, in character cells. */
export interface Cells {
	columns: number;
	rows: number;
}

/** Display size of an image. */
export interface Fit {
	/** Size in pixels. */
	pixels: Size;
	/** Size in cells, rounded. */
	cells: Cells;
	/** The side that limits the size of the image; for a small image the finer one. */
	limit: "columns" | "rows";
}

/**
 * Returns the largest size in which an image keeps its proportions and fits the room; never larger than it is.
 * @param cell pixels of one cell
 */
export function fitImage(image: Size, room: Cells, cell: Size): Fit {
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
