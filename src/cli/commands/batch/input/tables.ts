import { UsageError } from "../../../errors/usage.ts";
import { LONGEST_LINE, tooLong } from "./lines.ts";
import type { RawRow, RowGroups } from "./raw-row.ts";

/** Rows of a group. */
const GROUP = 256;

/** Comma or tab separated values; the first line names the columns. */
export async function* readSeparated(bytes: AsyncIterable<Uint8Array>, delimiter: "," | "\t", name: string): RowGroups {
	const { parse } = await import("csv-parse");
	const problems: string[] = [];
	const parser = parse({
		bom: true,
		delimiter,
		relax_column_count: true,
		max_record_size: LONGEST_LINE,
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
		if (header) group.push(toRow(header, record));
		else header = checkHeader(record, name);
		if (group.length >= GROUP) {
			yield group;
			group = [];
		}
	}
	for (const problem of problems) group.push({ value: undefined, problem });
	if (group.length > 0) yield group;
}

function checkHeader(header: string[], name: string): string[] {
	const repeated = header.find((column, index) => header.indexOf(column) !== index);
	if (repeated !== undefined) throw new UsageError(`${name} has two columns named "${repeated}".`);
	return header;
}

function toRow(header: readonly string[], record: readonly string[]): RawRow {
	if (record.length !== header.length) {
		return { value: undefined, problem: `Number of cells: ${record.length}; the header has ${header.length}` };
	}
	return { value: Object.fromEntries(header.map((column, index) => [column, record[index]])) };
}

/** A JSON list, of any length. */
export async function* readJsonList(bytes: AsyncIterable<Uint8Array>, name: string): RowGroups {
	const { JSONParser } = await import("@streamparser/json");
	const parser = new JSONParser({ paths: ["$.*"], keepStack: false });
	let group: RawRow[] = [];
	let isChecked = false;
	let failure: Error | undefined;
	parser.onValue = ({ value }) => void group.push({ value });
	parser.onError = (error) => {
		failure ??= error;
	};
	let unfinished = 0;
	for await (const chunk of bytes) {
		if (!isChecked) {
			const start = new TextDecoder().decode(chunk).trimStart();
			if (start === "") continue;
			if (!start.startsWith("["))
				throw new UsageError(`${name} does not contain a JSON list.`, "Use .jsonl for one row per line.");
			isChecked = true;
		}
		parser.write(withoutMark(chunk));
		unfinished = group.length > 0 ? 0 : unfinished + chunk.length;
		if (unfinished > LONGEST_LINE) throw tooLong();
		if (group.length > 0) yield group;
		group = [];
		if (failure) throw new UsageError(`${name} is not valid JSON: ${failure.message}`);
	}
	if (!parser.isEnded) throw new UsageError(`${name} is not valid JSON: it ends too early.`);
}

function withoutMark(chunk: Uint8Array): Uint8Array {
	const hasMark = chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
	return hasMark ? chunk.subarray(3) : chunk;
}
