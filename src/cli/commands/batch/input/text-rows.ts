import { parseJsonOrThrow } from "../../../../base/json.ts";
import { UsageError } from "../../../errors/usage.ts";
import { decodeUtf8, NOT_TEXT, type RawRow, type RowGroups } from "./columns.ts";

/** Maximum length of a line, or of another text that is one row. */
const MAX_LINE_LENGTH = 64 * 1024 * 1024;

/** The error for a row that is too long to send: a compressed file may expand without end. */
function tooLong(): UsageError {
	return new UsageError("A row of the input is longer than 64 MB.", undefined, "input-too-large");
}

export const LF = 0x0a;

/**
 * Splits UTF-8 into lines: LF or CRLF, blank ones left out.
 * @returns groups of lines; undefined for a line that is not UTF-8
 */
export async function* readLines(
	bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<(string | undefined)[], void, undefined> {
	for await (const block of readBlocks(bytes)) {
		const lines = splitLines(block);
		if (lines.length > 0) yield lines;
	}
}

/** The bytes in blocks of whole lines, without the line feed of the last one. */
export async function* readBlocks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
	// Joined when a line is complete: searching from its start for each chunk would take quadratic time.
	let pieces: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of bytes) {
		const end = chunk.lastIndexOf(LF);
		length = end === -1 ? length + chunk.length : chunk.length - end;
		if (length > MAX_LINE_LENGTH) throw tooLong();
		if (end === -1) {
			pieces.push(chunk);
			continue;
		}
		yield pieces.length > 0 ? Buffer.concat([...pieces, chunk.subarray(0, end)]) : chunk.subarray(0, end);
		pieces = [chunk.subarray(end + 1)];
	}
	yield Buffer.concat(pieces);
}

function splitLines(block: Uint8Array): (string | undefined)[] {
	const text = decodeUtf8(block);
	if (text !== undefined) return keepFilled(text.split("\n"));
	const lines: (string | undefined)[] = [];
	for (let start = 0; start < block.length; ) {
		const end = block.indexOf(LF, start);
		const line = decodeUtf8(block.subarray(start, end === -1 ? block.length : end));
		lines.push(...(line === undefined ? [undefined] : keepFilled([line])));
		start = end === -1 ? block.length : end + 1;
	}
	return lines;
}

function keepFilled(lines: readonly string[]): string[] {
	const kept: string[] = [];
	for (const line of lines) {
		const text = line.endsWith("\r") ? line.slice(0, -1) : line;
		if (text.trim() !== "") kept.push(text);
	}
	return kept;
}

/** Number of lines that are not blank. */
export function countFilled(block: Uint8Array): number {
	let count = 0;
	for (let start = 0; start < block.length; ) {
		const found = block.indexOf(LF, start);
		const end = found === -1 ? block.length : found;
		// Only a line that starts with white space, or with a letter that may be one, can be blank.
		const first = block[start] ?? LF;
		const isFilled = first > 0x20 && first < 0x80;
		if (end > start && (isFilled || decodeUtf8(block.subarray(start, end))?.trim() !== "")) count++;
		start = end + 1;
	}
	return count;
}

/** JSON lines. A line that is not JSON is a row with a problem. */
export async function* readJsonLines(bytes: AsyncIterable<Uint8Array>): RowGroups {
	for await (const lines of readLines(bytes)) yield lines.map(parseLine);
}

function parseLine(line: string | undefined): RawRow {
	if (line === undefined) return { value: undefined, problem: NOT_TEXT };
	try {
		return { value: parseJsonOrThrow(line), json: line };
	} catch (error) {
		return { value: undefined, problem: `The line is not valid JSON: ${(error as Error).message}` };
	}
}

function toTextRow(line: string | undefined): RawRow {
	return line === undefined ? { value: undefined, problem: NOT_TEXT } : { value: line };
}

/** Text, one row per line. */
export async function* readTextLines(bytes: AsyncIterable<Uint8Array>): RowGroups {
	for await (const lines of readLines(bytes)) yield lines.map(toTextRow);
}

/** JSON lines or text, recognized by the first character that is not white space. */
export async function* readEitherLines(bytes: AsyncIterable<Uint8Array>): RowGroups {
	let isJson: boolean | undefined;
	for await (const lines of readLines(bytes)) {
		isJson ??= /^\s*[[{"]/.test(lines.find((line) => line !== undefined) ?? "");
		yield lines.map(isJson ? parseLine : toTextRow);
	}
}

const NOT_ASCII = /[\x80-\xff]/;

/** Rows of a group. */
const GROUP = 256;

/** Comma or tab separated values; the first line names the columns. */
export async function* readSeparated(bytes: AsyncIterable<Uint8Array>, delimiter: string, name: string): RowGroups {
	const { parse } = await import("csv-parse");
	const problems: string[] = [];
	const parser = parse({
		delimiter,
		// Cells as bytes, one character each, so that a cell that is not UTF-8 is recognized.
		encoding: "latin1",
		relax_column_count: true,
		max_record_size: MAX_LINE_LENGTH,
		// A quote within a cell is literal, as in other readers.
		relax_quotes: true,
		skip_empty_lines: true,
		skip_records_with_error: true,
		on_skip: (error) => {
			if (error?.code === "CSV_MAX_RECORD_SIZE") parser.destroy(tooLong());
			problems.push(error?.message ?? "The line cannot be read");
			return undefined;
		},
	});
	const { Readable } = await import("node:stream");
	const source = Readable.from(bytes);
	source.on("error", (error) => parser.destroy(error));
	source.pipe(parser);
	let header: string[] | undefined;
	let group: RawRow[] = [];
	for await (const record of parser as AsyncIterable<string[]>) {
		for (const problem of problems.splice(0)) group.push({ value: undefined, problem });
		const cells = decodeCells(record);
		if (!header) header = checkHeader(cells, name);
		else group.push(cells ? toRow(header, cells) : { value: undefined, problem: NOT_TEXT });
		if (group.length >= GROUP) {
			yield group;
			group = [];
		}
	}
	for (const problem of problems) group.push({ value: undefined, problem });
	if (group.length > 0) yield group;
}

/** The cells as text; undefined if one is not UTF-8. */
function decodeCells(record: string[]): string[] | undefined {
	if (!record.some((cell) => NOT_ASCII.test(cell))) return record;
	const cells = record.map((cell) => (NOT_ASCII.test(cell) ? decodeUtf8(Buffer.from(cell, "latin1")) : cell));
	return cells.every((cell) => cell !== undefined) ? cells : undefined;
}

function checkHeader(header: string[] | undefined, name: string): string[] {
	if (!header) {
		throw new UsageError(
			`The names of the columns in ${name} are not valid in its encoding.`,
			"Name the encoding with --encoding, such as latin1 or utf-16le.",
			"invalid-file",
		);
	}
	const seen = new Set<string>();
	const repeated = header.find((column) => seen.size === seen.add(column).size);
	if (repeated !== undefined) throw new UsageError(`${name} has two columns named "${repeated}".`);
	return header;
}

function toRow(header: readonly string[], record: readonly string[]): RawRow {
	if (record.length !== header.length) {
		return { value: undefined, problem: `The row has ${record.length} cells; the header has ${header.length}` };
	}
	return { value: Object.fromEntries(header.map((column, index) => [column, record[index]])) };
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** JSON on one line. By lines: a pattern that begins with white space would take quadratic time on a long run of it. */
function joinLines(json: string): string {
	return json
		.split(/[\r\n]/)
		.map((line) => line.trim())
		.join("");
}

/** A JSON list, of any length. */
export async function* readJsonList(bytes: AsyncIterable<Uint8Array>, name: string): RowGroups {
	const invalid = (reason: string): UsageError => new UsageError(`${name} is not valid JSON: ${reason}`);
	/** Parts of the item that is being read, from earlier chunks. */
	let pieces: Uint8Array[] = [];
	let length = 0;
	let depth = 0;
	let isString = false;
	let isEscaped = false;
	let state = "start" as "start" | "items" | "end";
	let items = 0;
	const take = (last: Uint8Array, isLast: boolean): RawRow[] => {
		const item = Buffer.concat([...pieces, last]);
		[pieces, length] = [[], 0];
		const text = decodeUtf8(item);
		if (isLast && items === 0 && text?.trim() === "") return [];
		items++;
		if (text === undefined) return [{ value: undefined, problem: NOT_TEXT }];
		try {
			const value = parseJsonOrThrow(text);
			// A line feed of JSON is never part of a text: without it, the item fits into a line of the output.
			return [{ value, json: joinLines(text) }];
		} catch (error) {
			throw invalid(`item ${items - 1} of the list: ${(error as Error).message}`);
		}
	};
	for await (const chunk of bytes) {
		const group: RawRow[] = [];
		let start = 0;
		for (let place = 0; place < chunk.length; place++) {
			const byte = chunk[place] ?? 0;
			if (state !== "items") {
				if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) continue;
				if (state === "end") throw invalid("there is more after its end.");
				if (byte !== 0x5b)
					throw new UsageError(`${name} does not contain a JSON list.`, "Use .jsonl for one row per line.");
				[state, start] = ["items", place + 1];
			} else if (isString) {
				if (isEscaped) isEscaped = false;
				else if (byte === BACKSLASH) isEscaped = true;
				else if (byte === QUOTE) isString = false;
			} else if (byte === QUOTE) isString = true;
			else if (OPENING.has(byte)) depth++;
			else if (depth > 0 && CLOSING.has(byte)) depth--;
			else if (depth === 0 && (byte === COMMA || CLOSING.has(byte))) {
				if (byte === 0x7d) throw invalid("a } without a {.");
				group.push(...take(chunk.subarray(start, place), byte !== COMMA));
				start = place + 1;
				if (byte !== COMMA) state = "end";
			}
		}
		if (state === "items") {
			pieces.push(chunk.subarray(start));
			length += chunk.length - start;
			if (length > MAX_LINE_LENGTH) throw tooLong();
		}
		if (group.length > 0) yield group;
	}
	if (state !== "end") throw invalid("it ends too early.");
}
