import { closeSync, openSync, readSync } from "node:fs";
import { parseJson, readMember } from "../../../../base/json.ts";
import { Bitmap } from "./bitmap.ts";
import { type LineHead, readCost, readHead } from "./line.ts";

const CHUNK = 1024 * 1024;

/** A line of a journal while it is visited; the bytes are valid only then. */
export interface VisitedLine {
	head: LineHead | undefined;
	bytes: Buffer;
	/** Where the line starts and ends within `bytes`, without its line feed. */
	start: number;
	end: number;
	/** Where it starts in the file, and how long it is with its line feed. */
	offset: number;
	length: number;
}

/**
 * Visits the whole lines of a file in order, with bounded memory.
 * @returns the size in bytes of all whole lines: the rest is a truncated line
 */
export function visitLines(path: string, visit: (line: VisitedLine) => void): number {
	const file = openSync(path, "r");
	try {
		let buffer = Buffer.allocUnsafe(CHUNK);
		let filled = 0;
		let offset = 0;
		for (;;) {
			if (filled === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
			const read = readSync(file, buffer, filled, buffer.length - filled, offset + filled);
			if (read === 0) return offset;
			const searchFrom = filled;
			filled += read;
			let start = 0;
			let end = buffer.indexOf(0x0a, searchFrom);
			while (end !== -1 && end < filled) {
				const head = readHead(buffer, start, end);
				visit({ head, bytes: buffer, start, end, offset: offset + start, length: end + 1 - start });
				start = end + 1;
				end = buffer.indexOf(0x0a, start);
			}
			buffer.copy(buffer, 0, start, filled);
			filled -= start;
			offset += start;
		}
	} finally {
		closeSync(file);
	}
}

/** Failures of one cause. */
export interface ErrorCount {
	kind: string;
	status?: number;
	message: string;
	count: number;
}

/** Contents of a journal. */
export interface JournalState {
	/** Rows with a result, and those whose only lines are failures. */
	done: Bitmap;
	failed: Bitmap;
	/** Whether a row has more than one line. */
	hasRepeats: boolean;
	cost: number;
	errors: ErrorCount[];
	/** Bytes of whole lines. */
	size: number;
	/** Number of the first foreign line, from 1. */
	foreignLine: number | undefined;
}

/** Reads a journal. */
export function scanJournal(path: string): JournalState {
	const done = new Bitmap();
	const failed = new Bitmap();
	const causes = new Map<number, string>();
	const messages = new Map<string, ErrorCount>();
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
			causes.set(index, noteError(bytes.toString("utf8", start, end), messages));
			return;
		}
		if (!done.add(index)) hasRepeats = true;
		if (failed.has(index)) {
			failed.delete(index);
			hasRepeats = true;
		}
	});
	for (const [index, cause] of causes) {
		const entry = messages.get(cause);
		if (entry && failed.has(index)) entry.count++;
	}
	const errors = [...messages.values()].filter((error) => error.count > 0).sort((a, b) => b.count - a.count);
	return { done, failed, hasRepeats, cost, errors, size, foreignLine };
}

/** Maximum number of messages counted separately. */
const MAX_MESSAGES = 200;

function noteError(line: string, messages: Map<string, ErrorCount>): string {
	const value = parseJson(line);
	const error = readMember(value, "error");
	const kind = String(readMember(error, "kind") ?? readMember(error, "code") ?? "unknown");
	const status = readMember(error, "status") ?? readMember(readMember(value, "response"), "status_code");
	const message = String(readMember(error, "message") ?? "").replace(/^Row \d+: /, "");
	const isNew = !messages.has(`${kind} ${status} ${message}`);
	const shown = isNew && messages.size >= MAX_MESSAGES ? "other messages" : message;
	const key = `${kind} ${status} ${shown}`;
	if (!messages.has(key)) {
		messages.set(key, { kind, ...(typeof status === "number" ? { status } : {}), message: shown, count: 0 });
	}
	return key;
}
