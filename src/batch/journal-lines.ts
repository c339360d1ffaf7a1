import { decodeBase64 } from "../base/base64.ts";
import { encodeText, toBinary } from "../base/bytes.ts";
import { getPath, isRecord, omitUndefined, parseJson, textOf } from "../base/json.ts";
import { setOtherFiles } from "../inference/other-files.ts";
import type { Failure } from "./failure.ts";
import type { BatchResult } from "./types.ts";

/** A line of a journal while it is visited; the bytes are valid only then. */
export interface VisitedLine {
	head: LineHead | undefined;
	bytes: Uint8Array;
	/** Where the line starts and ends within `bytes`, without its line feed. */
	start: number;
	end: number;
	/** Where it starts in the journal, and how long it is with its line feed. */
	offset: number;
	length: number;
}

/** Splits a journal that is read in chunks into its whole lines. */
export class LineReader {
	/** Bytes of all whole lines so far. */
	size = 0;
	private buffer: Uint8Array = new Uint8Array(0);
	private filled = 0;
	private readonly visit: (line: VisitedLine) => void;
	private readonly allocate: (size: number) => Uint8Array;

	/** @param allocate allocates memory that is faster to search, such as Node's buffers */
	constructor(visit: (line: VisitedLine) => void, allocate = (size: number): Uint8Array => new Uint8Array(size)) {
		this.visit = visit;
		this.allocate = allocate;
	}

	/** What follows the last whole line. */
	get rest(): Uint8Array {
		return this.buffer.subarray(0, this.filled);
	}

	push(chunk: Uint8Array): void {
		const from = this.filled;
		this.filled += chunk.length;
		if (this.filled > this.buffer.length) {
			const larger = this.allocate(Math.max(this.buffer.length * 2, this.filled));
			larger.set(this.buffer.subarray(0, from));
			this.buffer = larger;
		}
		const { buffer: bytes, filled } = this;
		bytes.set(chunk, from);
		let start = 0;
		let end = bytes.indexOf(0x0a, from);
		let zero = bytes.indexOf(0);
		while (end !== -1 && end < filled) {
			if (zero !== -1 && zero < start) zero = bytes.indexOf(0, start);
			// JSON has no zeros, which a crash of the machine leaves in the middle of files.
			const head = zero !== -1 && zero < end ? undefined : readHead(bytes, start, end);
			this.visit({ head, bytes, start, end, offset: this.size + start, length: end + 1 - start });
			start = end + 1;
			end = bytes.indexOf(0x0a, start);
		}
		bytes.copyWithin(0, start, filled);
		this.filled -= start;
		this.size += start;
	}
}

const decoder = new TextDecoder();

/** The text of a line. */
export function decodeLine(bytes: Uint8Array, start: number, end: number): string {
	return decoder.decode(bytes.subarray(start, end));
}

/** The members of a line, in either format, that a result has. */
export function parseResult(line: string): Partial<BatchResult> | undefined {
	const value = parseJson(line);
	if (!isRecord(value)) return undefined;
	const { custom_id, id, error } = value;
	const status = getPath(value, "response", "status_code");
	const failure = isRecord(error)
		? { ...(typeof status === "number" ? { status } : {}), kind: error["code"], ...error }
		: undefined;
	const output = failure ? undefined : (value["output"] ?? getPath(value, "response", "body"));
	return {
		...(value as object),
		id: textOf(custom_id ?? id),
		output,
		error: failure as Failure | undefined,
	} as Partial<BatchResult>;
}

/** The result in a line of a whole journal. */
export function readResult(line: string): BatchResult {
	const { request, ...result } = (parseResult(line) ?? {}) as BatchResult & { request?: string };
	const { id, index } = result;
	const output = restoreFile(result.output);
	return omitUndefined({
		...result,
		usage: result.usage ?? null,
		output,
		cacheKey: request,
		row: { id, index },
	}) as BatchResult;
}

/** An output as its call returned it: a file encoded in the line becomes a Blob again. */
export function restoreFile(output: unknown): unknown {
	if (!isRecord(output) || typeof output["data"] !== "string" || typeof output["type"] !== "string") return output;
	const bytes = decodeBase64(output["data"]);
	if (!bytes) return output;
	const file = new Blob([bytes], { type: output["type"] });
	const { others } = output;
	if (Array.isArray(others)) {
		const restored = others.map(restoreFile).filter((other) => other instanceof Blob);
		setOtherFiles(file, () => Promise.resolve(restored));
	}
	return file;
}

/** Facts of a line that are read without parsing all of it. */
export interface LineHead {
	index: number;
	isFailed: boolean;
	/** Where the JSON of the id ends; 0 in the format of the OpenAI batch service. */
	idEnd: number;
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
		const head = { id, index, output: shown, error, usage, cost_usd, provider, model, attempts, seconds };
		return `${JSON.stringify(Object.assign(head, { cached, reused, request }))}\n`;
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
const OWN_START = encodeText('{"id":"');
const OPENAI_START = encodeText('{"id":"batch_req_');
const OPENAI_END = encodeText('"error":null}');
const CUSTOM_ID = encodeText(',"custom_id":');
const INDEX = encodeText(',"index":');
const FAILED = encodeText(',"error":');

/** Reads the head of a line; undefined if hub did not write it. */
export function readHead(bytes: Uint8Array, start: number, end: number): LineHead | undefined {
	if (end - start < 8 || bytes[end - 1] !== 0x7d || !startsWith(bytes, start, OWN_START)) return undefined;
	if (startsWith(bytes, start, OPENAI_START)) {
		const head = readNumber(bytes, start + OPENAI_START.length, end);
		if (head && bytes[head.after] === QUOTE && startsWith(bytes, head.after + 1, CUSTOM_ID)) {
			return { index: head.value, isFailed: !startsWith(bytes, end - OPENAI_END.length, OPENAI_END), idEnd: 0 };
		}
	}
	let place = start + OWN_START.length;
	while (place < end && bytes[place] !== QUOTE) place += bytes[place] === BACKSLASH ? 2 : 1;
	if (!startsWith(bytes, place + 1, INDEX)) return undefined;
	const index = readNumber(bytes, place + 1 + INDEX.length, end);
	return index && { index: index.value, isFailed: startsWith(bytes, index.after, FAILED), idEnd: place + 1 };
}

const REQUEST = encodeText(',"request":"');
const REQUEST_ID = '"request_id":"req_';
/** Digits of a request's key. */
const KEY_DIGITS = 32;

/** The key of the request of a line; undefined if it names none. */
export function readRequest(bytes: Uint8Array, start: number, end: number): string | undefined {
	let from = end - 2 - KEY_DIGITS;
	if (!startsWith(bytes, from - REQUEST.length, REQUEST)) {
		// In a text of the row the quotes would be escaped.
		const isOpenAI = startsWith(bytes, start, OPENAI_START);
		const place = isOpenAI ? toBinary(bytes.subarray(start, end)).indexOf(REQUEST_ID) : -1;
		from = start + place + REQUEST_ID.length;
		if (place === -1 || from + KEY_DIGITS > end) return undefined;
	}
	const key = String.fromCharCode(...bytes.subarray(from, from + KEY_DIGITS));
	return /^[0-9a-f]{32}$/.test(key) ? key : undefined;
}

function startsWith(bytes: Uint8Array, place: number, text: Uint8Array): boolean {
	for (let offset = 0; offset < text.length; offset++) if (bytes[place + offset] !== text[offset]) return false;
	return true;
}

/** Rows that can be counted; a larger number is damage, and would take its size in memory. */
const MAX_INDEX = 2 ** 32 - 2;

function readNumber(bytes: Uint8Array, from: number, end: number): { value: number; after: number } | undefined {
	let value = 0;
	let place = from;
	for (; place < end; place++) {
		const digit = (bytes[place] ?? 0) - 0x30;
		if (digit < 0 || digit > 9) break;
		value = value * 10 + digit;
	}
	return place === from || value > MAX_INDEX ? undefined : { value, after: place };
}

const COST = encodeText(',"cost_usd":');
/** Only names and numbers follow the cost. */
const TAIL = 2048;

/** The cost in a line; 0 if there is none. */
export function readCost(bytes: Uint8Array, start: number, end: number): number {
	const least = Math.max(start, end - TAIL);
	for (let place = end - COST.length; place >= least; place--) {
		if (bytes[place] !== 0x2c || !startsWith(bytes, place, COST)) continue;
		const from = place + COST.length;
		let to = from;
		while (to < end && bytes[to] !== 0x2c && bytes[to] !== 0x7d) to++;
		let digits = "";
		for (let digit = from; digit < to; digit++) digits += String.fromCharCode(bytes[digit] ?? 0);
		const cost = Number(digits);
		return Number.isFinite(cost) ? cost : 0;
	}
	return 0;
}
