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
import { LineReader, type VisitedLine } from "./batch/journal-lines.ts";
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
	/** Writes everything to the disk and closes the journal. Throws where that failed. */
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
	private failure: Error | undefined;

	/**
	 * @param size bytes of whole lines; the rest is truncated
	 * @param isOwn whether the program made the file for itself, beside a table: only its owner may read it
	 * @param lock that of the output
	 * @param onFailure called if the disk is full or gone, or the lock is lost; nothing is written after that
	 */
	constructor(path: string, size: number, isOwn: boolean, lock: Lock, onFailure: (error: Error) => void) {
		lock.assertHeld();
		const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_RDWR } = constants;
		// A link that has the name of a private file is an error.
		this.file = isOwn ? openSync(path, O_APPEND | O_CREAT | O_NOFOLLOW | O_RDWR, 0o600) : openSync(path, "a+");
		ftruncateSync(this.file, size);
		this.size = size;
		this.position = size;
		this.lock = lock;
		this.onFailure = onFailure;
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
			// A process that was suspended learns here that its output is another's, before it pays for more.
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

	/** The error that is reported where the journal cannot be written. */
	protected describe(error: NodeJS.ErrnoException): Error {
		return error;
	}

	/** A partly written line is removed, unless the file is another process's by now. */
	private fail(error: unknown): void {
		if (this.failure) return;
		this.failure = error instanceof LockLost ? error : this.describe(error as NodeJS.ErrnoException);
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

/**
 * Returns a store for `openJournal` in a file of JSON lines, as `hub batch -o` writes it. `PATH.batch.json` beside it
 * identifies the run, and `PATH.lock` keeps other processes away. Only their owner may read the files.
 */
export function fileStore(path: string): JournalStore {
	const manifest = `${path}.batch.json`;
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
