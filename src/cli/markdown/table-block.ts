import { parseInline } from "./inline.ts";
import { type Mark, type Span, spansWidth, wrapSpans } from "./span.ts";

export type Align = "left" | "right" | "center";

/** A parsed table. */
export interface TableBlock {
	header: readonly string[];
	align: readonly Align[];
	rows: readonly (readonly string[])[];
}

const SEPARATOR = " │ ";
/** A narrower column is unreadable; then each row becomes a list of its cells. */
const MIN = 5;

/** Returns the alignments in the line below a table's header; undefined for other lines. */
export function readDelimiterRow(line: string): Align[] | undefined {
	if (!line.includes("-") || !/^[\s|:-]+$/.test(line)) return undefined;
	const cells = splitRow(line);
	if (!cells.every((cell) => /^:?-+:?$/.test(cell))) return undefined;
	return cells.map((cell) => {
		if (!cell.endsWith(":")) return "left";
		return cell.startsWith(":") ? "center" : "right";
	});
}

/** Returns the cells of a line; a bar inside code or after a backslash does not separate. */
export function splitRow(line: string): string[] {
	const trimmed = line
		.trim()
		.replace(/^\|/, "")
		.replace(/(?<!\\)\|$/, "");
	const cells = trimmed.match(/(?:\\.|`[^`]*`|[^|\\])+|(?<=\||^)(?=\||$)/g) ?? [];
	return cells.map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** Widths of the columns within which the table is drawn; undefined if there is no room for columns. */
export function fitTable({ header, rows }: TableBlock, width: number, isPlain: boolean): number[] | undefined {
	const room = width - SEPARATOR.length * (header.length - 1);
	const cells = [header, ...rows];
	const sizes = header.map((_, column) =>
		Math.max(1, ...cells.map((row) => spansWidth(parseInline(row[column] ?? "", { isPlain })))),
	);
	const least = sizes.map((size) => Math.min(size, MIN));
	if (least.reduce((sum, size) => sum + size, 0) > room) return undefined;
	for (let excess = sizes.reduce((sum, size) => sum + size, 0) - room; excess > 0; excess--) {
		const widest = Math.max(...sizes.map((size, column) => (size > (least[column] ?? 0) ? size : 0)));
		sizes[sizes.lastIndexOf(widest)] = widest - 1;
	}
	return sizes;
}

/** Returns a table as lines: columns where there is room, else a list of the cells of each row. */
export function viewTable(
	table: TableBlock,
	widths: readonly number[] | undefined,
	width: number,
	isPlain: boolean,
): Span[][] {
	if (!widths) return viewAsList(table, width, isPlain);
	const rule: Span = { text: widths.map((size) => "─".repeat(size)).join("─┼─"), marks: ["quiet"] };
	return [
		...viewTableRow(table.header, table.align, widths, isPlain, ["bold"]),
		[rule],
		...table.rows.flatMap((row) => viewTableRow(row, table.align, widths, isPlain)),
	];
}

function viewTableRow(
	cells: readonly string[],
	align: readonly Align[],
	widths: readonly number[],
	isPlain: boolean,
	marks: readonly Mark[] = [],
): Span[][] {
	const columns = widths.map((size, column) =>
		wrapSpans(withMarks(parseInline(cells[column] ?? "", { isPlain }), marks), size),
	);
	const height = Math.max(...columns.map((lines) => lines.length));
	return Array.from({ length: height }, (_, index) =>
		widths.flatMap((size, column): Span[] => {
			const line = columns[column]?.[index] ?? [];
			const space = size - spansWidth(line);
			const isLast = column === widths.length - 1;
			const left = { left: 0, right: space, center: Math.floor(space / 2) }[align[column] ?? "left"];
			const padded = [pad(left), ...line, pad(isLast ? 0 : space - left)];
			return column === 0 ? padded : [{ text: SEPARATOR, marks: ["quiet"] }, ...padded];
		}),
	);
}

function viewAsList({ header, rows }: TableBlock, width: number, isPlain: boolean): Span[][] {
	const lines = rows.map((row) =>
		header.flatMap((name, column) => {
			const cell = row[column] ?? "";
			if (cell === "") return [];
			const spans = [...withMarks(parseInline(name, { isPlain }), ["bold"]), { text: ": ", marks: [] }];
			return wrapSpans([...spans, ...parseInline(cell, { isPlain })], width);
		}),
	);
	if (rows.length === 0) return wrapSpans(withMarks(parseInline(header.join(" · "), { isPlain }), ["bold"]), width);
	return lines.flatMap((row, index) => (index === 0 ? row : [[], ...row]));
}

function withMarks(spans: readonly Span[], marks: readonly Mark[]): Span[] {
	return spans.map(({ text, marks: own }) => ({ text, marks: [...own, ...marks] }));
}

function pad(size: number): Span {
	return { text: " ".repeat(Math.max(0, size)), marks: [] };
}
