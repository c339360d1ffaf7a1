import type { Key } from "../../ui/keys.ts";
import { type FoundSnippet, type Snippets, toolOf } from "./entry.ts";

/** A snippet and what its tab says. */
export interface ToolTab {
	label: string;
	snippet: FoundSnippet;
}

/** The snippets of a language. */
export interface LanguageTab {
	label: string;
	tools: readonly [ToolTab, ...ToolTab[]];
}

/** Which tabs are chosen, and how far the code is scrolled. */
export interface DialogState {
	tabs: readonly [LanguageTab, ...LanguageTab[]];
	language: number;
	tool: number;
	/** Lines above the first one shown. */
	scroll: number;
}

/** The dialog with the best snippet in front. */
export function createDialog(found: Snippets): DialogState {
	const [first, ...others] = found.reduce(addTab, [] as LanguageTab[]);
	const tabs = [first ?? { label: "", tools: [{ label: "", snippet: found[0] }] }, ...others] as const;
	return { tabs: [...tabs], language: 0, tool: 0, scroll: 0 };
}

function addTab(tabs: LanguageTab[], snippet: FoundSnippet): LanguageTab[] {
	const { language } = snippet.entry;
	const known = tabs.find(({ label }) => label === language);
	if (!known) return [...tabs, { label: language, tools: [{ label: toolOf(snippet), snippet }] }];
	// A library may have several snippets.
	const count = known.tools.filter((tab) => toolOf(tab.snippet) === toolOf(snippet)).length;
	const label = count === 0 ? toolOf(snippet) : `${toolOf(snippet)} ${count + 1}`;
	return tabs.map((tab) => (tab === known ? { ...tab, tools: [...tab.tools, { label, snippet }] } : tab));
}

export function chosenLanguage({ tabs, language }: DialogState): LanguageTab {
	return tabs[language] ?? tabs[0];
}

export function chosenSnippet(state: DialogState): FoundSnippet {
	const { tools } = chosenLanguage(state);
	return (tools[state.tool] ?? tools[0]).snippet;
}

/**
 * What a key does; undefined when it means nothing here.
 * @param lines lines of the code as it is laid out
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
	const goToLanguage = (by: number): DialogState => {
		const language = turn(state.language, by, state.tabs.length);
		return language === state.language ? state : { ...state, language, tool: 0, scroll: 0 };
	};
	const goToTool = (by: number): DialogState => {
		const tool = turn(state.tool, by, chosenLanguage(state).tools.length);
		return tool === state.tool ? state : { ...state, tool, scroll: 0 };
	};
	switch (name === "text" ? text : name) {
		case "tab":
			return goToLanguage(1);
		case "shift-tab":
			return goToLanguage(-1);
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
