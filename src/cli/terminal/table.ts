import type { Colors, Style, StyleName } from "./color.ts";
import { drawn } from "./styled.ts";
import type { Terminal } from "./terminal.ts";
import { columnsOf, cutText, onOneLine, padText, textWidth } from "./width.ts";

type Look = Style | StyleName | undefined;

export interface Column<Row> {
	title: string;
	value(row: Row): string;
	/** Never truncated: ids, which are for copying. */
	whole?: boolean;
	/** Minimum width of a cell; below it the column is dropped. Default 8. */
	least?: number;
	/** Default `left`. */
	align?: "left" | "right";
	style?: Look;
	/** The style of one row's cell, in place of `style`. */
	styleOf?(row: Row): Look;
	/** Left out where no row has a value. */
	isOptional?: true;
}

/** Rows that belong together. */
export interface Section<Row> {
	heading?: string;
	rows: readonly Row[];
}

export interface TableView<Row> {
	/** Columns for people. */
	columns: readonly Column<Row>[];
	/** Cells for programs that read lines. Default: those of the columns. */
	cells?(row: Row): string[];
	/** Groups for people. Default: all rows, without a heading. */
	sections?(rows: readonly Row[]): readonly Section<Row>[];
	/** Width if the terminal reports none. Default 80. */
	width?: number;
}

const GAP = 2;
const MIN = 8;
const WHOLE_TITLE = 12;

/**
 * Returns a table that fits the width: the widest cells are truncated first, and the last columns dropped if that is
 * not enough, so columns are ordered by importance. Where only the first one fits, the others' values follow below it,
 * named. Cells may contain anything: wide characters keep the layout, control characters are escaped. Only a column of
 * `whole` cells wider than the terminal overflows.
 * @returns lines, each ending with a line break; empty without rows
 */
export function formatTable<Row>(
	all: readonly Column<Row>[],
	sections: readonly Section<Row>[],
	width: number,
	colors: Colors,
): string {
	const filled = sections.filter(({ rows }) => rows.length > 0);
	if (filled.length === 0) return "";
	const hasValues = ({ value }: Column<Row>): boolean =>
		filled.some(({ rows }) => rows.some((row) => value(row) !== ""));
	const columns = all.filter((column) => !column.isOptional || hasValues(column));
	const indent = filled.some(({ heading }) => heading !== undefined) ? "  " : "";
	const cells = filled.map(({ rows }) => rows.map((row) => columns.map(({ value }) => onOneLine(value(row)))));
	// Not as arguments of one call: there may be too many rows for that.
	const sizes = columns.map(({ title }, index) =>
		cells.flat().reduce((widest, row) => Math.max(widest, textWidth(row[index] ?? "")), textWidth(title)),
	);
	const least = sizes.map((size, index) => {
		const { whole = false, least: own = MIN, title = "" } = columns[index] ?? {};
		return whole ? size : Math.min(size, Math.max(own, leastTitle(title)));
	});
	const widths = fitColumns(sizes, least, width - indent.length);
	const formatRow = (row: readonly string[], styleOf: (column: Column<Row>) => Look): string => {
		const parts = widths.map((size, index) => {
			const column = columns[index];
			const text = cutText(row[index] ?? "", size);
			const isLast = index === widths.length - 1;
			const padded = isLast && column?.align !== "right" ? text : padText(text, size, column?.align);
			const named = column && styleOf(column);
			const style = typeof named === "string" ? colors[named] : named;
			// Only the text is styled, so that no underline or background runs through the gap.
			return style && text !== "" ? padded.replace(text, () => style(text)) : padded;
		});
		return indent + parts.join(" ".repeat(GAP)).trimEnd();
	};
	const isNarrow = widths.length === 1 && columns.length > 1;
	const formatRest = (row: readonly string[]): string[] => {
		const named = columns.flatMap(({ title }, index) => {
			const text = row[index] ?? "";
			return index === 0 || text === "" || text === "-" ? [] : [`${title.toLowerCase()} ${text}`];
		});
		const below = `${indent}  `;
		return wrapItems(named, width - below.length).map((line) => below + colors.dim(line));
	};
	const titles = columns.map(({ title }) => title);
	const lines = [formatRow(titles, () => colors.dim)];
	for (const [index, { heading, rows }] of filled.entries()) {
		if (heading !== undefined) lines.push("", colors.bold(cutText(onOneLine(heading), width)));
		for (const [position, row] of rows.entries()) {
			const texts = cells[index]?.[position] ?? [];
			lines.push(formatRow(texts, (column) => column.styleOf?.(row) ?? column.style));
			if (isNarrow) lines.push(...formatRest(texts));
		}
	}
	return `${lines.join("\n")}\n`;
}

/** Puts as many short texts on each line as fit; longer texts are truncated. */
function wrapItems(items: readonly string[], width: number): string[] {
	const lines: string[] = [];
	for (const item of items) {
		const last = lines.at(-1);
		const longer = `${last}, ${item}`;
		if (last !== undefined && textWidth(longer) <= width) lines[lines.length - 1] = longer;
		else lines.push(cutText(item, width));
	}
	return lines;
}

/** Columns that a title needs to be understood: a short one stays whole, of a long one each word. */
function leastTitle(title: string): number {
	if (title.length <= WHOLE_TITLE) return title.length;
	const longest = title.split(" ").reduce((size, word) => Math.max(size, word.length + 1), 0);
	// Titles may be column names from user data.
	return Math.min(longest, WHOLE_TITLE);
}

/** Widths of the shown columns: as wide as their content, or narrowed from the widest down. */
function fitColumns(sizes: readonly number[], least: readonly number[], width: number): number[] {
	let count = sizes.length;
	const room = (): number => width - GAP * (count - 1);
	while (count > 1 && sum(least.slice(0, count)) > room()) count--;
	return narrowColumns(sizes.slice(0, count), least, room());
}

/** Narrows columns, always the widest that can be, until they fit or have their least widths. */
export function narrowColumns(sizes: readonly number[], least: readonly number[], room: number): number[] {
	const widths = [...sizes];
	for (let excess = sum(sizes) - room; excess > 0; excess--) {
		const cuttable = widths.map((size, index) => (size > (least[index] ?? 0) ? size : 0));
		const widest = Math.max(...cuttable);
		if (widest === 0) break;
		widths[cuttable.lastIndexOf(widest)] = widest - 1;
	}
	return widths;
}

function sum(sizes: readonly number[]): number {
	return sizes.reduce((total, size) => total + size, 0);
}

/** Rows for programs: one line each, cells separated by tabs, no titles. */
export function formatRows(rows: readonly (readonly string[])[]): string {
	return rows.map((row) => `${row.map((cell) => cell.replace(/[\t\r\n]+/g, " ")).join("\t")}\n`).join("");
}

export function viewTable<Row>(
	rows: readonly Row[],
	{ columns, sections = (all) => [{ rows: all }], width = 80 }: TableView<Row>,
	{ stdout, colors }: Pick<Terminal, "stdout" | "colors">,
): string {
	const room = stdout.isTTY ? (stdout.columns ?? width) : columnsOf(stdout);
	return formatTable(columns, sections(rows), room, colors.stdout);
}

export function viewLines<Row>(rows: readonly Row[], { columns, cells }: TableView<Row>): string {
	return formatRows(rows.map(cells ?? ((row) => columns.map(({ value }) => value(row)))));
}

/** Prints rows: a table on a terminal, in a pipe a line each. */
export async function printTable<Row>(rows: readonly Row[], view: TableView<Row>, terminal: Terminal): Promise<void> {
	await terminal.print(terminal.stdout.isTTY ? drawn(viewTable(rows, view, terminal)) : viewLines(rows, view));
}
