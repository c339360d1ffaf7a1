import type { BatchResult } from "../../../../batch/index.ts";

/** Forms of a line of the journal. */
export const LINE_FORMATS = ["jsonl", "openai"] as const;
export type LineFormat = (typeof LINE_FORMATS)[number];

/** Facts of a line that are read without parsing all of it. */
export interface LineHead {
	index: number;
	isFailed: boolean;
}

/**
 * A result as a line of the journal. The order of its members matters: the head is read without parsing the rest, and
 * the last `cost_usd` of a line is hub's, whatever the output contains.
 * @param kept JSON of the columns of the row that are copied
 */
export function formatLine(result: BatchResult, kept: string | undefined): string {
	const { id, index, output, error, usage, cost_usd, provider, model, attempts, seconds, cached } = result;
	// JSON omits undefined members.
	const shown = error ? undefined : output;
	if (kept === undefined) {
		const line = { id, index, output: shown, error, usage, cost_usd, provider, model, attempts, seconds, cached };
		return `${JSON.stringify(line)}\n`;
	}
	const start = JSON.stringify({ id, index, output: shown, error });
	const end = JSON.stringify({ usage, cost_usd, provider, model, attempts, seconds, cached });
	return `${start.slice(0, -1)},"input":${kept},${end.slice(1)}\n`;
}

/** A result in the format of the OpenAI batch service. The line's own id contains the row's number. */
export function formatOpenAILine({ id, index, output, error }: BatchResult): string {
	const own = `batch_req_${index}`;
	const answered =
		error?.status === undefined
			? null
			: { status_code: error.status, request_id: own, body: { error: { message: error.message } } };
	const response = error ? answered : { status_code: 200, request_id: own, body: output };
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
