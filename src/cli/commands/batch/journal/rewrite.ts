import { closeSync, openSync, readSync } from "node:fs";
import { replaceWhole } from "./atomic.ts";
import { Bitmap } from "./bitmap.ts";
import { visitLines } from "./scan.ts";

/** Position of each row's line in a journal: bytes from the start, by row number. */
class LinePlaces {
	private places = new Float64Array(1024).fill(-1);
	private lengths = new Uint32Array(1024);
	private results = new Bitmap();
	size = 0;

	/** The last result of a row counts, else its last failure. */
	add(index: number, isFailed: boolean, offset: number, length: number): void {
		if (isFailed && this.results.has(index)) return;
		if (!isFailed) this.results.add(index);
		if (index >= this.places.length) this.grow(index + 1);
		this.places[index] = offset;
		this.lengths[index] = length;
		this.size = Math.max(this.size, index + 1);
	}

	get(index: number): { offset: number; length: number } | undefined {
		const offset = this.places[index] ?? -1;
		return offset < 0 ? undefined : { offset, length: this.lengths[index] ?? 0 };
	}

	private grow(least: number): void {
		const length = Math.max(least, this.places.length * 2);
		const places = new Float64Array(length).fill(-1);
		places.set(this.places);
		const lengths = new Uint32Array(length);
		lengths.set(this.lengths);
		[this.places, this.lengths] = [places, lengths];
	}
}

/** Position of the line that counts, for each row. */
function findPlaces(path: string): LinePlaces {
	const places = new LinePlaces();
	visitLines(path, ({ head, offset, length }) => {
		if (head) places.add(head.index, head.isFailed, offset, length);
	});
	return places;
}

/** Leaves one line per row, in the existing order. The file is replaced as a whole. */
export function compactJournal(path: string): void {
	const places = findPlaces(path);
	replaceWhole(path, (write) => {
		visitLines(path, ({ head, bytes, start, offset, length }) => {
			if (head && places.get(head.index)?.offset === offset) write(bytes.subarray(start, start + length));
		});
	});
}

/** Puts the lines in the order of the input, one per row. The file is replaced as a whole. */
export function orderJournal(path: string): void {
	replaceWhole(path, (write) => {
		for (const line of readInOrder(path)) write(line);
	});
}

/** The lines of a journal in the order of the input, one per row. */
export function* readInOrder(path: string): Generator<Buffer, void, undefined> {
	const reader = openPlaces(path);
	try {
		for (let index = 0; index < reader.size; index++) {
			const line = reader.read(index);
			if (line) yield line;
		}
	} finally {
		reader.close();
	}
}

/** A journal whose lines are read by row number. */
export interface PlacedLines {
	size: number;
	read(index: number): Buffer | undefined;
	close(): void;
}

const WINDOW = 256 * 1024;

/** Opens a journal for reading by row number. Lines are almost in order, so one window of the file serves many. */
export function openPlaces(path: string): PlacedLines {
	const places = findPlaces(path);
	const file = openSync(path, "r");
	const window = Buffer.allocUnsafe(WINDOW);
	let [from, to] = [0, 0];
	return {
		size: places.size,
		read: (index) => {
			const place = places.get(index);
			if (!place) return undefined;
			const { offset, length } = place;
			if (length > WINDOW) {
				const line = Buffer.allocUnsafe(length);
				readSync(file, line, 0, length, offset);
				return line;
			}
			if (offset < from || offset + length > to) {
				from = Math.max(0, offset - WINDOW / 8);
				if (offset + length - from > WINDOW) from = offset;
				to = from + readSync(file, window, 0, WINDOW, from);
			}
			return Buffer.from(window.subarray(offset - from, offset - from + length));
		},
		close: () => closeSync(file),
	};
}
