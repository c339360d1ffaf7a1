import { hash } from "node:crypto";
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRecord, MAX_RECORD_DEPTH, parseJson, readMember } from "../../../base/json.ts";
import type { BatchRow, KnownAnswer } from "../../../batch/index.ts";
import { IdSet } from "../../../batch/row-sets.ts";
import { joinWords } from "../../../catalogue/schemas.ts";
import type { InferenceTask } from "../../../inference/index.ts";
import { readLineOf } from "../../../node-journal.ts";
import type { Context } from "../../context.ts";
import { writeAll } from "../../files/write-all.ts";
import type { RawRow } from "./input/columns.ts";
import { toColumns } from "./input/row-columns.ts";
import type { RowSource } from "./input/source.ts";

/** Columns that `hub batch` adds to a table. */
const ADDED: readonly string[] = ["id", "error"];

/**
 * Results of a finished table whose journal is gone. It does not show which requests were made, so its rows are
 * matched by the columns that they share with rows of this run. A result has only what a table shows.
 */
export class TableResults {
	private readonly source: RowSource;
	private readonly shown: string;
	private readonly task: InferenceTask;
	private readonly context: Context;
	private readonly scratch = mkdtempSync(join(tmpdir(), "hub-reuse-"));
	/** Rows of the table, a line of JSON each. */
	private readonly file: number;
	private readonly offsets: number[] = [];
	private columns: readonly string[] = [];
	/** Names of columns, joined → the numbers of rows by the values there. */
	private readonly indexes = new Map<string, IdSet>();

	/** @param source reads the table */
	constructor(source: RowSource, shown: string, task: InferenceTask, context: Context) {
		this.source = source;
		this.shown = shown;
		this.task = task;
		this.context = context;
		this.file = openSync(join(this.scratch, "rows.jsonl"), "w+");
	}

	/** Reads the table once: 8 bytes of memory per row, and 16 per indexed row. */
	async read(): Promise<void> {
		const columns = new Set<string>();
		let offset = 0;
		for await (const group of this.source.read()) {
			for (const { value } of group) {
				if (!isRecord(value)) continue;
				for (const name of Object.keys(value)) columns.add(name);
				if (cellText(value["error"]) !== "") continue;
				const cells = Object.entries(value).map(([name, cell]) => [name, cellText(cell)]);
				const line = Buffer.from(`${JSON.stringify(Object.fromEntries(cells))}\n`);
				writeAll(this.file, line);
				this.offsets.push(offset);
				offset += line.length;
			}
		}
		this.columns = [...columns];
	}

	/** The result of a row with the same columns; undefined if the table has none. */
	get(row: BatchRow): KnownAnswer | undefined {
		const source = row.source as RawRow | undefined;
		const cells = toColumns(source?.value);
		const names = Object.keys(cells).sort();
		const hasAll = names.length > 0 && names.every((name) => this.columns.includes(name));
		// A row with other columns has no index: an index takes a pass over the table.
		const index = hasAll ? this.indexOf(names) : undefined;
		const number = index?.get(keyOf(names, cells));
		const offset = number === undefined ? undefined : this.offsets[number];
		if (offset === undefined) return undefined;
		const found = parseJson(readLineOf(this.file, offset), MAX_RECORD_DEPTH);
		const output = isRecord(found) ? this.toOutput(found, names) : undefined;
		return output === undefined ? undefined : { output, reused: true };
	}

	close(): void {
		closeSync(this.file);
		rmSync(this.scratch, { recursive: true, force: true });
	}

	private indexOf(names: readonly string[]): IdSet | undefined {
		const form = names.join("\0");
		const known = this.indexes.get(form);
		if (known || this.indexes.size >= MAX_FORMS) return known;
		const index = new IdSet();
		for (const [number, offset] of this.offsets.entries()) {
			const cells = parseJson(readLineOf(this.file, offset), MAX_RECORD_DEPTH);
			if (isRecord(cells)) index.add(keyOf(names, cells), number);
		}
		if (this.indexes.size === 0) {
			this.context.warn(
				`${this.shown} has no journal to show its requests: rows with the same ${joinWords(names, "and")} reuse its results, whichever model and prompt made them.`,
			);
		}
		this.indexes.set(form, index);
		return index;
	}

	/** The output of a row, from the columns that the run had added. */
	private toOutput(cells: Readonly<Record<string, unknown>>, names: readonly string[]): unknown {
		const added = this.columns.filter((name) => !names.includes(name) && !ADDED.includes(name));
		const entries = added.map((name) => [name.replace(/^output_/, ""), readCell(String(cells[name] ?? ""))] as const);
		const filled = entries.filter(([, value]) => value !== "");
		const [first] = filled;
		if (!first) return undefined;
		const isOne = filled.length === 1 && added.includes("output");
		if (!isOne) return Object.fromEntries(filled);
		const value = readMember(cells, "output");
		// The whole result, of --raw-output.
		if (isRecord(first[1]) && first[1]["choices"] !== undefined) return first[1];
		if (this.task !== "conversational") return first[1];
		return { choices: [{ index: 0, message: { role: "assistant", content: value }, finish_reason: "stop" }] };
	}
}

/** Maximum sets of columns to index. */
const MAX_FORMS = 8;

function keyOf(names: readonly string[], cells: Readonly<Record<string, unknown>>): string {
	return hash("sha256", JSON.stringify(names.map((name) => cellText(cells[name]))), "hex").slice(0, 32);
}

/** A value as a cell of every format of tables shows it. */
function cellText(value: unknown): string {
	if (value === undefined || value === null) return "";
	return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Lists and records are JSON in a table; so are the numbers and the words for true and false. */
function readCell(text: string): unknown {
	const value = /^[[{]|^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$|^(?:true|false)$/i.test(text) ? parseJson(text) : undefined;
	return value ?? text;
}

/** Whether a path is a table that was finished, and has nothing beside it. */
export function isTableAlone(table: string, journal: string): boolean {
	return journal !== table && existsSync(table) && !existsSync(journal);
}
