import { closeSync, constants, fdatasync, fdatasyncSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { OutputFailed } from "../../../terminal/process-io.ts";

const SYNC_MS = 1000;

/** Appends lines to a journal: whole lines in one write, synced to disk within a second. */
export class JournalWriter {
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
	private readonly onFailure: (error: OutputFailed) => void;
	private failure: OutputFailed | undefined;

	/**
	 * @param size bytes of whole lines; the rest is truncated
	 * @param isOwn whether the program made the file for itself, beside a table: only its owner may read it
	 * @param onFailure called if the disk is full or gone; nothing is written after that
	 */
	constructor(path: string, size: number, isOwn: boolean, onFailure: (error: OutputFailed) => void) {
		this.file = isOwn ? openOwn(path) : openSync(path, "a+");
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

	/**
	 * Takes a line, which is written with others at the next `flush`, or at the end of this turn of the event loop.
	 * @returns where it starts in the file
	 */
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

	/** Writes the collected lines. */
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

	/** Writes everything to the disk and closes the file. Rejects where that failed. */
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

	/** A partly written line is removed. */
	private fail(error: unknown): void {
		if (this.failure) return;
		this.failure = new OutputFailed(error as NodeJS.ErrnoException);
		try {
			ftruncateSync(this.file, this.size);
		} catch {
			// The next run truncates it.
		}
		this.onFailure(this.failure);
	}
}

/** Opens a private file to append to it. A link that has its name is an error. */
function openOwn(path: string): number {
	const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_RDWR } = constants;
	return openSync(path, O_APPEND | O_CREAT | O_NOFOLLOW | O_RDWR, 0o600);
}
