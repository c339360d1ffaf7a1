import { existsSync, statSync } from "node:fs";
import type { Table as ArrowTable, DataType } from "@uwdata/flechette";
import type { SchemaElement } from "hyparquet";
import { decodeText } from "../../../base/bytes.ts";
import { getPath, isRecord, parseJson, readMember } from "../../../base/json.ts";
import type { Fingerprint } from "../../../batch/manifest.ts";
import { readJson } from "../../../inference/object/plan.ts";
import { compactLines, readInOrder } from "../../../node-journal.ts";
import type { Lock } from "../../../node-lock.ts";
import { UsageError } from "../../errors/usage.ts";
import { Draft } from "../../files/draft.ts";
import { replaceWhole } from "../../files/replace-whole.ts";
import { ExactNumber, readMemberTexts } from "./input/columns.ts";
import type { BatchCommandOptions } from "./options.ts";
import { adviseRepair, journalPath, type TableFormat, tableFormat } from "./output.ts";
import { findText } from "./result-lines.ts";

/** A journal as a table, whose rows are read twice: for its columns, and to be written. */
interface JournalTable {
	journal: string;
	/** Where the table goes. */
	path: string;
	lock: Lock;
	columns: ReadonlyMap<string, Kind>;
	/** Whether there are vectors of fixed lengths, and every row has them. */
	isFixed: boolean;
	readRows(): Iterable<FlatRow>;
}

/** Settings of the conversion from a journal to a table: options of the command, and of its run. */
type TableOptions = Pick<BatchCommandOptions, "rawOutput" | "escapeFormulas">;

/**
 * Writes the rows of a journal to a table, in the order of the input. The file appears whole or not at all.
 * @param fingerprint of the run that wrote the journal: answers that follow its schema have a column for each field
 */
export async function writeTable(
	journal: string,
	path: string,
	format: TableFormat,
	lock: Lock,
	fingerprint: Fingerprint,
	{ rawOutput = false, escapeFormulas = false }: TableOptions,
): Promise<void> {
	const hasSchema = isRecord(getPath(fingerprint, "parameters", "response_format", "json_schema", "schema"));
	const form = { rawOutput, hasSchema };
	const readRows = function* (): Generator<FlatRow, void, undefined> {
		for (const line of readInOrder(journal)) {
			const row = flattenLine(decodeText(line) ?? "", form);
			if (row) yield row;
			else
				throw new UsageError(`${journal} is damaged.`, adviseRepair(journal.replace(/\.jsonl$/, "")), "invalid-file");
		}
	};
	const table = { journal, path, lock, ...findColumns(readRows()), readRows };
	if (format === "parquet") await writeParquet(table);
	else if (format === "arrow") await writeArrow(table);
	else writeSeparated(table, format === "csv" ? "," : "\t", escapeFormulas);
}

/** The type of a column; vectors of the same length include it. */
type Kind = "number" | "boolean" | "text" | "vector" | `vector ${number}` | "nothing";

/** All columns, with the kind of their values; the last one is `error`. */
function findColumns(rows: Iterable<FlatRow>): Pick<JournalTable, "columns" | "isFixed"> {
	const found = new Map<string, Kind>();
	const vectors = new Map<string, number>();
	let count = 0;
	for (const row of rows) {
		count++;
		for (const [name, cell] of Object.entries(row)) {
			found.set(name, widen(found.get(name) ?? "nothing", cell));
			if (cell instanceof Vector) vectors.set(name, (vectors.get(name) ?? 0) + 1);
		}
	}
	const error = found.get("error") ?? "text";
	found.delete("error");
	const fixed = [...found].filter(([, kind]) => kind.startsWith("vector "));
	const isFixed = fixed.length > 0 && fixed.every(([name]) => vectors.get(name) === count);
	return { columns: found.set("error", error), isFixed };
}

function widen(known: Kind, cell: TableCell): Kind {
	if (cell === null) return known;
	const isNumber = typeof cell === "number" || (cell instanceof ExactNumber && cell.isFloat);
	const isVector = cell instanceof Vector;
	if (isVector && known.startsWith("vector") && known !== `vector ${cell.numbers.length}`) return "vector";
	const plain = isNumber ? "number" : typeof cell === "boolean" ? "boolean" : "text";
	const kind = isVector ? (`vector ${cell.numbers.length}` as const) : plain;
	return known === "nothing" || known === kind ? kind : "text";
}

function writeSeparated(
	{ path, lock, columns, readRows }: JournalTable,
	separator: string,
	escapeFormulas: boolean,
): void {
	const names = [...columns.keys()];
	const line = (cells: readonly TableCell[]): string =>
		`${cells.map((cell) => quote(escapeFormulas ? escapeFormula(cell) : cell, separator)).join(separator)}\n`;
	replaceWhole(path, lock, (write) => {
		write(line(names));
		for (const row of readRows()) write(line(names.map((name) => row[name] ?? null)));
	});
}

/** A text that a spreadsheet would run as a formula gets an apostrophe in front; numbers stay. */
function escapeFormula(cell: TableCell): TableCell {
	if (typeof cell !== "string" || !/^[=+\-@\t\r\n]/.test(cell)) return cell;
	return /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(cell) ? cell : `'${cell}`;
}

/** Quoted as RFC 4180 requires. */
function quote(cell: TableCell, separator: string): string {
	const text = cell === null ? "" : String(cell);
	return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function writeParquet(table: JournalTable): Promise<void> {
	const { path, lock, columns, isFixed } = table;
	const { fileWriter, parquetWriteRows } = await import("hyparquet-writer");
	const schema = [
		{ name: "root", num_children: columns.size },
		...[...columns].flatMap(([name, kind]) => toSchema(name, kind)),
	];
	// Parquet has no lists of a fixed size: readers of Arrow find it here. They accept no list that is missing.
	const kvMetadata = isFixed ? [{ key: "ARROW:schema", value: await describeArrow(columns) }] : [];
	const draft = Draft.replacing(path);
	try {
		await parquetWriteRows({
			writer: fileWriter(draft.path),
			columns: [...columns.keys()].map((name) => ({ name })),
			schema,
			kvMetadata,
			rows: readCells(table),
			rowGroupSize: 10_000,
		});
		lock.assertHeld();
		draft.publish(path, true);
	} finally {
		draft.discard();
	}
}

/** The rows with plain values: numbers that JSON wrote out, and lists of numbers for vectors. */
function* readCells({ columns, readRows }: JournalTable): Generator<Record<string, unknown>, void, undefined> {
	for (const row of readRows()) {
		const cells = [...columns].map(([name, kind]): [string, unknown] => {
			const cell = row[name] ?? null;
			if (cell === null) return [name, cell];
			if (kind === "text") return [name, String(cell)];
			if (cell instanceof Vector) return [name, cell.numbers];
			return [name, cell instanceof ExactNumber ? Number(cell.text) : cell];
		});
		yield Object.fromEntries(cells);
	}
}

/** Largest journal that becomes a table in memory, in bytes. */
const MAX_ARROW = 2 * 2 ** 30;

/** Writes an Arrow file, which is put together in memory; vectors of one length are lists of a fixed size. */
async function writeArrow(table: JournalTable): Promise<void> {
	const { journal, path, lock, columns } = table;
	if (statSync(journal).size > MAX_ARROW) {
		const hint = `The results are kept in ${journal}. Name FILE.parquet with -o, which has no such limit.`;
		throw new UsageError(`${path} would be too large for one Arrow file.`, hint, "option-value");
	}
	const { tableToIPC } = await import("@uwdata/flechette");
	const bytes = tableToIPC(await makeArrow(columns, readCells(table)), { format: "file" });
	replaceWhole(path, lock, (write) => write(Buffer.from(bytes ?? [])));
}

async function makeArrow(
	columns: ReadonlyMap<string, Kind>,
	rows: Iterable<Record<string, unknown>>,
): Promise<ArrowTable> {
	const { bool, fixedSizeList, float32, float64, list, tableFromArrays, utf8 } = await import("@uwdata/flechette");
	const arrays = new Map([...columns.keys()].map((name) => [name, [] as unknown[]]));
	for (const row of rows)
		for (const [name, array] of arrays) {
			const value = row[name] ?? null;
			array.push(Array.isArray(value) ? Float32Array.from(value as number[]) : value);
		}
	const typeOf = (kind: Kind): DataType => {
		const [, size] = kind.split(" ");
		if (size !== undefined) return fixedSizeList(float32(), Number(size));
		return kind === "vector" ? list(float32()) : kind === "number" ? float64() : kind === "boolean" ? bool() : utf8();
	};
	const types = Object.fromEntries([...columns].map(([name, kind]) => [name, typeOf(kind)]));
	return tableFromArrays(Object.fromEntries(arrays), { types });
}

/** The schema of a table in the form in which Arrow keeps it in Parquet: a message in base64. */
async function describeArrow(columns: ReadonlyMap<string, Kind>): Promise<string> {
	const { tableToIPC } = await import("@uwdata/flechette");
	const stream = tableToIPC(await makeArrow(columns, []), { format: "stream" }) ?? new Uint8Array();
	// The length of the first message follows a mark of four bytes; what comes after it are rows, and the end.
	const length = new DataView(stream.buffer, stream.byteOffset).getInt32(4, true);
	return Buffer.from(stream.subarray(0, 8 + length)).toString("base64");
}

/** The parts of a Parquet schema that describe a column: vectors are lists of 32-bit floats, as models compute them. */
function toSchema(name: string, kind: Kind): SchemaElement[] {
	const column = { name, repetition_type: "OPTIONAL" } as const;
	if (kind === "number") return [{ ...column, type: "DOUBLE" }];
	if (kind === "boolean") return [{ ...column, type: "BOOLEAN" }];
	if (!kind.startsWith("vector")) return [{ ...column, type: "BYTE_ARRAY", converted_type: "UTF8" }];
	return [
		{ ...column, num_children: 1, converted_type: "LIST", logical_type: { type: "LIST" } },
		{ name: "list", repetition_type: "REPEATED", num_children: 1 },
		{ name: "element", repetition_type: "REQUIRED", type: "FLOAT" },
	];
}

/** An embedding. Formats without lists get its JSON. */
class Vector {
	readonly numbers: readonly number[];
	private readonly value: unknown;

	/** @param value the vector as the row's output has it */
	constructor(numbers: readonly number[], value: unknown) {
		this.numbers = numbers;
		this.value = value;
	}

	toString(): string {
		return JSON.stringify(this.value);
	}
}

/** Reads an output that is one vector, alone or in a list; undefined for other outputs. */
function readVector(output: unknown): Vector | undefined {
	const list: unknown = Array.isArray(output) && output.length === 1 ? output[0] : output;
	const isVector = Array.isArray(list) && list.length > 1 && list.every((number) => typeof number === "number");
	return isVector ? new Vector(list as number[], output) : undefined;
}

/** A cell of a table. */
type TableCell = string | number | boolean | null | ExactNumber | Vector;

/** A row of a table, by column. */
type FlatRow = Record<string, TableCell>;

/**
 * Flattens a line of a journal: the kept columns, then `output` one level deep, then `error`.
 * @returns undefined for a damaged line
 */
function flattenLine(line: string, form: OutputForm): FlatRow | undefined {
	const value = parseJson(line);
	// A deeply nested row is complete, but too deep to traverse.
	if (value === undefined && parseJson(line, Number.POSITIVE_INFINITY) === undefined) return undefined;
	const row: FlatRow = {};
	const kept = readMember(value, "input");
	if (isRecord(kept)) {
		const texts = readMemberTexts(readMemberTexts(line).get("input") ?? "");
		for (const [name, cell] of Object.entries(kept)) row[name] = toExactCell(cell, texts.get(name));
	}
	if (!Object.hasOwn(row, "id")) row["id"] = toCell(readMember(value, "id"));
	for (const [name, cell] of Object.entries(flattenOutput(readMember(value, "output"), form))) {
		row[Object.hasOwn(row, name) ? `output_${name}` : name] = cell;
	}
	const error = readMember(value, "error");
	if (isRecord(error)) row["error"] = `${error["kind"]}: ${error["message"]}`;
	return row;
}

function flattenOutput(output: unknown, { rawOutput, hasSchema }: OutputForm): FlatRow {
	if (output === undefined) return {};
	if (rawOutput) return { output: JSON.stringify(output) };
	const isChat = readMember(output, "choices") !== undefined;
	const text = isChat ? (findText(output) ?? JSON.stringify(output)) : output;
	// An answer that follows a schema has a column for each field.
	const value = hasSchema && typeof text === "string" ? readJson(text) : undefined;
	if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, cell]) => [name, toCell(cell)]));
	if (isChat) return { output: text as string };
	const item: unknown = Array.isArray(output) && isRecord(output[0]) ? output[0] : output;
	if (!isRecord(item)) return { output: readVector(item) ?? toCell(item) };
	return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, toCell(value)]));
}

/** How the outputs of a run become cells. */
interface OutputForm {
	/** Whether whole results are in one column. */
	rawOutput: boolean;
	/** Whether answers follow a schema. */
	hasSchema: boolean;
}

function toExactCell(value: unknown, text: string | undefined): TableCell {
	if (text === undefined || typeof value === "string" || value === null) return toCell(value);
	if (typeof value === "number") return String(value) === text ? value : new ExactNumber(text);
	return typeof value === "object" ? text : toCell(value);
}

function toCell(value: unknown): TableCell {
	if (value === undefined || value === null) return null;
	return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
		? value
		: JSON.stringify(value);
}

/**
 * Puts the output of a run whose rows were all sent in its final form: one line per row, in order if requested, or a table.
 * @param hasRepeats some row has more than one line
 */
export async function finishOutput(
	output: string,
	lock: Lock,
	hasRepeats: boolean,
	fingerprint: Fingerprint,
	options: BatchCommandOptions,
): Promise<void> {
	const journal = journalPath(output);
	if (!existsSync(journal)) return;
	if (options.ordered) {
		replaceWhole(journal, lock, (write) => {
			for (const line of readInOrder(journal)) write(line);
		});
	} else if (hasRepeats) replaceWhole(journal, lock, (write) => compactLines(journal, write));
	const format = tableFormat(output);
	if (format) await writeTable(journal, output, format, lock, fingerprint, options);
}
