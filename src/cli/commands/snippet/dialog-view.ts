import type { Colors } from "../../terminal/color.ts";
import { cutText, onOneLine, textWidth } from "../../terminal/width.ts";
import { wrapCode } from "./code.ts";
import { chosenSection, chosenSnippet, type DialogState, groupsOf } from "./dialog-state.ts";
import { groupTitle, toolOf, withSetup } from "./entry.ts";

import { labelApp } from "./local-apps.ts";

/** Size of the dialog, and its texts besides the snippets. */
export interface DialogFrame {
	title: string;
	/** Whether there are other providers to call. */
	canChangeProvider: boolean;
	/** Message about the last action. */
	note?: string | undefined;
	width: number;
	/** Rows of the terminal. */
	rows: number;
	colors: Colors;
}

/** Title, two rows of tabs, two rules, the line of keys, and a line for the shell's prompt. */
const OTHER_ROWS = 7;
const KEYS = ["←→ choose", "Tab next", "p provider", "↑↓ scroll", "Enter print", "c copy", "Esc cancel"];

/** Rows available for code. */
export function codeHeight(rows: number): number {
	return Math.max(1, rows - OTHER_ROWS);
}

/** Returns the code of the chosen snippet, laid out for the width. */
export function layOutCode(state: DialogState, { width, colors }: Pick<DialogFrame, "width" | "colors">): string[] {
	const { entry } = chosenSnippet(state);
	return wrapCode(withSetup(entry), entry.language, width, colors);
}

/** Returns the dialog as lines that fit the terminal. */
export function viewDialog(state: DialogState, code: readonly string[], frame: DialogFrame): string[] {
	const { title, note, width, rows, colors } = frame;
	const { bold, dim, green } = colors;
	const { entry, provider } = chosenSnippet(state);
	const height = codeHeight(rows);
	const shown = code.slice(state.scroll, state.scroll + height);
	const aside = [entry.kind === "app" ? entry.variant : entry.language, provider].filter(Boolean).join(" · ");
	const place = code.length > height ? `${state.scroll + 1}–${state.scroll + shown.length} of ${code.length}` : "";
	return [
		bold(cutText(onOneLine(title), width)),
		viewGroups(state, width, colors),
		viewTools(state, width, colors),
		viewRule(aside, width, colors),
		...shown,
		viewRule(place, width, colors),
		note === undefined
			? dim(viewKeys(width, frame.canChangeProvider && entry.kind === "api"))
			: green(cutText(onOneLine(note), width)),
	];
}

function viewGroups(state: DialogState, width: number, colors: Colors): string {
	const groups = groupsOf(state);
	const { group } = chosenSection(state);
	return viewTabs(groups.map(groupTitle), groups.indexOf(group), width, colors);
}

/** Returns the languages of the group, if it has several, and the tools of the chosen one. */
function viewTools(state: DialogState, width: number, colors: Colors): string {
	const { group, label, tools } = chosenSection(state);
	const languages = state.sections.filter((section) => section.group === group).map((section) => section.label);
	const plain = ` ${languages.join(" ")} │`;
	const isShown = languages.length > 1 && textWidth(plain) <= width / 2;
	const styled = languages.map((language) => (language === label ? colors.bold(language) : colors.dim(language)));
	const { labels, chosen } =
		group === "app" ? listApps(state) : { labels: tools.map((tool) => tool.label), chosen: state.tool };
	const row = viewTabs(labels, chosen, isShown ? width - textWidth(plain) : width, colors);
	return isShown ? ` ${styled.join(" ")} ${colors.dim("│")}${row}` : row;
}

/** Apps by name, each once: their variants have long names, and the rule shows the chosen one. */
function listApps(state: DialogState): { labels: string[]; chosen: number } {
	const ids = [...new Set(chosenSection(state).tools.map(({ snippet }) => toolOf(snippet)))];
	return { labels: ids.map(labelApp), chosen: ids.indexOf(toolOf(chosenSnippet(state))) };
}

/** Returns a rule with a word in it, if there is room. */
function viewRule(text: string, width: number, { dim }: Colors): string {
	const label = text === "" || textWidth(text) + 6 > width ? "" : `── ${text} `;
	return dim(label + "─".repeat(width - textWidth(label)));
}

/** Returns names side by side: as many as fit around the chosen one. */
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
	// The far ends are dropped first.
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

/** The keys that fit; leaving comes before scrolling. */
function viewKeys(width: number, canChangeProvider: boolean): string {
	let keys = KEYS.filter((key) => canChangeProvider || key !== "p provider");
	for (const dropped of ["↑↓ scroll", "←→ choose", "c copy", "p provider", "Tab next"]) {
		if (textWidth(keys.join(" · ")) <= width) break;
		keys = keys.filter((key) => key !== dropped);
	}
	return cutText(keys.join(" · "), width);
}
