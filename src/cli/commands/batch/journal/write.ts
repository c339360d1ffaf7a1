import { closeSync, openSync, readSync, statSync } from "node:fs";
import { defined, getPath, parseJson, readMember } from "../../../../base/json.ts";
import { decodeLine, readCost } from "../../../../batch/journal-lines.ts";
import { Bitmap } from "../../../../batch/row-sets.ts";
import { JournalWriter, visitLines } from "../../../../node-journal.ts";
import type { Lock } from "../../../../node-lock.ts";
import { Draft } from "../../../files/draft.ts";
import { OutputFailed } from "../../../terminal/process-io.ts";

/** Writes to a file that replaces another when it is complete. */
interface AtomicFile {
	write(bytes: string | Uint8Array): void;
	/** Puts the file in its place. */
	commit(): void;
	/** Keeps the old file, unless the new one is in its place. */
	discard(): void;
}

const BUFFER = 256 * 1024;

/**
 * Opens a file that replaces `path` at its end; a link keeps its target, and the file its mode.
 * @param lock that of the output, without which nothing is replaced; undefined for what belongs to one row
 */
export function openAtomic(path: string, lock: Lock | undefined, draft: Draft = replacing(path)): AtomicFile {
	let chunks: Buffer[] = [];
	let size = 0;
	const flush = (): void => {
		draft.write(Buffer.concat(chunks));
		chunks = [];
		size = 0;
	};
	return {
		write: (bytes) => {
			const chunk = Buffer.from(bytes as Uint8Array);
			chunks.push(chunk);
			size += chunk.length;
			if (size >= BUFFER) flush();
		},
		commit: () => {
			flush();
			draft.sync();
			lock?.assertHeld();
			draft.publish(path, true);
		},
		discard: () => draft.discard(),
	};
}

/** A file that only its owner may read is private from the beginning, not only in its place. */
function replacing(path: string): Draft {
	const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0o666;
	return Draft.replacing(path, (mode & 0o077) === 0 ? mode & 0o777 : undefined);
}

/** Replaces a file by what is written; if the work fails, the old one stays. */
export function replaceWhole(
	path: string,
	lock: Lock | undefined,
	work: (write: AtomicFile["write"]) => void,
	draft?: Draft,
): void {
	const file = openAtomic(path, lock, draft);
	try {
		work(file.write);
		file.commit();
	} finally {
		file.discard();
	}
}

/** A journal whose failures are reported as those of the command's output. */
export class OutputWriter extends JournalWriter {
	protected override describe(error: NodeJS.ErrnoException): OutputFailed {
		return new OutputFailed(error);
	}
}

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
function findPlaces(path: string, first = 0): LinePlaces {
	const places = new LinePlaces();
	visitLines(path, ({ head, offset, length }) => {
		if (head && head.index >= first) places.add(head.index - first, head.isFailed, offset, length);
	});
	return places;
}

/** Leaves one line per row, in the existing order. The file is replaced as a whole. */
export function compactJournal(path: string, lock: Lock): void {
	const places = findPlaces(path);
	replaceWhole(path, lock, (write) => {
		visitLines(path, ({ head, bytes, start, offset, length }) => {
			if (head && places.get(head.index)?.offset === offset) write(bytes.subarray(start, start + length));
		});
	});
}

/**
 * Removes the results of some rows; their failures stay. The file is replaced as a whole.
 * @returns the bytes that are left, and what the results had cost
 */
export function dropResults(path: string, lock: Lock, rows: { has(index: number): boolean }) {
	const costs = new Map<number, number>();
	let size = 0;
	replaceWhole(path, lock, (write) => {
		visitLines(path, ({ head, bytes, start, end, length }) => {
			if (head && !head.isFailed && rows.has(head.index)) {
				costs.set(head.index, (costs.get(head.index) ?? 0) + readCost(bytes, start, end));
				return;
			}
			write(bytes.subarray(start, start + length));
			size += length;
		});
	});
	return { size, costs };
}

/** Puts the lines in the order of the input, one per row. The file is replaced as a whole. */
export function orderJournal(path: string, lock: Lock): void {
	replaceWhole(path, lock, (write) => {
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

const WINDOW = 256 * 1024;

/**
 * Opens a journal for reading by row number. Lines are almost in order, so one window of the file serves many.
 * @param first row that is read as number 0
 */
export function openPlaces(
	path: string,
	first = 0,
): { size: number; read(index: number): Buffer | undefined; close(): void } {
	const places = findPlaces(path, first);
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

export interface ErrorCount {
	kind: string;
	status?: number;
	message: string;
	count: number;
}

/** Counts failures by their causes. */
export class ErrorCounts {
	private readonly causes = new Map<string, ErrorCount>();

	/**
	 * The count of a cause, which is 0 if it is new.
	 * @param most causes that are told apart; the others have the message "other messages"
	 */
	of({ kind, status, message }: Omit<ErrorCount, "count">, most = Number.POSITIVE_INFINITY): ErrorCount {
		const key = `${kind} ${status} ${message}`;
		const known = this.causes.get(key);
		if (known) return known;
		if (this.causes.size >= most) return this.of({ kind, ...defined({ status }), message: "other messages" });
		const cause = { kind, ...defined({ status }), message, count: 0 };
		this.causes.set(key, cause);
		return cause;
	}

	/** The counts that are not 0, the highest first. */
	list(): ErrorCount[] {
		return [...this.causes.values()].filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
	}
}

export interface JournalState {
	/** Rows with a result, and those whose only lines are failures. */
	done: Bitmap;
	failed: Bitmap;
	/** Why each row failed; rows that have a result since then may be among them. */
	causes: ReadonlyMap<number, ErrorCount>;
	/** Whether a row has more than one line. */
	hasRepeats: boolean;
	cost: number;
	errors: ErrorCount[];
	/** Bytes of whole lines. */
	size: number;
	/** Number of the first foreign line, from 1. */
	foreignLine: number | undefined;
}

export function scanJournal(path: string): JournalState {
	const done = new Bitmap();
	const failed = new Bitmap();
	const causes = new Map<number, ErrorCount>();
	const messages = new ErrorCounts();
	let hasRepeats = false;
	let cost = 0;
	let count = 0;
	let foreignLine: number | undefined;
	const size = visitLines(path, ({ head, bytes, start, end }) => {
		count++;
		if (!head) {
			foreignLine ??= count;
			return;
		}
		cost += readCost(bytes, start, end);
		const { index, isFailed } = head;
		if (isFailed) {
			if (done.has(index) || !failed.add(index)) hasRepeats = true;
			causes.set(index, noteError(decodeLine(bytes, start, end), messages));
			return;
		}
		if (!done.add(index)) hasRepeats = true;
		if (failed.has(index)) {
			failed.delete(index);
			hasRepeats = true;
		}
	});
	for (const [index, cause] of causes) if (failed.has(index)) cause.count++;
	return { done, failed, causes, hasRepeats, cost, errors: messages.list(), size, foreignLine };
}

/** Maximum number of messages counted separately. */
const MAX_MESSAGES = 200;

function noteError(line: string, messages: ErrorCounts): ErrorCount {
	const value = parseJson(line);
	const error = readMember(value, "error");
	const kind = String(readMember(error, "kind") ?? readMember(error, "code") ?? "unknown");
	const status = readMember(error, "status") ?? getPath(value, "response", "status_code");
	const message = String(readMember(error, "message") ?? "").replace(/^Row \d+: /, "");
	return messages.of({ kind, ...(typeof status === "number" ? { status } : {}), message }, MAX_MESSAGES);
}
