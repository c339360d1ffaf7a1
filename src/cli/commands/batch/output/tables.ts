import { UsageError } from "../../../errors/usage.ts";
import { Draft } from "../../../files/draft.ts";
import { ExactNumber } from "../exact-number.ts";
import { replaceWhole } from "../journal/atomic.ts";
import { adviseRepair } from "../journal/manifest.ts";
import { readInOrder } from "../journal/rewrite.ts";
import { type Cell, type FlatRow, flattenLine } from "./flat-rows.ts";

/** Table formats that a journal is converted to at the end. */
export type TableFormat = "csv" | "tsv" | "parquet";

/** The format for an output's name; undefined for the journal itself. */
export function tableFormat(path: string): TableFormat | undefined {
	const [, extension] = /\.(csv|tsv|parquet)$/i.exec(path) ?? [];
	return extension?.toLowerCase() as TableFormat | undefined;
}

/** The last columns, in this order. */
const LAST = ["error"];

export interface TableOptions {
	/** The whole result as JSON. */
	rawOutput?: boolean;
	/** `.csv` and `.tsv`: texts that start like a formula get an apostrophe in front. */
	escapeFormulas?: boolean;
}

/** Writes the rows of a journal to a table, in the order of the input. The file appears whole or not at all. */
export async function writeTable(
	journal: string,
	path: string,
	format: TableFormat,
	options: TableOptions,
): Promise<void> {
	const { rawOutput: isRaw = false, escapeFormulas = false } = options;
	const columns = findColumns(journal, isRaw);
	if (format === "parquet") await writeParquet(journal, path, columns, isRaw);
	else writeSeparated(journal, path, columns, isRaw, format === "csv" ? "," : "\t", escapeFormulas);
}

type Kind = "number" | "boolean" | "text" | "nothing";

function* readRows(journal: string, isRaw: boolean): Generator<FlatRow, void, undefined> {
	for (const line of readInOrder(journal)) {
		const row = flattenLine(line.toString("utf8"), isRaw);
		if (row) yield row;
		else throw new UsageError(`${journal} is damaged.`, adviseRepair(journal.replace(/\.jsonl$/, "")), "invalid-file");
	}
}

/** All columns, with the kind of their values. */
function findColumns(journal: string, isRaw: boolean): Map<string, Kind> {
	const found = new Map<string, Kind>();
	for (const row of readRows(journal, isRaw)) {
		for (const [name, cell] of Object.entries(row)) found.set(name, widen(found.get(name) ?? "nothing", cell));
	}
	for (const name of LAST) {
		const kind = found.get(name) ?? "text";
		found.delete(name);
		found.set(name, kind);
	}
	return found;
}

function widen(known: Kind, cell: Cell): Kind {
	if (cell === null) return known;
	const isNumber = typeof cell === "number" || (cell instanceof ExactNumber && cell.isFloat);
	const kind = isNumber ? "number" : typeof cell === "boolean" ? "boolean" : "text";
	return known === "nothing" || known === kind ? kind : "text";
}

function writeSeparated(
	journal: string,
	path: string,
	columns: ReadonlyMap<string, Kind>,
	isRaw: boolean,
	separator: string,
	escapeFormulas: boolean,
): void {
	const names = [...columns.keys()];
	const line = (cells: readonly Cell[]): string =>
		`${cells.map((cell) => quote(escapeFormulas ? escapeFormula(cell) : cell, separator)).join(separator)}\n`;
	replaceWhole(path, (write) => {
		write(line(names));
		for (const row of readRows(journal, isRaw)) write(line(names.map((name) => row[name] ?? null)));
	});
}

/** A text that a spreadsheet would run as a formula gets an apostrophe in front; numbers stay. */
function escapeFormula(cell: Cell): Cell {
	if (typeof cell !== "string" || !/^[=+\-@\t\r\n]/.test(cell)) return cell;
	return /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(cell) ? cell : `'${cell}`;
}

/** Quoted as RFC 4180 requires. */
function quote(cell: Cell, separator: string): string {
	const text = cell === null ? "" : String(cell);
	return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function writeParquet(
	journal: string,
	path: string,
	columns: ReadonlyMap<string, Kind>,
	isRaw: boolean,
): Promise<void> {
	const { fileWriter, parquetWriteRows } = await import("hyparquet-writer");
	const types = { number: "DOUBLE", boolean: "BOOLEAN", text: "STRING", nothing: "STRING" } as const;
	const specs = [...columns].map(([name, kind]) => ({ name, type: types[kind], nullable: true }));
	const rows = function* (): Generator<FlatRow, void, undefined> {
		for (const row of readRows(journal, isRaw)) {
			const cells = [...columns].map(([name, kind]): [string, Cell] => {
				const cell = row[name] ?? null;
				if (cell === null) return [name, cell];
				if (kind === "text") return [name, String(cell)];
				return [name, cell instanceof ExactNumber ? Number(cell.text) : cell];
			});
			yield Object.fromEntries(cells);
		}
	};
	const draft = Draft.replacing(path);
	try {
		await parquetWriteRows({ writer: fileWriter(draft.path), columns: specs, rows: rows(), rowGroupSize: 10_000 });
		draft.publish(path, true);
	} finally {
		draft.discard();
	}
}
