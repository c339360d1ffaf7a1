/** The files of a journal: its lines and its manifest, for the command and for programs. */
import {
	closeSync,
	constants,
	createReadStream,
	existsSync,
	fdatasync,
	fdatasyncSync,
	ftruncateSync,
	openSync,
	readFileSync,
	readSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
	writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { JournalStore } from "./batch/journal.ts";
import { LineReader, readCost, type VisitedLine } from "./batch/journal-lines.ts";
import { type JournalState, readState } from "./batch/journal-state.ts";
import { Bitmap } from "./batch/row-sets.ts";
import { type Lock, LockLost, takeLock } from "./node-lock.ts";

const CHUNK = 1024 * 1024;

/**
 * Visits the whole lines of a file in order, with bounded memory.
 * @param visitRest gets what follows them, if anything does: a truncated line
 * @returns the size in bytes of all whole lines
 */
export function visitLines(
	path: string,
	visit: (line: VisitedLine) => void,
	visitRest?: (bytes: Uint8Array) => void,
): number {
	const file = openSync(path, "r");
	try {
		const lines = new LineReader(visit, Buffer.allocUnsafe);
		const chunk = Buffer.allocUnsafe(CHUNK);
		const fill = (): number => readSync(file, chunk, 0, CHUNK, null);
		for (let read = fill(); read > 0; read = fill()) lines.push(chunk.subarray(0, read));
		if (lines.rest.length > 0) visitRest?.(lines.rest);
		return lines.size;
	} finally {
		closeSync(file);
	}
}

/** The line of an open file that starts at a position; empty if it is cut off. */
export function readLineOf(file: number, offset: number): string {
	for (let size = 16 * 1024; ; size *= 4) {
		const buffer = Buffer.allocUnsafe(size);
		const read = readSync(file, buffer, 0, size, offset);
		const end = buffer.subarray(0, read).indexOf(0x0a);
		if (end !== -1) return buffer.toString("utf8", 0, end);
		if (read < size) return "";
	}
}

/** Reads the state of a journal from the lines of a file. */
export function scanJournal(path: string): JournalState {
	return readState((visit) => visitLines(path, visit));
}

/** Rows of a page of places. */
const PAGE = 2 ** 8;

/** Where lines of consecutive rows are: bytes from the start of the journal, or -1; and their lengths. */
interface PlacePage {
	offsets: Float64Array;
	lengths: Uint32Array;
}

/** Position of each row's line in a journal, in pages: the number of a row is data, so it must not set the memory. */
class LinePlaces {
	private readonly pages: (PlacePage | undefined)[] = [];
	private readonly results = new Bitmap();

	/** The last result of a row counts, else its last failure. */
	add(index: number, isFailed: boolean, offset: number, length: number): void {
		if (isFailed && this.results.has(index)) return;
		if (!isFailed) this.results.add(index);
		const number = Math.floor(index / PAGE);
		let page = this.pages[number];
		if (!page) {
			page = { offsets: new Float64Array(PAGE).fill(-1), lengths: new Uint32Array(PAGE) };
			this.pages[number] = page;
		}
		page.offsets[index % PAGE] = offset;
		page.lengths[index % PAGE] = length;
	}

	get(index: number): { offset: number; length: number } | undefined {
		const page = this.pages[Math.floor(index / PAGE)];
		const offset = page?.offsets[index % PAGE] ?? -1;
		return offset < 0 ? undefined : { offset, length: page?.lengths[index % PAGE] ?? 0 };
	}

	/** The numbers of the rows, in ascending order. */
	*rows(): Generator<number, void, undefined> {
		// Only the pages that exist: after a large number of a row, most of the list has none.
		for (const number of Object.keys(this.pages)) {
			const first = Number(number) * PAGE;
			const offsets = this.pages[Number(number)]?.offsets ?? [];
			for (let place = 0; place < offsets.length; place++) if ((offsets[place] ?? -1) >= 0) yield first + place;
		}
	}
}

/** Position of the line that counts, for each row. */
function findPlaces(path: string, first = 0): LinePlaces {
	const places = new LinePlaces();
	visitLines(path, ({ head, offset, length }) => {
		if (head && head.index >= first) places.add(head.index - first, head.isFailed, offset, length);
	});
	return places;
}

type WriteBytes = (bytes: Uint8Array) => void;

/** Writes one line per row, in the existing order. */
export function compactLines(path: string, write: WriteBytes): void {
	const places = findPlaces(path);
	visitLines(path, ({ head, bytes, start, offset, length }) => {
		if (head && places.get(head.index)?.offset === offset) write(bytes.subarray(start, start + length));
	});
}

/**
 * Writes the lines without the results of some rows; their failures stay.
 * @returns the bytes that are left, and what the results had cost
 */
export function dropResults(path: string, rows: { has(index: number): boolean }, write: WriteBytes) {
	const costs = new Map<number, number>();
	let size = 0;
	visitLines(path, ({ head, bytes, start, end, length }) => {
		if (head && !head.isFailed && rows.has(head.index)) {
			costs.set(head.index, (costs.get(head.index) ?? 0) + readCost(bytes, start, end));
			return;
		}
		write(bytes.subarray(start, start + length));
		size += length;
	});
	return { size, costs };
}

/** The lines of a journal in the order of the input, one per row. */
export function* readInOrder(path: string): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
	const reader = openPlaces(path);
	try {
		for (const index of reader.rows()) {
			const line = reader.read(index);
			if (line) yield line;
		}
	} finally {
		reader.close();
	}
}

const WINDOW = 256 * 1024;

/**
 * Opens a journal for reading by row number. Lines are almost in order, so one window of the file serves many.
 * @param first row that is read as number 0
 */
export function openPlaces(
	path: string,
	first = 0,
): { rows(): Iterable<number>; read(index: number): Uint8Array<ArrayBuffer> | undefined; close(): void } {
	const places = findPlaces(path, first);
	const file = openSync(path, "r");
	const window = Buffer.allocUnsafe(WINDOW);
	let [from, to] = [0, 0];
	return {
		rows: () => places.rows(),
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

const SYNC_MS = 1000;

/** Takes the lines of results. */
export interface RowWriter {
	/**
	 * Takes a line, which is written with others at the next `flush`, or at the end of this turn of the event loop.
	 * @returns where it starts in the journal
	 */
	append(line: string): number;
	/** Writes the collected lines. */
	flush(): void;
	/** Writes everything to the disk and closes the journal. Throws if that failed. */
	close(): void;
}

/** Appends lines to a journal: whole lines in one write, synced to disk within a second. */
export class JournalWriter implements RowWriter {
	/** Bytes on the disk. */
	private size: number;
	/** Where the next line starts. */
	private position: number;
	private readonly file: number;
	private pending: string[] = [];
	private isScheduled = false;
	private isDirty = false;
	private isSyncing = false;
	private isClosed = false;
	private readonly timer: ReturnType<typeof setInterval>;
	private readonly lock: Lock;
	private readonly onFailure: (error: Error) => void;
	private readonly describe: (error: Error) => Error;
	private failure: Error | undefined;

	/**
	 * @param size bytes of whole lines; the rest is truncated
	 * @param isOwn whether this is the program's private file beside a table: only its owner may read it
	 * @param lock that of the output
	 * @param onFailure called if the disk is full or gone, or the lock is lost; nothing is written after that
	 * @param describe creates the error that is reported if the journal cannot be written
	 */
	constructor(
		path: string,
		size: number,
		isOwn: boolean,
		lock: Lock,
		onFailure: (error: Error) => void,
		describe: (error: Error) => Error = (error) => error,
	) {
		lock.assertHeld();
		const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_RDWR } = constants;
		// A link that has the name of a private file is an error.
		this.file = isOwn ? openSync(path, O_APPEND | O_CREAT | O_NOFOLLOW | O_RDWR, 0o600) : openSync(path, "a+");
		ftruncateSync(this.file, size);
		this.size = size;
		this.position = size;
		this.lock = lock;
		this.onFailure = onFailure;
		this.describe = describe;
		this.timer = setInterval(() => this.sync(), SYNC_MS);
		this.timer.unref();
		// Before the lock is released.
		process.prependListener("exit", this.flushAtExit);
	}

	/** A second Ctrl-C ends the process between two turns of its loop. */
	private readonly flushAtExit = (): void => this.flush();

	append(line: string): number {
		const start = this.position;
		this.position += Buffer.byteLength(line);
		this.pending.push(line);
		if (!this.isScheduled) {
			this.isScheduled = true;
			setImmediate(() => this.flush());
		}
		return start;
	}

	flush(): void {
		this.isScheduled = false;
		if (this.pending.length === 0 || this.failure || this.isClosed) return;
		const bytes = Buffer.from(this.pending.join(""));
		this.pending = [];
		try {
			this.lock.assertHeld();
			for (let written = 0; written < bytes.length; ) written += writeSync(this.file, bytes, written);
			this.size += bytes.length;
			this.isDirty = true;
		} catch (error) {
			this.fail(error);
		}
	}

	close(): void {
		clearInterval(this.timer);
		process.off("exit", this.flushAtExit);
		this.flush();
		try {
			if (!this.failure) fdatasyncSync(this.file);
		} catch (error) {
			this.fail(error);
		}
		this.isClosed = true;
		closeSync(this.file);
		if (this.failure) throw this.failure;
	}

	private sync(): void {
		if (this.failure) return;
		try {
			// A process that was suspended detects here that another one has its output, before it pays for more.
			this.lock.assertHeld();
		} catch (error) {
			this.fail(error);
			return;
		}
		if (!this.isDirty || this.isSyncing) return;
		this.isDirty = false;
		this.isSyncing = true;
		fdatasync(this.file, (error) => {
			this.isSyncing = false;
			if (error) this.fail(error);
		});
	}

	/** A partly written line is removed, unless another process has taken the file over. */
	private fail(error: unknown): void {
		if (this.failure) return;
		this.failure = error instanceof LockLost ? error : this.describe(error as Error);
		try {
			this.lock.assertHeld();
			ftruncateSync(this.file, this.size);
		} catch {
			// The next run truncates it.
		}
		this.onFailure(this.failure);
	}
}

/** Replaces a private file: a link that was put in its place is not followed. */
function replaceOwn(file: string, text: string): void {
	const draft = draftBeside(file);
	try {
		writeFileSync(draft, text, { flag: "wx", mode: 0o600, flush: true });
		renameSync(draft, file);
	} catch (error) {
		rmSync(draft, { force: true });
		throw error;
	}
}

/** A random name for a temporary file, which must be created exclusively. */
function draftBeside(file: string): string {
	return join(dirname(file), `.hub-${process.pid}-${Math.random().toString(36).slice(2)}.part`);
}

/** The manifest beside a journal, or beside the table made from it. */
export function manifestPath(output: string): string {
	return `${output}.batch.json`;
}

/**
 * Returns a store for `openJournal` in a file of JSON lines, as `hub batch -o` writes it. `PATH.batch.json` beside it
 * identifies the run, and `PATH.lock` keeps other processes away. Only their owner may read the files.
 */
export function fileStore(path: string): JournalStore {
	const manifest = manifestPath(path);
	let lock: Lock | undefined;
	let writer: JournalWriter | undefined;
	let failure: Error | undefined;
	return {
		open: async () => {
			lock = await takeLock(path);
			try {
				const saved = existsSync(manifest) ? readFileSync(manifest, "utf8") : undefined;
				const size = existsSync(path) ? visitLines(path, () => undefined) : 0;
				if (saved === undefined && existsSync(path) && statSync(path).size > 0)
					throw new Error(`${path} is not a journal: there is no ${manifest}. Name another file.`);
				writer = new JournalWriter(path, size, true, lock, (error) => {
					failure = error;
				});
				return saved;
			} catch (error) {
				lock.release();
				throw error;
			}
		},
		read: () => createReadStream(path),
		append: (lines) => {
			writer?.append(lines);
			writer?.flush();
			if (failure) throw failure;
		},
		save: (text) => {
			lock?.assertHeld();
			replaceOwn(manifest, text);
		},
		close: () => {
			try {
				writer?.close();
			} finally {
				lock?.release();
			}
		},
	};
}
