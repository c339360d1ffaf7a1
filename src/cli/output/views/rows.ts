import { isRecord } from "../../../base/json.ts";
import type { OutputKind } from "../../../catalogue/signatures.ts";
import { readMember } from "../../../http/index.ts";
import { formatTable } from "../../terminal/table.ts";
import { findVectors, vectorNorm } from "./bars.ts";
import { readLabel, type ViewSpace } from "./view.ts";

/**
 * Returns a structured result for programs: tab-separated lines without titles; a vector is one line with all values.
 * @param formatNumber by default to six digits
 */
export function formatRows(
	result: unknown,
	output: OutputKind,
	{ args }: Pick<ViewSpace, "args">,
	formatNumber: (value: number) => string = shorten,
): string {
	const rows =
		output === "vectors"
			? findVectors(result).map((vector) => vector.map(String))
			: listRows(result, readMember(args["inputs"], "sentences")).map((row) =>
					row.map((cell) => (typeof cell === "number" ? formatNumber(cell) : formatCell(cell))),
				);
	return rows.map((row) => `${row.join("\t")}\n`).join("");
}

function listRows(result: unknown, sentences: unknown): unknown[][] {
	if (!Array.isArray(result)) return isRecord(result) ? [listValues(result)] : [[result]];
	return result.map((item: unknown, index) => {
		if (isRecord(item)) return listValues(item);
		return Array.isArray(sentences) ? [item, sentences[index]] : [item];
	});
}

/** Puts the label first, for what is cut by columns. */
function listValues(record: Record<string, unknown>): unknown[] {
	const { label, ...others } = withoutFiles(record);
	return [...(label === undefined ? [] : [label]), ...flatten(others).values()];
}

/**
 * Returns a structured result as rows and columns: an element a row, a field a column. Empty if it has no such form.
 */
export function tabulate(result: unknown, { colors, columns, args }: ViewSpace): string {
	const rows = toRows(result, readMember(args["inputs"], "sentences"));
	const titles = [...new Set(rows.flatMap((row) => [...row.keys()]))];
	const isNumeric = (title: string): boolean =>
		rows.every((row) => typeof row.get(title) === "number" || row.get(title) === undefined);
	return formatTable(
		titles.map((title) => ({
			title: readLabel(title),
			value: (row: ReadonlyMap<string, unknown>) => formatCell(row.get(title)),
			align: isNumeric(title) ? "right" : "left",
		})),
		[{ rows }],
		columns,
		colors,
	);
}

function toRows(result: unknown, sentences: unknown): Map<string, unknown>[] {
	if (!Array.isArray(result)) return isRecord(result) ? [flatten(result)] : [];
	if (result.every(Array.isArray)) {
		return result.map((vector) => {
			const numbers = vector.flat(Number.POSITIVE_INFINITY).filter((value) => typeof value === "number");
			return flatten({ dimensions: numbers.length, norm: vectorNorm(numbers), first: numbers.slice(0, 6) });
		});
	}
	return result.map((item: unknown, index) => {
		if (isRecord(item)) return flatten(withoutFiles(item));
		const sentence = Array.isArray(sentences) ? { sentence: sentences[index] as unknown } : {};
		return new Map(Object.entries({ row: index + 1, value: item, ...sentence }));
	});
}

/** Leaves out files written as text, which no cell or line can hold. */
function withoutFiles({ mask: _mask, blob: _blob, ...others }: Record<string, unknown>): Record<string, unknown> {
	return others;
}

/** Fields of nested objects become columns: `box.xmin` is `xmin`. */
function flatten(record: Record<string, unknown>): Map<string, unknown> {
	return new Map(
		Object.entries(record).flatMap(([name, value]) =>
			isRecord(value) ? [...flatten(value)] : [[name, value] as const],
		),
	);
}

function shorten(value: number): string {
	return String(Number.isInteger(value) ? value : Number(value.toPrecision(6)));
}

function formatCell(value: unknown): string {
	if (value === undefined || value === null) return "";
	if (typeof value === "number") return shorten(value);
	return readLabel(typeof value === "string" ? value : JSON.stringify(value));
}
