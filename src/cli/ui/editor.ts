import type { Colors } from "../terminal/color.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { cutText, onOneLine, splitCharacters } from "../terminal/width.ts";
import { byKey, type Key } from "./keys.ts";

export interface EditorState {
	text: string;
	/** Index in the text, always between grapheme clusters. */
	cursor: number;
	/** Earlier messages, the oldest first. */
	history: readonly string[];
	/** Index of the shown history entry; the history's length for the new text. */
	position: number;
	/** The new text, while an entry of the history is shown. */
	draft: string;
	/** What was cut last, for Ctrl-Y. */
	killed?: string;
}

export function createEditor(history: readonly string[] = []): EditorState {
	return { text: "", cursor: 0, history, position: history.length, draft: "" };
}

/** Begins a new text; the old one joins the history. */
export function clearEditor(state: EditorState): EditorState {
	const { text, history } = state;
	const isKept = text.trim() !== "" && history.at(-1) !== text;
	return createEditor(isKept ? [...history, text] : history);
}

export function setText(state: EditorState, text: string): EditorState {
	return { ...state, text, cursor: text.length };
}

/**
 * Applies a key to the text; undefined for a key without meaning here.
 * @param width columns of a line, which decide where the cursor goes up and down
 */
export function edit(state: EditorState, key: Key, width: number): EditorState | undefined {
	return EDITS.get(key.name)?.(state, key, width);
}

function cut(state: EditorState, from: number, to: number): EditorState {
	return { ...state, text: state.text.slice(0, from) + state.text.slice(to), cursor: from };
}

type FindPlace = (text: string, cursor: number) => number;

function moveTo(find: FindPlace): (state: EditorState) => EditorState {
	return (state) => ({ ...state, cursor: find(state.text, state.cursor) });
}

/** Cuts the text between the cursor and another place, for Ctrl-Y. */
function cutTo(find: FindPlace): (state: EditorState) => EditorState {
	return (state) => {
		const { text, cursor } = state;
		const end = find(text, cursor);
		const [from, to] = end < cursor ? [end, cursor] : [cursor, end];
		return { ...cut(state, from, to), killed: text.slice(from, to) };
	};
}

const EDITS = byKey<(state: EditorState, key: Key, width: number) => EditorState>([
	["left ctrl-b", moveTo(before)],
	["right ctrl-f", moveTo(after)],
	["home ctrl-a", moveTo(lineStart)],
	["end ctrl-e", moveTo(lineEnd)],
	["alt-b ctrl-left alt-left", moveTo(wordStart)],
	["alt-f ctrl-right alt-right", moveTo(wordEnd)],
	["ctrl-w alt-backspace ctrl-backspace", cutTo(wordStart)],
	["alt-d", cutTo(wordEnd)],
	["ctrl-u", cutTo(lineStart)],
	// At the end of a line, the line end.
	["ctrl-k", cutTo((text, at) => (lineEnd(text, at) === at ? after(text, at) : lineEnd(text, at)))],
	["text paste", (state, { text }) => insert(state, text)],
	["ctrl-j alt-enter shift-enter ctrl-enter", (state) => insert(state, "\n")],
	["up", (state, _, width) => moveVertically(state, -1, width)],
	["down", (state, _, width) => moveVertically(state, 1, width)],
	["ctrl-p", (state) => recall(state, -1)],
	["ctrl-n", (state) => recall(state, 1)],
	["backspace shift-backspace", (state) => cut(state, before(state.text, state.cursor), state.cursor)],
	["delete ctrl-d", (state) => cut(state, state.cursor, after(state.text, state.cursor))],
	["ctrl-y", (state) => insert(state, state.killed ?? "")],
]);

/** Returns the displayed lines, broken when full, and the position of the cursor. */
export function layOut({ text, cursor }: Pick<EditorState, "text" | "cursor">, width: number) {
	const rows = splitRows(text, width);
	const row = rows.findLastIndex(({ start }) => start <= cursor);
	const current = rows[row] ?? { start: 0, text: "" };
	return {
		lines: rows.map((line) => line.text),
		row,
		column: charactersOf(current.text.slice(0, cursor - current.start)).reduce((sum, { width: size }) => sum + size, 0),
	};
}

interface EditorRow {
	/** Index of its first character in the text. */
	start: number;
	text: string;
}

function splitRows(text: string, width: number): EditorRow[] {
	const rows: EditorRow[] = [];
	let start = 0;
	for (const line of text.split("\n")) {
		let row: EditorRow = { start, text: "" };
		let used = 0;
		for (const character of charactersOf(line)) {
			if (used + character.width > width && used > 0) {
				rows.push(row);
				row = { start: row.start + row.text.length, text: "" };
				used = 0;
			}
			row.text += character.text;
			used += character.width;
		}
		rows.push(row);
		// The cursor needs room after a full line.
		if (used >= width) rows.push({ start: start + line.length, text: "" });
		start += line.length + 1;
	}
	return rows;
}

function moveVertically(state: EditorState, step: 1 | -1, width: number): EditorState {
	const rows = splitRows(state.text, width);
	const { row, column } = layOut(state, width);
	const target = rows[row + step];
	if (!target) return recall(state, step);
	let used = 0;
	let cursor = target.start;
	for (const character of charactersOf(target.text)) {
		if (used + character.width > column) break;
		used += character.width;
		cursor += character.text.length;
	}
	return { ...state, cursor };
}

/** Shows the history entry before or after this one; the new text follows the last one. */
function recall(state: EditorState, step: 1 | -1): EditorState {
	const { text, history, position } = state;
	const next = position + step;
	if (next < 0 || next > history.length) return state;
	const draft = position === history.length ? text : state.draft;
	return { ...setText(state, history[next] ?? draft), position: next, draft };
}

function insert(state: EditorState, added: string): EditorState {
	const { text, cursor } = state;
	return { ...state, text: text.slice(0, cursor) + added + text.slice(cursor), cursor: cursor + added.length };
}

/** A tab is drawn as spaces would be; a line end ends a row. */
function charactersOf(text: string): { text: string; width: number }[] {
	return splitCharacters(text).map((character) => (character.text === "\t" ? { text: "\t", width: 1 } : character));
}

function before(text: string, cursor: number): number {
	return cursor - (splitCharacters(text.slice(0, cursor)).at(-1)?.text.length ?? 0);
}

function after(text: string, cursor: number): number {
	return cursor + (splitCharacters(text.slice(cursor))[0]?.text.length ?? 0);
}

function lineStart(text: string, cursor: number): number {
	return text.lastIndexOf("\n", cursor - 1) + 1;
}

function lineEnd(text: string, cursor: number): number {
	const end = text.indexOf("\n", cursor);
	return end === -1 ? text.length : end;
}

function wordStart(text: string, cursor: number): number {
	return cursor - (/[\p{L}\p{N}_]*[^\p{L}\p{N}_]*$/u.exec(text.slice(0, cursor))?.[0].length ?? 0);
}

function wordEnd(text: string, cursor: number): number {
	return cursor + (/^[^\p{L}\p{N}_]*[\p{L}\p{N}_]*/u.exec(text.slice(cursor))?.[0].length ?? 0);
}

const PROMPT = "❯ ";
const INDENT = " ".repeat(PROMPT.length);

export function editorWidth(width: number): number {
	return Math.max(1, width - PROMPT.length);
}

/** Maximum rows of an editor: half the screen, without the rows of other lines. */
export function editorHeight(rows: number, otherRows: number): number {
	return Math.max(1, Math.min(Math.max(6, Math.floor(rows / 2)), rows - otherRows));
}

/**
 * Returns the editor as lines, with the position of the cursor. Of a text with more than `height` lines, the part
 * around the cursor is shown, with the number of lines above and below it.
 */
export function viewEditor(
	state: EditorState,
	{ width, height, colors, placeholder }: { width: number; height: number; colors: Colors; placeholder: string },
): { lines: string[]; x: number; y: number } {
	const { lines, row, column } = layOut(state, editorWidth(width));
	const { start, end, showsHidden } = findWindow(lines.length, row, height);
	const shown = lines.slice(start, end).map((line, index) => {
		return (index + start === 0 ? colors.cyan(PROMPT) : INDENT) + sanitize(line.replaceAll("\t", " "));
	});
	const count = (sign: string, hidden: number): string[] =>
		showsHidden && hidden > 0
			? [INDENT + colors.dim(cutText(`${sign} ${hidden} more ${hidden === 1 ? "line" : "lines"}`, editorWidth(width)))]
			: [];
	const above = count("↑", start);
	if (state.text === "")
		shown[0] = colors.cyan(PROMPT) + colors.dim(cutText(onOneLine(placeholder), editorWidth(width)));
	const below = count("↓", lines.length - end);
	return { lines: [...above, ...shown, ...below], x: PROMPT.length + column, y: above.length + row - start };
}

/** The visible lines: the one with the cursor, and as many others as fit. */
function findWindow(total: number, row: number, height: number): { start: number; end: number; showsHidden: boolean } {
	if (total <= height) return { start: 0, end: total, showsHidden: false };
	const showsHidden = height >= 3;
	const atEdge = showsHidden ? height - 1 : height;
	if (row < atEdge) return { start: 0, end: atEdge, showsHidden };
	if (row >= total - atEdge) return { start: total - atEdge, end: total, showsHidden };
	const between = showsHidden ? height - 2 : height;
	return { start: row - between + 1, end: row + 1, showsHidden };
}

/** Longer pastes are folded. */
const MAX_PASTED_LINES = 10;

/** Long pastes, by their placeholders in the editor: `[40 lines]`. */
export class FoldedPastes {
	private readonly texts = new Map<string, string>();

	fold(key: Key): Key {
		const lines = key.name === "paste" ? key.text.split("\n").length : 0;
		if (lines <= MAX_PASTED_LINES) return key;
		let label = `[${lines} lines]`;
		for (let count = 2; this.texts.has(label); count++) label = `[${lines} lines, ${count}]`;
		this.texts.set(label, key.text);
		return { name: "text", text: label };
	}

	/** Returns the text with its pastes opened; undefined if it has none. */
	open(state: EditorState): EditorState | undefined {
		let { text } = state;
		// A function, since a paste may contain replacement patterns such as `$&`.
		for (const [label, paste] of this.texts) text = text.replace(label, () => paste);
		return text === state.text ? undefined : setText(state, text);
	}
}
