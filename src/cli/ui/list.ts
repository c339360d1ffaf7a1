import type { Colors } from "../terminal/color.ts";
import { showOutside } from "../terminal/question.ts";
import { cutText, padText, textWidth, wrapText } from "../terminal/width.ts";
import { byKey, type Key } from "./keys.ts";

export interface Choice<Value> {
	value: Value;
	/** Its name; the filter searches it first. */
	label: string;
	/** Follows the label, dimmed. */
	aside?: string | undefined;
	/** Other words the filter finds it by. */
	words?: readonly string[] | undefined;
	/** Heading of its group; the choices of a group are adjacent. */
	group?: string | undefined;
}

interface ListState<Value> {
	choices: readonly Choice<Value>[];
	/** Undefined until the user begins to filter. */
	query: string | undefined;
	shown: readonly Choice<Value>[];
	/** Position among the shown. */
	cursor: number;
}

export function createList<Value>(choices: readonly Choice<Value>[], cursor = 0): ListState<Value> {
	return { choices, query: undefined, shown: choices, cursor };
}

/** Returns the list with other choices; keeps the query, and the selection if possible. */
export function replaceChoices<Value>(state: ListState<Value>, choices: readonly Choice<Value>[]): ListState<Value> {
	const marked = state.shown[state.cursor]?.label;
	const shown = filterChoices(choices, state.query ?? "");
	const same = shown.findIndex(({ label }) => label === marked);
	return { ...state, choices, shown, cursor: Math.max(0, same) };
}

/**
 * Applies a key to the list; undefined for a key without meaning here. Letters filter; `j` and `k` move until a filter
 * is set, and `/` starts to filter.
 * @param page rows that are shown at a time
 */
export function moveInList<Value>(state: ListState<Value>, key: Key, page: number): ListState<Value> | undefined {
	const { query, cursor, shown } = state;
	const last = Math.max(0, shown.length - 1);
	const go = (target: number): ListState<Value> => ({ ...state, cursor: Math.min(last, Math.max(0, target)) });
	const shorter = query ? Array.from(query).slice(0, -1).join("") : undefined;
	const actions = byKey<() => ListState<Value>>([
		["up ctrl-p shift-tab", () => go(cursor === 0 ? last : cursor - 1)],
		["down ctrl-n tab", () => go(cursor === last ? 0 : cursor + 1)],
		["home", () => go(0)],
		["end", () => go(last)],
		["pageup", () => go(cursor - page)],
		["pagedown", () => go(cursor + page)],
		["backspace", () => (query === undefined ? state : filterList(state, shorter))],
		["ctrl-u", () => filterList(state, undefined)],
		["paste", () => filterList(state, (query ?? "") + key.text.replace(/\s+/g, " ").trim())],
		["text", () => typeInList(state, key.text, page)],
	]);
	return actions.get(key.name)?.();
}

function typeInList<Value>(state: ListState<Value>, text: string, page: number): ListState<Value> {
	if (state.query !== undefined) return filterList(state, state.query + text);
	// Keys that are held down arrive in groups.
	if (/^[jk]+$/.test(text)) {
		let moved = state;
		for (const letter of text) {
			moved = moveInList(moved, { name: letter === "j" ? "down" : "up", text: "" }, page) ?? moved;
		}
		return moved;
	}
	return filterList(state, text.replace(/^\//, ""));
}

function filterList<Value>(state: ListState<Value>, query: string | undefined): ListState<Value> {
	return { ...state, query, shown: filterChoices(state.choices, query ?? ""), cursor: 0 };
}

/**
 * Choices in which every word of the query occurs, the best match first: a choice whose name is the query, then one
 * whose name begins with it, then one whose name contains it. Choices of a group stay together.
 */
function filterChoices<Value>(choices: readonly Choice<Value>[], query: string): readonly Choice<Value>[] {
	const wanted = normalize(query).split(" ").filter(Boolean);
	if (wanted.length === 0) return choices;
	const found = choices
		.filter(({ label, aside = "", group = "", words = [] }) => {
			const text = normalize([label, aside, group, ...words].join(" "));
			return wanted.every((word) => text.includes(word));
		})
		.map((choice) => ({ choice, rank: rankChoice(choice, wanted.join(" ")) }))
		.sort((left, right) => left.rank - right.rank);
	const groups = [...new Set(found.map(({ choice }) => choice.group))];
	return groups.flatMap((group) => found.filter(({ choice }) => choice.group === group).map(({ choice }) => choice));
}

/** How far a choice is from the query; 0 for an equal name. */
function rankChoice<Value>({ label, words = [] }: Choice<Value>, wanted: string): number {
	const ranks = [label, ...words].map((word) => {
		const name = normalize(word);
		if (name === wanted) return 0;
		if (name.startsWith(wanted)) return 1;
		return name.includes(wanted) ? 2 : 3;
	});
	return Math.min(...ranks);
}

function normalize(text: string): string {
	const plain = text.normalize("NFD").replace(/\p{Mn}/gu, "");
	return plain.toLowerCase().trim();
}

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
	return note ? wrapText(showOutside(note), width).slice(0, MAX_NOTE_ROWS) : [];
}

export function viewList<Value>(state: ListState<Value>, frame: ListFrame): string[] {
	const { title, message, note, width, rows, colors } = frame;
	const { bold, dim, cyan, yellow } = colors;
	const { query, shown, cursor } = state;
	const cut = (text: string): string => cutText(showOutside(text), width);
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

function viewRows<Value>({ shown, cursor }: ListState<Value>, height: number, width: number, colors: Colors): string[] {
	const { bold, dim, cyan } = colors;
	const all = shown.flatMap(({ label, aside, group }, index) => {
		const row = { label, aside, group, isHeading: false, isMarked: index === cursor };
		const isFirst = group !== undefined && group !== shown[index - 1]?.group;
		return isFirst ? [{ ...row, isHeading: true, isMarked: false }, row] : [row];
	});
	const marked = all.findIndex(({ isMarked }) => isMarked);
	const start = Math.max(0, Math.min(marked - Math.floor(height / 2), all.length - height));
	const labelWidth = Math.min(Math.max(...shown.map(({ label }) => textWidth(label)), 0), width - 2);
	const room = width - labelWidth - 4;
	const rows = all.slice(start, start + height);
	return rows.map(({ label, aside, group, isHeading, isMarked }, index) => {
		// A group keeps its heading when that is scrolled away.
		const isCovered = index === 0 && group !== undefined && rows.length > 2 && !isMarked;
		if (isHeading || isCovered) return bold(cutText(showOutside(group ?? ""), width));
		const name = cutText(showOutside(label), width - 2);
		const rest = aside && room >= MIN_ASIDE ? `  ${cutText(showOutside(aside), room)}` : "";
		const padded = rest ? padText(name, labelWidth) : name;
		return isMarked ? `${cyan(POINTER)} ${cyan(padded)}${rest}` : `  ${padded}${dim(rest)}`;
	});
}
