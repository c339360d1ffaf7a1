import { isRecord, readMember } from "../../base/json.ts";
import { invalidFile } from "../errors/usage.ts";
import { parseJsonText } from "./file.ts";

/** Column name → the column's cells, as text. */
export type Table = Record<string, string[]>;

/**
 * Reads a table from the text of a file: JSON (columns, or a list of rows), or separated values whose first line names
 * the columns.
 * @throws UsageError if the rows do not match the columns
 */
export async function parseTable(text: string, name: string): Promise<Table> {
	const trimmed = text.replace(/^\ufeff/, "");
	return /^\s*[[{]/.test(trimmed) ? parseJsonTable(trimmed, name) : await parseSeparated(trimmed, name);
}

function parseJsonTable(text: string, name: string): Table {
	const value = parseJsonText(text, name);
	const rows = Array.isArray(value) && value.every(isRecord) ? value : [];
	const names = new Set(rows.flatMap((row) => Object.keys(row)));
	const columns: [string, unknown][] = isRecord(value)
		? Object.entries(value)
		: [...names].map((column) => [column, rows.map((row) => readMember(row, column))]);
	if (columns.length === 0 || !columns.every(([, cells]) => Array.isArray(cells)))
		throw invalidFile(`${name} is not a table.`, 'Expected {"column": ["cell", …], …} or [{"column": "cell"}, …].');
	return Object.fromEntries(columns.map(([column, cells]) => [column, [cells].flat().map(cell)]));
}

function cell(value: unknown): string {
	if (value === undefined || value === null) return "";
	return typeof value === "string" ? value : JSON.stringify(value);
}

async function parseSeparated(text: string, name: string): Promise<Table> {
	const separator = findSeparator(text);
	const [header, ...rows] = await readRows(text, separator, name);
	if (!header || header.length === 0 || rows.length === 0) {
		throw invalidFile(`${name} has no rows below its first line.`, "The first line names the columns.");
	}
	const uneven = rows.findIndex((row) => row.length !== header.length);
	if (uneven !== -1) {
		throw invalidFile(
			`Row ${uneven + 2} of ${name} has ${rows[uneven]?.length} cells, the first line ${header.length}.`,
			"Put cells with separators or line breaks in double quotes.",
		);
	}
	const repeated = header.find((column, index) => header.indexOf(column) !== index);
	if (repeated !== undefined) throw invalidFile(`${name} has two columns named "${repeated}".`);
	return Object.fromEntries(header.map((column, index) => [column, rows.map((row) => row[index] ?? "")]));
}

/** The most frequent candidate in the first line. */
function findSeparator(text: string): string {
	const line = text.slice(0, text.search(/\r?\n|$/));
	const count = (separator: string): number => line.split(separator).length;
	return [",", "\t", ";"].reduce((best, candidate) => (count(candidate) > count(best) ? candidate : best));
}

/** Cells in double quotes may contain separators, line breaks and doubled quotes (RFC 4180). */
async function readRows(text: string, separator: string, name: string): Promise<string[][]> {
	const { parse } = await import("csv-parse/sync");
	try {
		return parse(text, {
			delimiter: separator,
			relax_column_count: true,
			relax_quotes: true,
			skip_empty_lines: true,
		});
	} catch (error) {
		throw invalidFile(`${name} cannot be read: ${error instanceof Error ? error.message : error}`);
	}
}
