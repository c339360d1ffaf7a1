import type { Key } from "../../ui/keys.ts";
import { type FoundSnippet, nameOf, type SnippetEntry, type Snippets } from "./entry.ts";

/** A snippet and the label of its tab. */
export interface ToolTab {
	label: string;
	snippet: FoundSnippet;
}

/** The snippets of a group in one language; local apps are one section. */
export interface Section {
	group: SnippetEntry["kind"];
	label: string;
	tools: readonly [ToolTab, ...ToolTab[]];
}

/** The chosen tabs and the scroll position. */
export interface DialogState {
	sections: readonly [Section, ...Section[]];
	section: number;
	tool: number;
	/** Lines above the first one shown. */
	scroll: number;
}

/** Returns the dialog with the best snippet selected. */
export function createDialog(found: Snippets): DialogState {
	const [first, ...others] = found.reduce(addTool, [] as Section[]);
	const { entry } = found[0];
	const sections = [first ?? { group: entry.kind, label: "", tools: [{ label: "", snippet: found[0] }] }, ...others];
	return { sections: sections as [Section, ...Section[]], section: 0, tool: 0, scroll: 0 };
}

function addTool(sections: Section[], snippet: FoundSnippet): Section[] {
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
export function groupsOf({ sections }: DialogState): SnippetEntry["kind"][] {
	return [...new Set(sections.map(({ group }) => group))];
}

export function chosenSection({ sections, section }: DialogState): Section {
	return sections[section] ?? sections[0];
}

export function chosenSnippet(state: DialogState): FoundSnippet {
	const { tools } = chosenSection(state);
	return (tools[state.tool] ?? tools[0]).snippet;
}

/**
 * Returns the dialog after a key; undefined for a key without a function.
 * @param lines number of lines of the laid out code
 * @param page lines that are shown at a time
 */
export function moveInDialog(
	state: DialogState,
	{ name, text }: Key,
	lines: number,
	page: number,
): DialogState | undefined {
	const scroll = (target: number): DialogState => ({
		...state,
		scroll: Math.max(0, Math.min(target, lines - page)),
	});
	const turn = (position: number, by: number, size: number): number => (position + by + size) % size;
	const goToSection = (section: number): DialogState =>
		section === state.section || section < 0 ? state : { ...state, section, tool: 0, scroll: 0 };
	const goToTool = (by: number): DialogState => {
		const tool = turn(state.tool, by, chosenSection(state).tools.length);
		return tool === state.tool ? state : { ...state, tool, scroll: 0 };
	};
	switch (name === "text" ? text : name) {
		case "tab":
			return goToSection(turn(state.section, 1, state.sections.length));
		case "shift-tab":
			return goToSection(turn(state.section, -1, state.sections.length));
		case "1":
		case "2":
		case "3": {
			const group = groupsOf(state)[Number(text) - 1];
			return goToSection(state.sections.findIndex((section) => section.group === group));
		}
		case "right":
		case "l":
			return goToTool(1);
		case "left":
		case "h":
			return goToTool(-1);
		case "down":
		case "j":
			return scroll(state.scroll + 1);
		case "up":
		case "k":
			return scroll(state.scroll - 1);
		case "pagedown":
		case " ":
			return scroll(state.scroll + page);
		case "pageup":
			return scroll(state.scroll - page);
		case "home":
			return scroll(0);
		case "end":
			return scroll(lines);
		default:
			return undefined;
	}
}
