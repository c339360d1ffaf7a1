import type { RawRow, RowGroups } from "./raw-row.ts";

/** Maximum length of a line. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** Splits bytes into lines: LF or CRLF, without byte order mark, blank ones left out. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[], void, undefined> {
	const decoder = new TextDecoder("utf-8");
	let rest = "";
	for await (const chunk of bytes) {
		rest += decoder.decode(chunk, { stream: true });
		const end = rest.lastIndexOf("\n");
		if (end === -1) {
			if (rest.length > LONGEST_LINE) throw new RangeError("A line of the input is longer than 64 MB.");
			continue;
		}
		const lines = keepFilled(rest.slice(0, end).split("\n"));
		rest = rest.slice(end + 1);
		if (lines.length > 0) yield lines;
	}
	const last = keepFilled([rest + decoder.decode()]);
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
