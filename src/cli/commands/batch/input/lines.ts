import { UsageError } from "../../../errors/usage.ts";
import { decodeUtf8, NOT_TEXT } from "./encoding.ts";
import type { RawRow, RowGroups } from "./raw-row.ts";

/** Maximum length of a line, or of another text that is one row. */
export const LONGEST_LINE = 64 * 1024 * 1024;

/** A row is longer than any that can be sent: compressed files may unpack to endless ones. */
export function tooLong(): UsageError {
	return new UsageError("A row of the input is longer than 64 MB.", undefined, "input-too-large");
}

const LF = 0x0a;

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
async function* readBlocks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
	// Joined once a line is complete: a search from its start for each piece would take the square of its length.
	let pieces: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of bytes) {
		const end = chunk.lastIndexOf(LF);
		length = end === -1 ? length + chunk.length : chunk.length - end;
		if (length > LONGEST_LINE) throw tooLong();
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

/** Numbers of lines that are not blank, block by block, without decoding them. */
export async function* countLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<number, void, undefined> {
	for await (const block of readBlocks(bytes)) {
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
		yield count;
	}
}

/** JSON lines. A line that is not JSON is a row with a problem. */
export async function* readJsonLines(bytes: AsyncIterable<Uint8Array>): RowGroups {
	for await (const lines of readLines(bytes)) yield lines.map(parseLine);
}

function parseLine(line: string | undefined): RawRow {
	if (line === undefined) return { value: undefined, problem: NOT_TEXT };
	try {
		return { value: JSON.parse(line) as unknown, json: line };
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
