import { UsageError } from "../../../errors/usage.ts";
import type { RawRow, RowGroups } from "./raw-row.ts";

/** Maximum length of a line, or of another text that is one row. */
export const LONGEST_LINE = 64 * 1024 * 1024;

/** A row is longer than any that can be sent: compressed files may unpack to endless ones. */
export function tooLong(): UsageError {
	return new UsageError("A row of the input is longer than 64 MB.", undefined, "input-too-large");
}

/** Splits bytes into lines: LF or CRLF, without byte order mark, blank ones left out. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[], void, undefined> {
	const decoder = new TextDecoder("utf-8");
	// Joined once a line is complete: a search from its start for each piece would take the square of its length.
	let pieces: string[] = [];
	let length = 0;
	for await (const chunk of bytes) {
		const text = decoder.decode(chunk, { stream: true });
		const end = text.lastIndexOf("\n");
		length = end === -1 ? length + text.length : text.length - end;
		if (length > LONGEST_LINE) throw tooLong();
		if (end === -1) {
			pieces.push(text);
			continue;
		}
		const lines = keepFilled((pieces.join("") + text.slice(0, end)).split("\n"));
		pieces = [text.slice(end + 1)];
		if (lines.length > 0) yield lines;
	}
	const last = keepFilled([pieces.join("") + decoder.decode()]);
	if (last.length > 0) yield last;
}

function keepFilled(lines: readonly string[]): string[] {
	const kept: string[] = [];
	for (const line of lines) {
		const text = line.endsWith("\r") ? line.slice(0, -1) : line;
		if (text.trim() !== "") kept.push(text);
	}
	return kept;
}

/** JSON lines. A line that is not JSON is a row with a problem. */
export async function* readJsonLines(bytes: AsyncIterable<Uint8Array>): RowGroups {
	for await (const lines of readLines(bytes)) yield lines.map(parseLine);
}

function parseLine(line: string): RawRow {
	try {
		return { value: JSON.parse(line) as unknown, json: line };
	} catch (error) {
		return { value: undefined, problem: `The line is not valid JSON: ${(error as Error).message}` };
	}
}

/** Text, one row per line. */
export async function* readTextLines(bytes: AsyncIterable<Uint8Array>): RowGroups {
	for await (const lines of readLines(bytes)) yield lines.map((value) => ({ value }));
}

/** JSON lines or text, recognized by the first character that is not white space. */
export async function* readEitherLines(bytes: AsyncIterable<Uint8Array>): RowGroups {
	let isJson: boolean | undefined;
	for await (const lines of readLines(bytes)) {
		isJson ??= /^\s*[[{"]/.test(lines[0] ?? "");
		yield isJson ? lines.map(parseLine) : lines.map((value) => ({ value }));
	}
}
