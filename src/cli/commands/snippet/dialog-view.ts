import type { Colors } from "../../terminal/color.ts";
import { showOutside } from "../../terminal/question.ts";
import { cutText, textWidth } from "../../terminal/width.ts";
import { byKey, type Key } from "../../ui/keys.ts";
import type { ListFrame } from "../../ui/list.ts";
import { wrapCode } from "./code.ts";
import { type FoundSnippet, groupTitle, nameOf, type SnippetEntry, type Snippets, toolOf, withSetup } from "./entry.ts";
import { labelApp } from "./library-snippets.ts";

/** Size of the dialog, and its texts besides the snippets. */
interface DialogFrame extends Omit<ListFrame, "message"> {
	/** Whether there are other providers to call. */
	canChangeProvider: boolean;
}

/** Title, two rows of tabs, two rules, the line of keys, and a line for the shell's prompt. */
const OTHER_ROWS = 7;
const KEYS = ["←→ choose", "Tab next", "p provider", "↑↓ scroll", "Enter print", "c copy", "Esc cancel"];

export function codeHeight(rows: number): number {
	return Math.max(1, rows - OTHER_ROWS);
}

export function layOutCode(state: DialogState, { width, colors }: Pick<DialogFrame, "width" | "colors">): string[] {
	const { entry } = chosenSnippet(state);
	return wrapCode(withSetup(entry), entry.language, width, colors);
}

export function viewDialog(state: DialogState, code: readonly string[], frame: DialogFrame): string[] {
	const { title, note, width, rows, colors } = frame;
	const { bold, dim, green } = colors;
	const { entry, provider } = chosenSnippet(state);
	const groups = groupsOf(state);
	const height = codeHeight(rows);
	const shown = code.slice(state.scroll, state.scroll + height);
	const aside = [entry.kind === "app" ? entry.variant : entry.language, provider].filter(Boolean).join(" · ");
	const place = code.length > height ? `${state.scroll + 1}–${state.scroll + shown.length} of ${code.length}` : "";
	return [
		bold(cutText(showOutside(title), width)),
		viewTabs(groups.map(groupTitle), groups.indexOf(chosenSection(state).group), width, colors),
		viewTools(state, width, colors),
		viewRule(aside, width, colors),
		...shown,
		viewRule(place, width, colors),
		note === undefined
			? dim(viewKeys(width, frame.canChangeProvider && entry.kind === "api"))
			: green(cutText(showOutside(note), width)),
	];
}

/** Returns the languages of the group, if it has several, and the tools of the chosen one. */
function viewTools(state: DialogState, width: number, colors: Colors): string {
	const { group, label, tools } = chosenSection(state);
	const languages = state.sections.filter((section) => section.group === group).map((section) => section.label);
	const plain = ` ${languages.join(" ")} │`;
	const hasLanguages = languages.length > 1 && textWidth(plain) <= width / 2;
	const styled = languages.map((language) => (language === label ? colors.bold(language) : colors.dim(language)));
	// Apps by name, each once: their variants have long names, and the rule shows the chosen one.
	const apps = group === "app" ? [...new Set(tools.map(({ snippet }) => toolOf(snippet)))] : undefined;
	const labels = apps?.map(labelApp) ?? tools.map((tool) => tool.label);
	const chosen = apps?.indexOf(toolOf(chosenSnippet(state))) ?? state.tool;
	const row = viewTabs(labels, chosen, hasLanguages ? width - textWidth(plain) : width, colors);
	return hasLanguages ? ` ${styled.join(" ")} ${colors.dim("│")}${row}` : row;
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
		const text = cutText(showOutside(label), Math.max(1, width - 6));
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
	const shown = names.map((name, index) => (index === chosen ? inverse(name) : name)).slice(from, to);
	return `${from > 0 ? dim("‹ ") : ""}${shown.join("")}${to < names.length ? dim(" ›") : ""}`;
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

interface ToolTab {
	label: string;
	snippet: FoundSnippet;
}

/** The snippets of a group in one language; local apps are one section. */
interface SnippetSection {
	group: SnippetEntry["kind"];
	label: string;
	tools: readonly [ToolTab, ...ToolTab[]];
}

export interface DialogState {
	sections: readonly [SnippetSection, ...SnippetSection[]];
	section: number;
	tool: number;
	/** Lines above the first one shown. */
	scroll: number;
}

export function createDialog(found: Snippets): DialogState {
	const [first, ...others] = found.reduce(addTool, [] as SnippetSection[]);
	const { entry } = found[0];
	const sections = [first ?? { group: entry.kind, label: "", tools: [{ label: "", snippet: found[0] }] }, ...others];
	return { sections: sections as [SnippetSection, ...SnippetSection[]], section: 0, tool: 0, scroll: 0 };
}

function addTool(sections: SnippetSection[], snippet: FoundSnippet): SnippetSection[] {
	const { kind: group, language } = snippet.entry;
	const label = group === "app" ? "" : language;
	const known = sections.find((section) => section.group === group && section.label === label);
	if (!known) return [...sections, { group, label, tools: [{ label: nameOf(snippet), snippet }] }];
	const count = known.tools.filter((tab) => nameOf(tab.snippet) === nameOf(snippet)).length;
	const tool = { label: count === 0 ? nameOf(snippet) : `${nameOf(snippet)} ${count + 1}`, snippet };
	return sections.map((section) => (section === known ? { ...section, tools: [...section.tools, tool] } : section));
}

/** Returns the dialog with other snippets, with the one closest to the chosen one selected. */
export function replaceSnippets(state: DialogState, found: Snippets): DialogState {
	const { group, label } = chosenSection(state);
	const name = nameOf(chosenSnippet(state));
	const next = createDialog(found);
	const section = next.sections.findIndex((candidate) => candidate.group === group && candidate.label === label);
	if (section === -1) return next;
	const tool = next.sections[section]?.tools.findIndex(({ snippet }) => nameOf(snippet) === name) ?? 0;
	return { ...next, section, tool: Math.max(0, tool) };
}

/** Returns the non-empty groups, in order. */
function groupsOf({ sections }: DialogState): SnippetEntry["kind"][] {
	return [...new Set(sections.map(({ group }) => group))];
}

function chosenSection({ sections, section }: DialogState): SnippetSection {
	return sections[section] ?? sections[0];
}

export function chosenSnippet(state: DialogState): FoundSnippet {
	const { tools } = chosenSection(state);
	return (tools[state.tool] ?? tools[0]).snippet;
}

/** Returns the dialog after a key; undefined for a key without a function. Of the lines of code, a page is shown. */
export function moveInDialog(
	state: DialogState,
	{ name, text }: Key,
	lines: number,
	page: number,
): DialogState | undefined {
	const scroll = (target: number): DialogState => ({ ...state, scroll: Math.max(0, Math.min(target, lines - page)) });
	const turn = (position: number, by: number, size: number): number => (position + by + size) % size;
	const goToSection = (section: number): DialogState =>
		section === state.section || section < 0 ? state : { ...state, section, tool: 0, scroll: 0 };
	const goToTool = (by: number): DialogState => {
		const tool = turn(state.tool, by, chosenSection(state).tools.length);
		return tool === state.tool ? state : { ...state, tool, scroll: 0 };
	};
	const actions = byKey<() => DialogState>([
		["tab", () => goToSection(turn(state.section, 1, state.sections.length))],
		["shift-tab", () => goToSection(turn(state.section, -1, state.sections.length))],
		["1 2 3", () => goToSection(state.sections.findIndex(({ group }) => group === groupsOf(state)[Number(text) - 1]))],
		["right l", () => goToTool(1)],
		["left h", () => goToTool(-1)],
		["down j", () => scroll(state.scroll + 1)],
		["up k", () => scroll(state.scroll - 1)],
		["pagedown space", () => scroll(state.scroll + page)],
		["pageup", () => scroll(state.scroll - page)],
		["home", () => scroll(0)],
		["end", () => scroll(lines)],
	]);
	return actions.get(name === "text" ? text.replace(" ", "space") : name)?.();
}
