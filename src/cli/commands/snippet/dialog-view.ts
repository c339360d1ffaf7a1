import type { Colors } from "../../terminal/color.ts";
import { cutText, onOneLine, textWidth } from "../../terminal/width.ts";
import { wrapCode } from "./code.ts";
import { chosenLanguage, chosenSnippet, type DialogState } from "./dialog-state.ts";

/** What the dialog is drawn on, and shows besides the snippets. */
export interface DialogFrame {
	title: string;
	/** What was just done. */
	remark?: string | undefined;
	width: number;
	/** Rows of the terminal. */
	rows: number;
	colors: Colors;
}

/** Title, two rows of tabs, two rules, the line of keys, and a line for the shell's prompt. */
const OTHER_ROWS = 7;
const KEYS = ["←→ client", "Tab language", "↑↓ scroll", "Enter print", "c copy", "Esc leave"];

/** Rows that are there for code. */
export function codeHeight(rows: number): number {
	return Math.max(1, rows - OTHER_ROWS);
}

/** The code of the chosen snippet, laid out for the width. */
export function layOutCode(state: DialogState, { width, colors }: Pick<DialogFrame, "width" | "colors">): string[] {
	const { content, language } = chosenSnippet(state).entry;
	return wrapCode(content, language, width, colors);
}

/** The dialog as lines that fit the terminal. */
export function viewDialog(state: DialogState, code: readonly string[], frame: DialogFrame): string[] {
	const { title, remark, width, rows, colors } = frame;
	const { bold, dim, green } = colors;
	const { entry, provider } = chosenSnippet(state);
	const height = codeHeight(rows);
	const shown = code.slice(state.scroll, state.scroll + height);
	const aside = [provider === "endpoint" ? null : provider, entry.setup].filter(Boolean).join(" · ");
	const place = code.length > height ? `${state.scroll + 1}–${state.scroll + shown.length} of ${code.length}` : "";
	return [
		bold(cutText(onOneLine(title), width)),
		viewTabs(
			state.tabs.map(({ label }) => label),
			state.language,
			width,
			colors,
		),
		viewTabs(
			chosenLanguage(state).tools.map(({ label }) => label),
			state.tool,
			width,
			colors,
		),
		viewRule(aside, width, colors),
		...shown,
		viewRule(place, width, colors),
		remark === undefined ? dim(viewKeys(width)) : green(cutText(onOneLine(remark), width)),
	];
}

/** A rule with a word in it, where there is room. */
function viewRule(text: string, width: number, { dim }: Colors): string {
	const label = text === "" || textWidth(text) + 6 > width ? "" : `── ${text} `;
	return dim(label + "─".repeat(width - textWidth(label)));
}

/** Names beside each other; as many as there is room for around the chosen one. */
function viewTabs(labels: readonly string[], chosen: number, width: number, colors: Colors): string {
	const { inverse, dim, level } = colors;
	const names = labels.map((label, index) => {
		const text = cutText(onOneLine(label), Math.max(1, width - 6));
		return level === 0 && index === chosen ? `[${text}]` : ` ${text} `;
	});
	const sizeOf = (from: number, to: number): number =>
		names.slice(from, to).reduce((sum, name) => sum + textWidth(name), 0) + 4;
	let from = 0;
	let to = names.length;
	// The far ends go first.
	while (sizeOf(from, to) > width && to - from > 1) {
		if (chosen - from > to - 1 - chosen) from++;
		else to--;
	}
	const middle = names
		.slice(from, to)
		.map((name, index) => (from + index === chosen ? inverse(name) : name))
		.join("");
	return `${from > 0 ? dim("‹ ") : ""}${middle}${to < names.length ? dim(" ›") : ""}`;
}

/** The keys there is room for; how to leave comes before how to scroll. */
function viewKeys(width: number): string {
	const keys = [...KEYS];
	for (const dropped of ["↑↓ scroll", "←→ client", "c copy", "Tab language"]) {
		if (textWidth(keys.join(" · ")) <= width) break;
		keys.splice(keys.indexOf(dropped), 1);
	}
	return cutText(keys.join(" · "), width);
}
