import { closeSync, openSync, readSync } from "node:fs";
import { parseJson, readMember } from "../../../../base/json.ts";
import type { BatchResult } from "../../../../batch/index.ts";

const CHUNK = 1024 * 1024;

/** A line of a journal while it is visited; the bytes are valid only then. */
interface VisitedLine {
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
			let zero = buffer.indexOf(0);
			while (end !== -1 && end < filled) {
				if (zero !== -1 && zero < start) zero = buffer.indexOf(0, start);
				// JSON has no zeros, which a crash of the machine leaves in the middle of files.
				const head = zero !== -1 && zero < end ? undefined : readHead(buffer, start, end);
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

/** Reads a journal. */
export function scanJournal(path: string): JournalState {
	const done = new Bitmap();
	const failed = new Bitmap();
	const causes = new Map<number, ErrorCount>();
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
	for (const [index, cause] of causes) if (failed.has(index)) cause.count++;
	const errors = [...messages.values()].filter((error) => error.count > 0).sort((a, b) => b.count - a.count);
	return { done, failed, causes, hasRepeats, cost, errors, size, foreignLine };
}

/** Maximum number of messages counted separately. */
const MAX_MESSAGES = 200;

function noteError(line: string, messages: Map<string, ErrorCount>): ErrorCount {
	const value = parseJson(line);
	const error = readMember(value, "error");
	const kind = String(readMember(error, "kind") ?? readMember(error, "code") ?? "unknown");
	const status = readMember(error, "status") ?? readMember(readMember(value, "response"), "status_code");
	const message = String(readMember(error, "message") ?? "").replace(/^Row \d+: /, "");
	const isNew = !messages.has(`${kind} ${status} ${message}`);
	const shown = isNew && messages.size >= MAX_MESSAGES ? "other messages" : message;
	const key = `${kind} ${status} ${shown}`;
	const known = messages.get(key);
	if (known) return known;
	const cause = { kind, ...(typeof status === "number" ? { status } : {}), message: shown, count: 0 };
	messages.set(key, cause);
	return cause;
}

/** Forms of a line of the journal. */
export const LINE_FORMATS = ["jsonl", "openai"] as const;
export type LineFormat = (typeof LINE_FORMATS)[number];

/** Facts of a line that are read without parsing all of it. */
interface LineHead {
	index: number;
	isFailed: boolean;
}

/**
 * A result as a line of the journal. The order of its members matters: the head is read without parsing the rest, and
 * the last `cost_usd` of a line is hub's, whatever the output contains.
 * @param kept JSON of the columns of the row that are copied
 */
export function formatLine(result: BatchResult, kept: string | undefined): string {
	const { id, index, output, error, usage, cost_usd, provider, model, attempts, seconds, cached, reused } = result;
	const request = result.cacheKey;
	// JSON omits undefined members.
	const shown = error ? undefined : output;
	if (kept === undefined) {
		const line = {
			...{ id, index, output: shown, error, usage, cost_usd, provider, model, attempts, seconds, cached, reused },
			request,
		};
		return `${JSON.stringify(line)}\n`;
	}
	const start = JSON.stringify({ id, index, output: shown, error });
	const end = JSON.stringify({ usage, cost_usd, provider, model, attempts, seconds, cached, reused, request });
	return `${start.slice(0, -1)},"input":${kept},${end.slice(1)}\n`;
}

/** A result in the format of the OpenAI batch service. The line's own id contains the row's number. */
export function formatOpenAILine({ id, index, output, error, cacheKey }: BatchResult): string {
	const own = `batch_req_${index}`;
	const request = cacheKey === undefined ? own : `req_${cacheKey}`;
	const answered =
		error?.status === undefined
			? null
			: { status_code: error.status, request_id: request, body: { error: { message: error.message } } };
	const response = error ? answered : { status_code: 200, request_id: request, body: output };
	return `${JSON.stringify({ id: own, custom_id: id, response, error: error ? { code: error.kind, message: error.message } : null })}\n`;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OWN_START = Buffer.from('{"id":"');
const OPENAI_START = Buffer.from('{"id":"batch_req_');
const OPENAI_END = Buffer.from('"error":null}');
const INDEX = Buffer.from(',"index":');
const FAILED = Buffer.from(',"error":');

/** Reads the head of a line; undefined if hub did not write it. */
export function readHead(bytes: Buffer, start: number, end: number): LineHead | undefined {
	if (end - start < 8 || bytes[end - 1] !== 0x7d || !startsWith(bytes, start, OWN_START)) return undefined;
	if (startsWith(bytes, start, OPENAI_START)) {
		const head = readNumber(bytes, start + OPENAI_START.length, end);
		if (head && bytes[head.after] === QUOTE && bytes.indexOf(',"custom_id":', head.after) === head.after + 1) {
			return { index: head.value, isFailed: !startsWith(bytes, end - OPENAI_END.length, OPENAI_END) };
		}
	}
	let place = start + OWN_START.length;
	while (place < end && bytes[place] !== QUOTE) place += bytes[place] === BACKSLASH ? 2 : 1;
	if (!startsWith(bytes, place + 1, INDEX)) return undefined;
	const index = readNumber(bytes, place + 1 + INDEX.length, end);
	return index && { index: index.value, isFailed: startsWith(bytes, index.after, FAILED) };
}

const REQUEST = Buffer.from(',"request":"');
const REQUEST_ID = Buffer.from('"request_id":"req_');
/** Digits of a request's key. */
const KEY_DIGITS = 32;

/** The key of the request that a line answers; undefined if it names none. */
export function readRequest(bytes: Buffer, start: number, end: number): string | undefined {
	let from = end - 2 - KEY_DIGITS;
	if (!startsWith(bytes, from - REQUEST.length, REQUEST)) {
		// In a text of the row the quotes would be escaped.
		const place = startsWith(bytes, start, OPENAI_START) ? bytes.indexOf(REQUEST_ID, start) : -1;
		from = place + REQUEST_ID.length;
		if (place === -1 || from + KEY_DIGITS > end) return undefined;
	}
	const key = bytes.toString("latin1", from, from + KEY_DIGITS);
	return /^[0-9a-f]{32}$/.test(key) ? key : undefined;
}

function startsWith(bytes: Buffer, place: number, text: Buffer): boolean {
	for (let offset = 0; offset < text.length; offset++) if (bytes[place + offset] !== text[offset]) return false;
	return true;
}

/** Rows that can be counted; a larger number is damage, and would take its size in memory. */
const MAX_INDEX = 2 ** 32 - 2;

function readNumber(bytes: Buffer, from: number, end: number): { value: number; after: number } | undefined {
	let value = 0;
	let place = from;
	for (; place < end; place++) {
		const digit = (bytes[place] ?? 0) - 0x30;
		if (digit < 0 || digit > 9) break;
		value = value * 10 + digit;
	}
	return place === from || value > MAX_INDEX ? undefined : { value, after: place };
}

const COST = Buffer.from(',"cost_usd":');
/** Only names and numbers follow the cost. */
const TAIL = 2048;

/** The cost in a line; 0 if there is none. */
export function readCost(bytes: Buffer, start: number, end: number): number {
	const least = Math.max(start, end - TAIL);
	for (let place = end - COST.length; place >= least; place--) {
		if (bytes[place] !== 0x2c || !startsWith(bytes, place, COST)) continue;
		const from = place + COST.length;
		let to = from;
		while (to < end && bytes[to] !== 0x2c && bytes[to] !== 0x7d) to++;
		const cost = Number(bytes.toString("latin1", from, to));
		return Number.isFinite(cost) ? cost : 0;
	}
	return 0;
}

/** A bit for each row number; grows as needed. */
export class Bitmap {
	private bits = new Uint8Array(1024);
	count = 0;

	has(index: number): boolean {
		const byte = this.bits[index >>> 3] ?? 0;
		return (byte & (1 << (index & 7))) !== 0;
	}

	/** Returns whether the bit is new. */
	add(index: number): boolean {
		const place = index >>> 3;
		if (place >= this.bits.length) {
			const larger = new Uint8Array(Math.max(this.bits.length * 2, place + 1));
			larger.set(this.bits);
			this.bits = larger;
		}
		const byte = this.bits[place] ?? 0;
		const bit = 1 << (index & 7);
		if ((byte & bit) !== 0) return false;
		this.bits[place] = byte | bit;
		this.count++;
		return true;
	}

	/** All row numbers, in ascending order. */
	*rows(): Generator<number, void, undefined> {
		for (let place = 0; place < this.bits.length; place++) {
			const byte = this.bits[place] ?? 0;
			for (let bit = 0; byte >> bit > 0; bit++) if ((byte >> bit) & 1) yield place * 8 + bit;
		}
	}

	delete(index: number): void {
		if (!this.has(index)) return;
		this.bits[index >>> 3] = (this.bits[index >>> 3] ?? 0) & ~(1 << (index & 7));
		this.count--;
	}
}
