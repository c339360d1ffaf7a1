import type { Colors } from "../terminal/color.ts";
import { cutText, onOneLine, padText, textWidth, wrapText } from "../terminal/width.ts";
import type { Choice, ListState } from "./list-state.ts";

/** Texts of a list besides its choices. */
export interface ListFrame {
	title: string;
	/** Shown while there are no choices: that they are loading, or why they are missing. */
	message?: string | undefined;
	/** Shown below the choices. */
	note?: string | undefined;
	width: number;
	/** Rows of the terminal. */
	rows: number;
	colors: Colors;
}

/** Title, filter, the blank line and the line of keys, and a line for the shell's prompt. */
const OTHER_ROWS = 5;
const MAX_ROWS = 16;
const MAX_NOTE_ROWS = 3;
const POINTER = "❯";
/** Below this width the asides are omitted. */
const MIN_ASIDE = 12;

/** Rows for choices and headings. */
export function listHeight({ rows, width, note }: Pick<ListFrame, "rows" | "width" | "note">): number {
	return Math.max(1, Math.min(MAX_ROWS, rows - OTHER_ROWS - noteLines(note, width).length));
}

function noteLines(note: string | undefined, width: number): string[] {
	return note ? wrapText(onOneLine(note), width).slice(0, MAX_NOTE_ROWS) : [];
}

/** Returns a list as lines that fit the terminal. */
export function viewList<Value>(state: ListState<Value>, frame: ListFrame): string[] {
	const { title, message, note, width, rows, colors } = frame;
	const { bold, dim, cyan, yellow } = colors;
	const { query, shown, cursor } = state;
	const cut = (text: string): string => cutText(onOneLine(text), width);
	const height = listHeight(frame);
	const filter = query === undefined ? dim(cut("Type to filter.")) : cyan(cut(`/ ${query}▏`));
	const body = message === undefined ? viewRows(state, height, width, colors) : [dim(cut(message))];
	const count = message === undefined && shown.length > 0 ? `${cursor + 1}/${shown.length}  ` : "";
	const lines = [
		bold(cut(title)),
		filter,
		...(body.length > 0 ? body : [dim(cut("Nothing matches; Backspace widens the search."))]),
		...noteLines(note, width).map((line) => yellow(line)),
		dim(cut(`${count}↑↓ move · Enter choose · Esc cancel`)),
	];
	// A blank line separates the keys if there is room.
	if (rows > 10) lines.splice(-1, 0, " ");
	return lines;
}

interface Row<Value> {
	heading?: string;
	choice?: Choice<Value>;
	isMarked?: boolean;
}

function viewRows<Value>({ shown, cursor }: ListState<Value>, height: number, width: number, colors: Colors): string[] {
	const all = shown.flatMap((choice, index): Row<Value>[] => {
		const row = { choice, isMarked: index === cursor };
		const isFirst = choice.group !== undefined && choice.group !== shown[index - 1]?.group;
		return isFirst ? [{ heading: choice.group ?? "" }, row] : [row];
	});
	const marked = all.findIndex(({ isMarked }) => isMarked);
	const start = Math.max(0, Math.min(marked - Math.floor(height / 2), all.length - height));
	const labelWidth = Math.min(Math.max(...shown.map(({ label }) => textWidth(label)), 0), width - 2);
	const rows = all.slice(start, start + height);
	// A group keeps its heading when that is scrolled away.
	if (rows[0]?.choice?.group !== undefined && rows.length > 2 && !rows[0].isMarked) {
		rows[0] = { heading: rows[0].choice.group };
	}
	return rows.map((row) => viewRow(row, labelWidth, width, colors));
}

function viewRow<Value>(
	{ heading, choice, isMarked }: Row<Value>,
	labelWidth: number,
	width: number,
	{ bold, dim, cyan }: Colors,
): string {
	if (!choice) return bold(cutText(onOneLine(heading ?? ""), width));
	const label = cutText(onOneLine(choice.label), width - 2);
	const room = width - labelWidth - 4;
	const aside = choice.aside && room >= MIN_ASIDE ? `  ${cutText(onOneLine(choice.aside), room)}` : "";
	const padded = aside ? padText(label, labelWidth) : label;
	return isMarked ? `${cyan(POINTER)} ${cyan(padded)}${aside}` : `  ${padded}${dim(aside)}`;
}
