/**
 * Tabs of code blocks: arrows move between them, and a choice holds for every block of every page that has it.
 * Markup: `.tabs[data-choice="language"]` with a tablist and panels, see `components/tabs.tsx`.
 */
export function watchTabs() {
	for (const tabs of document.querySelectorAll<HTMLElement>(".tabs")) {
		const wanted = read(tabs.dataset["choice"]);
		if (wanted) select(tabs, wanted);
	}
	document.addEventListener("click", ({ target }) => {
		const tab = findTab(target);
		if (tab) choose(tab);
	});
	document.addEventListener("keydown", (event) => {
		const tab = findTab(event.target);
		if (!tab) return;
		const all = tabsOf(tab.parentElement);
		const index = all.indexOf(tab);
		const next = NEXT[event.key]?.(index, all.length);
		if (next === undefined) return;
		event.preventDefault();
		const chosen = all.at(next % all.length);
		if (!chosen) return;
		choose(chosen);
		chosen.focus();
	});
}

/** Key → the position it goes to. */
const NEXT: Record<string, (index: number, length: number) => number> = {
	ArrowRight: (index) => index + 1,
	ArrowLeft: (index) => index - 1,
	Home: () => 0,
	End: (_index, length) => length - 1,
};

function findTab(target: EventTarget | null): HTMLElement | null {
	return target instanceof Element ? target.closest<HTMLElement>(".tabs > [role=tablist] > [role=tab]") : null;
}

function tabsOf(list: Element | null): HTMLElement[] {
	return list ? [...list.querySelectorAll<HTMLElement>(":scope > [role=tab]")] : [];
}

/** Selects a tab here, and in every other block with the same choice. The scroll position stays. */
function choose(tab: HTMLElement): void {
	const { choice = "" } = tab.closest<HTMLElement>(".tabs")?.dataset ?? {};
	const value = tab.dataset["value"] ?? "";
	const top = tab.getBoundingClientRect().top;
	try {
		localStorage.setItem(`hub:${choice}`, value);
	} catch {
		// Storage is switched off: the choice holds for this page.
	}
	for (const tabs of document.querySelectorAll<HTMLElement>(`.tabs[data-choice="${choice}"]`)) select(tabs, value);
	scrollBy(0, tab.getBoundingClientRect().top - top);
}

function read(choice: string | undefined): string | null {
	try {
		return localStorage.getItem(`hub:${choice}`);
	} catch {
		return null;
	}
}

function select(tabs: HTMLElement, value: string): void {
	const list = tabsOf(tabs.querySelector(":scope > [role=tablist]"));
	if (!list.some((tab) => tab.dataset["value"] === value)) return;
	for (const tab of list) {
		const isSelected = tab.dataset["value"] === value;
		tab.setAttribute("aria-selected", String(isSelected));
		tab.tabIndex = isSelected ? 0 : -1;
		const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
		if (panel) panel.hidden = !isSelected;
	}
}
