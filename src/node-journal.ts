/** The files of a journal: its lines, its manifest and its lock, for the command and for programs. */
import {
	closeSync,
	constants,
	createReadStream,
	existsSync,
	fdatasync,
	fdatasyncSync,
	ftruncateSync,
	linkSync,
	openSync,
	readFileSync,
	readSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
	writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { hasFields, isCount, isNumber, isText } from "./base/check-fields.ts";
import { parseJson } from "./base/json.ts";
import type { JournalStore } from "./batch/journal.ts";
import { LineReader, type VisitedLine } from "./batch/journal-lines.ts";

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

const HEARTBEAT_MS = 5000;

/** A holder on another host counts as dead this long after its last heartbeat. */
const LOCK_TIMEOUT_MS = 30_000;

interface Holder {
	pid: number;
	host: string;
	/** Start time of the process in the system's units: process ids are reused. */
	started: string;
	beat: number;
}

/** Another process is using the output. */
export class Locked extends Error {
	override readonly name = "Locked";

	constructor(path: string, { pid, host }: Holder) {
		super(`Another hub batch or program (process ${pid} on ${host}) is writing ${path}.`);
	}
}

/** Whether a process is using an output. */
export function isLocked(path: string): boolean {
	const holder = read(`${path}.lock`);
	return holder !== undefined && isAlive(holder);
}

/**
 * Takes the lock of an output.
 * @param shown what is locked, for the message
 * @returns releases it
 * @throws Locked while another process holds it
 */
export function takeLock(path: string, shown = path): () => void {
	const file = `${path}.lock`;
	const own = (): Holder => ({ pid: process.pid, host: hostname(), started: startOf(process.pid), beat: Date.now() });
	const text = (): string => `${JSON.stringify(own())}\n`;
	for (;;) {
		try {
			createWhole(file, text());
			break;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
		}
		const holder = read(file);
		if (holder && isAlive(holder)) throw new Locked(shown, holder);
		// It may be released meanwhile, and taken by a third process.
		if (existsSync(file)) remove(file, holder);
	}
	const timer = setInterval(() => {
		try {
			replaceOwn(file, text());
		} catch {
			// A full disk: the journal reports it.
		}
	}, HEARTBEAT_MS);
	timer.unref();
	return () => {
		clearInterval(timer);
		rmSync(file, { force: true });
	};
}

/**
 * Creates a private file that is whole from its first moment: half a lock counts as nobody's.
 * @throws EEXIST if it is there
 */
function createWhole(file: string, text: string): void {
	const draft = draftBeside(file);
	try {
		writeFileSync(draft, text, { flag: "wx", mode: 0o600 });
		linkSync(draft, file);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error;
		// Some file systems do not support links.
		writeFileSync(file, text, { flag: "wx", mode: 0o600 });
	} finally {
		rmSync(draft, { force: true });
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

/** Moved away first, so that only one of several processes takes over an abandoned lock. */
function remove(file: string, seen: Holder | undefined): void {
	const aside = draftBeside(file);
	try {
		renameSync(file, aside);
		const moved = read(aside);
		rmSync(aside, { force: true });
		if (moved && moved.pid !== seen?.pid) createWhole(file, `${JSON.stringify(moved)}\n`);
	} catch {
		// Another process has removed it.
	}
}

/** Undefined for a lock that is cut off, or that hub did not write: nobody holds it. */
function read(file: string): Holder | undefined {
	try {
		const value = parseJson(readFileSync(file, "utf8"));
		return isHolder(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

// Process ids from 0 down name groups of processes.
const isPid = (value: unknown): boolean => isCount(value) && value !== 0;

const isHolder = hasFields({ pid: isPid, host: isText, started: isText, beat: isNumber }) as (
	value: unknown,
) => value is Holder;

function isAlive({ pid, host, started, beat }: Holder): boolean {
	if (host !== hostname()) return Date.now() - beat < LOCK_TIMEOUT_MS;
	try {
		process.kill(pid, 0);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
	}
	return startOf(pid) === started;
}

/** When a process started, in the system's ticks; empty if unknown. */
function startOf(pid: number): string {
	try {
		return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19] ?? "";
	} catch {
		return "";
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
	private readonly onFailure: (error: Error) => void;
	private failure: Error | undefined;

	/**
	 * @param size bytes of whole lines; the rest is truncated
	 * @param isOwn whether the program made the file for itself, beside a table: only its owner may read it
	 * @param onFailure called if the disk is full or gone; nothing is written after that
	 */
	constructor(path: string, size: number, isOwn: boolean, onFailure: (error: Error) => void) {
		const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_RDWR } = constants;
		// A link that has the name of a private file is an error.
		this.file = isOwn ? openSync(path, O_APPEND | O_CREAT | O_NOFOLLOW | O_RDWR, 0o600) : openSync(path, "a+");
		ftruncateSync(this.file, size);
		this.size = size;
		this.position = size;
		this.onFailure = onFailure;
		this.timer = setInterval(() => this.sync(), SYNC_MS);
		this.timer.unref();
		process.on("exit", this.flushAtExit);
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
		if (!this.isDirty || this.isSyncing || this.failure) return;
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

	/** A partly written line is removed. */
	private fail(error: unknown): void {
		if (this.failure) return;
		this.failure = this.describe(error as NodeJS.ErrnoException);
		try {
			ftruncateSync(this.file, this.size);
		} catch {
			// The next run truncates it.
		}
		this.onFailure(this.failure);
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
	let release: (() => void) | undefined;
	let writer: JournalWriter | undefined;
	let failure: Error | undefined;
	return {
		open: () => {
			release = takeLock(path);
			try {
				const saved = existsSync(manifest) ? readFileSync(manifest, "utf8") : undefined;
				const size = existsSync(path) ? visitLines(path, () => undefined) : 0;
				if (saved === undefined && existsSync(path) && statSync(path).size > 0)
					throw new Error(`${path} is not a journal: there is no ${manifest}. Name another file.`);
				writer = new JournalWriter(path, size, true, (error) => {
					failure = error;
				});
				return saved;
			} catch (error) {
				release();
				throw error;
			}
		},
		read: () => createReadStream(path),
		append: (lines) => {
			writer?.append(lines);
			writer?.flush();
			if (failure) throw failure;
		},
		save: (text) => replaceOwn(manifest, text),
		close: () => {
			try {
				writer?.close();
			} finally {
				release?.();
			}
		},
	};
}
