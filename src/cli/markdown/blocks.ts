import { narrowColumns } from "../terminal/table.ts";
import { textWidth } from "../terminal/width.ts";
import type { OpenConstruct } from "./highlight.ts";
import { parseInline } from "./inline.ts";
import { type Mark, spansWidth, type TextSpan, wrapSpans } from "./span.ts";

/** A block that contains others: a quotation, or an item of a list. */
export type Container =
	| { type: "quote" }
	| {
			type: "item";
			/** As written: `-`, `3.`. */
			marker: string;
			/** Column at which the text of the item begins, counted from where the item's container begins. */
			indent: number;
			/** Column of the marker. */
			offset: number;
			/** Whether the marker must still be drawn. */
			isNew: boolean;
	  };

/** An unfinished block without nested blocks. */
export type Leaf =
	| {
			type: "paragraph";
			/** The lines before the last one, as one text: copying a list for each line would take quadratic time. */
			above: string | undefined;
			last: string;
	  }
	| {
			type: "code";
			/** Closing fence; undefined for code that is only indented. */
			fence: string | undefined;
			/** Columns that its lines are indented by, to be removed. */
			indent: number;
			language: string;
			carry: OpenConstruct;
	  }
	| ({ type: "table" } & TableBlock);

type Step =
	/** A block that is complete with its only line. */
	| { type: "heading"; level: number; text: string }
	| { type: "rule" }
	| { type: "begin"; leaf: Leaf }
	/** The open block continues; `line` is the new line of code. */
	| { type: "continue"; leaf: Leaf; line?: string }
	/** The end of a block with an end marker. */
	| { type: "end" }
	| { type: "blank" };

/** A line whose meaning is unclear until more of it arrives. */
export const UNDECIDED = /^[\s>]*(?:`{1,3}|~{1,3}|#{1,6}\s*|[-*+]|\d{1,9}[.)]?|[-*_=|:][-*_=|:\s]*|<[^>\s]{0,4})$/;

const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,}) *([^\s`{,]*)/;
const HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const ITEM = /^( *)([-*+]|\d{1,9}[.)])(?:( +)(?=\S)| *$)/;
const QUOTE = /^ {0,3}> ?/;

/** Maximum nested containers; markup that would open more is text. */
const MAX_DEPTH = 100;

/** The containers of a line, and the rest of its text. */
interface LineStart {
	containers: readonly Container[];
	/** How many of the earlier containers continue. */
	kept: number;
	rest: string;
}

/** Finds the containers of a line, given those of the line before. */
export function placeLine(source: string, containers: readonly Container[], leaf: Leaf | undefined): LineStart {
	let rest = expandTabs(source);
	const isBlank = rest.trim() === "";
	let kept = 0;
	for (const container of containers) {
		const next = continueContainer(container, rest, isBlank);
		if (next === undefined) break;
		rest = next;
		kept++;
	}
	if (leaf?.type === "code") {
		const isInside = kept === containers.length;
		// Models often forget to indent the code inside an item: it belongs to the block until the fence closes.
		const isForgotten = leaf.fence !== undefined && containers.slice(kept).every(({ type }) => type === "item");
		if (isInside || isForgotten) return { containers, kept: containers.length, rest };
	}
	const opened: Container[] = [];
	while (kept + opened.length < MAX_DEPTH) {
		const found = openContainer(rest, opened.length === 0 && kept === 0);
		if (!found) break;
		opened.push(found.container);
		rest = found.rest;
	}
	const isLazy =
		leaf?.type === "paragraph" && opened.length === 0 && kept < containers.length && !isBlank && !beginsBlock(rest);
	if (isLazy) return { containers, kept: containers.length, rest: rest.trimStart() };
	return { containers: [...containers.slice(0, kept), ...opened], kept, rest };
}

function continueContainer(container: Container, rest: string, isBlank: boolean): string | undefined {
	if (container.type === "quote") return QUOTE.test(rest) ? rest.replace(QUOTE, "") : undefined;
	if (isBlank) return "";
	const indent = indentation(rest);
	if (indent >= container.indent) return rest.slice(container.indent);
	// A nested item with slightly too little indentation, as models write it.
	const isNested = indent >= container.offset + 2 && ITEM.test(rest) && !RULE.test(rest);
	return isNested ? rest.slice(indent) : undefined;
}

function openContainer(rest: string, isOutside: boolean): { container: Container; rest: string } | undefined {
	if (QUOTE.test(rest)) return { container: { type: "quote" }, rest: rest.replace(QUOTE, "") };
	const match = RULE.test(rest) ? null : ITEM.exec(rest);
	if (!match) return undefined;
	const [source, space = "", marker = "", gap = " "] = match;
	if (space.length > 3 && isOutside) return undefined;
	// More than four spaces are code inside the item.
	const indent = space.length + marker.length + (gap.length > 4 ? 1 : gap.length);
	return {
		container: { type: "item", marker, indent, offset: space.length, isNew: true },
		rest: rest.slice(Math.min(source.length, indent)),
	};
}

function beginsBlock(rest: string): boolean {
	return FENCE.test(rest) || HEADING.test(rest) || RULE.test(rest);
}

/** Applies a line to the open block, or begins another block. */
export function readLine(rest: string, leaf: Leaf | undefined, isAfterBlank: boolean): Step {
	if (leaf?.type === "code") {
		const step = continueCode(rest, leaf);
		if (step) return step;
	}
	if (rest.trim() === "") return { type: "blank" };
	const fence = FENCE.exec(rest);
	if (fence) {
		const [, indent = "", marks = "", language = ""] = fence;
		return { type: "begin", leaf: { type: "code", fence: marks, indent: indent.length, language, carry: undefined } };
	}
	if (leaf?.type === "paragraph") {
		const isUnderline = leaf.above === undefined && /^ {0,3}=+ *$/.test(rest);
		if (isUnderline) return { type: "heading", level: 1, text: leaf.last };
		const align = readDelimiterRow(rest);
		const header = align && rest.includes("|") ? splitRow(leaf.last) : [];
		if (align && header.length === align.length) {
			return { type: "begin", leaf: { type: "table", header, align, rows: undefined } };
		}
	}
	const heading = HEADING.exec(rest);
	if (heading) {
		const text = rest.slice(heading[0].length).trim();
		// The signs at the end belong to the heading's markup.
		const signs = /[ \t]#+$/.exec(text)?.[0] ?? "";
		return {
			type: "heading",
			level: heading[1]?.length ?? 1,
			text: text.slice(0, text.length - signs.length).trimEnd(),
		};
	}
	if (RULE.test(rest)) return { type: "rule" };
	if (leaf?.type === "table" && rest.includes("|")) {
		return { type: "continue", leaf: { ...leaf, rows: joinLines(leaf.rows, rest) } };
	}
	if (leaf?.type === "paragraph") {
		return { type: "continue", leaf: { ...leaf, above: joinLines(leaf.above, leaf.last), last: rest.trim() } };
	}
	if (indentation(rest) >= 4 && isAfterBlank) {
		return { type: "begin", leaf: { type: "code", fence: undefined, indent: 4, language: "", carry: undefined } };
	}
	return { type: "begin", leaf: { type: "paragraph", above: undefined, last: rest.trim() } };
}

function continueCode(rest: string, leaf: Leaf & { type: "code" }): Step | undefined {
	const indent = Math.min(indentation(rest), leaf.indent);
	if (leaf.fence === undefined) {
		if (rest.trim() !== "" && indent < leaf.indent) return undefined;
		return { type: "continue", leaf, line: rest.slice(leaf.indent) };
	}
	const closing = /^ {0,3}(`{3,}|~{3,}) *$/.exec(rest)?.[1];
	if (closing && closing.charAt(0) === leaf.fence.charAt(0) && closing.length >= leaf.fence.length)
		return { type: "end" };
	return { type: "continue", leaf, line: rest.slice(indent) };
}

function indentation(text: string): number {
	return /^ */.exec(text)?.[0].length ?? 0;
}

/** Tabs go to the next column that is a multiple of four. */
export function expandTabs(text: string): string {
	if (!text.includes("\t")) return text;
	let expanded = "";
	for (const character of text) expanded += character === "\t" ? " ".repeat(4 - (expanded.length % 4)) : character;
	return expanded;
}

type Align = "left" | "right" | "center";

interface TableBlock {
	header: readonly string[];
	align: readonly Align[];
	/** The lines of the rows, as one text; undefined without rows. */
	rows: string | undefined;
}

export function joinLines(above: string | undefined, last: string): string {
	return above === undefined ? last : `${above}\n${last}`;
}

function splitRows(rows: string | undefined): string[][] {
	return rows?.split("\n").map(splitRow) ?? [];
}

const SEPARATOR = " │ ";
/** A narrower column is unreadable; then each row becomes a list of its cells. */
const MIN = 5;
/** Words of this length stay whole in cells; those of the header always do. */
const WHOLE_WORD = 12;

/** Returns the alignments in the line below a table's header; undefined for other lines. */
function readDelimiterRow(line: string): Align[] | undefined {
	if (!line.includes("-") || !/^[\s|:-]+$/.test(line)) return undefined;
	const cells = splitRow(line);
	if (!cells.every((cell) => /^:?-+:?$/.test(cell))) return undefined;
	return cells.map((cell) => {
		if (!cell.endsWith(":")) return "left";
		return cell.startsWith(":") ? "center" : "right";
	});
}

/** Returns the cells of a line; a bar inside code or after a backslash does not separate. */
function splitRow(line: string): string[] {
	const trimmed = line
		.trim()
		.replace(/^\|/, "")
		.replace(/(?<!\\)\|$/, "");
	const cells = trimmed.match(/(?:\\.|`[^`]*`|[^|\\])+|(?<=\||^)(?=\||$)/g) ?? [];
	return cells.map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** The space for a block. */
export interface BlockView {
	width: number;
	/** There are no colors. */
	isPlain: boolean;
}

/** Widths of the columns within which the table is drawn; undefined if there is no room for columns. */
export function fitTable({ header, rows }: TableBlock, { width, isPlain }: BlockView): number[] | undefined {
	const room = width - SEPARATOR.length * (header.length - 1);
	const cells = [header, ...splitRows(rows)].map((row) =>
		header.map((_, column) => parseInline(row[column] ?? "", { isPlain })),
	);
	const sizes = header.map((_, column) =>
		cells.reduce((size, row) => Math.max(size, spansWidth(row[column] ?? [])), 1),
	);
	const least = sizes.map((size, column) =>
		cells.reduce(
			(wanted, row, index) => {
				const word = longestWord(row[column] ?? []);
				return Math.max(wanted, index === 0 ? word : Math.min(word, WHOLE_WORD));
			},
			Math.min(size, MIN),
		),
	);
	return sumOf(least) > room ? undefined : narrowColumns(sizes, least, room);
}

/**
 * Returns the widths of a table whose first lines are final before its last rows are known: later cells may be longer, so
 * that its columns take what the width has left, each up to twice of what it needs.
 */
export function growColumns(widths: readonly number[], { width }: BlockView): number[] {
	const needed = sumOf(widths);
	const left = Math.max(0, width - SEPARATOR.length * (widths.length - 1) - needed);
	return widths.map((size) => size + Math.min(Math.floor((left * size) / needed), size + MIN));
}

function sumOf(sizes: readonly number[]): number {
	return sizes.reduce((sum, size) => sum + size, 0);
}

/** Columns of the longest word in a cell. Text of wide characters may be broken anywhere. */
function longestWord(spans: readonly TextSpan[]): number {
	const words = spans
		.map(({ text }) => text)
		.join("")
		.split(/\s+/);
	return words.reduce((longest, word) => {
		const size = textWidth(word);
		return size > word.length ? longest : Math.max(longest, size);
	}, 0);
}

/** Returns a table as lines: columns where there is room, else a list of the cells of each row. */
export function viewTable(
	{ header, align, rows: source }: TableBlock,
	widths: readonly number[] | undefined,
	{ width, isPlain }: BlockView,
): TextSpan[][] {
	const rows = splitRows(source);
	const read = (cell = "", marks: readonly Mark[] = []): TextSpan[] =>
		parseInline(cell, { isPlain }).map(({ text, marks: own }) => ({ text, marks: [...own, ...marks] }));
	if (!widths) {
		if (rows.length === 0) return wrapSpans(read(header.join(" · "), ["bold"]), width);
		const viewCell = (name: string, cell = ""): TextSpan[][] =>
			cell === "" ? [] : wrapSpans([...read(name, ["bold"]), { text: ": ", marks: [] }, ...read(cell)], width);
		const lists = rows.map((row) => header.flatMap((name, column) => viewCell(name, row[column])));
		return lists.flatMap((list, index) => (index === 0 ? list : [[], ...list]));
	}
	const viewRow = (cells: readonly string[], marks?: readonly Mark[]): TextSpan[][] => {
		const columns = widths.map((size, column) => wrapSpans(read(cells[column], marks), size));
		const height = Math.max(...columns.map((lines) => lines.length));
		return Array.from({ length: height }, (_, index) =>
			widths.flatMap((size, column): TextSpan[] => {
				const line = columns[column]?.[index] ?? [];
				const space = size - spansWidth(line);
				const isLast = column === widths.length - 1;
				const left = { left: 0, right: space, center: Math.floor(space / 2) }[align[column] ?? "left"];
				const padded = [pad(left), ...line, pad(isLast ? 0 : space - left)];
				return column === 0 ? padded : [{ text: SEPARATOR, marks: ["quiet"] }, ...padded];
			}),
		);
	};
	const rule: TextSpan = { text: widths.map((size) => "─".repeat(size)).join("─┼─"), marks: ["quiet"] };
	return [...viewRow(header, ["bold"]), [rule], ...rows.flatMap((row) => viewRow(row))];
}

function pad(size: number): TextSpan {
	return { text: " ".repeat(Math.max(0, size)), marks: [] };
}
