/**
 * Tabs of code blocks: arrows move between them, and a choice holds for every block of every page that has it.
 * Markup: `.tabs[data-choice="language"]` with a tablist and panels, see `components/tabs.jsx`.
 */
export function watchTabs() {
	for (const tabs of document.querySelectorAll(".tabs")) {
		const wanted = read(tabs.dataset.choice);
		if (wanted) select(tabs, wanted);
	}
	document.addEventListener("click", ({ target }) => {
		const tab = target.closest?.(".tabs > [role=tablist] > [role=tab]");
		if (tab) choose(tab);
	});
	document.addEventListener("keydown", (event) => {
		const tab = event.target.closest?.(".tabs > [role=tablist] > [role=tab]");
		if (!tab) return;
		const all = [...tab.parentElement.children];
		const index = all.indexOf(tab);
		const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: all.length - 1 }[event.key];
		if (next === undefined) return;
		event.preventDefault();
		const chosen = all.at(next % all.length);
		choose(chosen);
		chosen.focus();
	});
}

/** Selects a tab here, and in every other block with the same choice. The scroll position stays. */
function choose(tab) {
	const { choice } = tab.closest(".tabs").dataset;
	const top = tab.getBoundingClientRect().top;
	try {
		localStorage.setItem(`hub:${choice}`, tab.dataset.value);
	} catch {
		// Storage is switched off: the choice holds for this page.
	}
	for (const tabs of document.querySelectorAll(`.tabs[data-choice="${choice}"]`)) select(tabs, tab.dataset.value);
	scrollBy(0, tab.getBoundingClientRect().top - top);
}

function read(choice) {
	try {
		return localStorage.getItem(`hub:${choice}`);
	} catch {
		return null;
	}
}

function select(tabs, value) {
	const list = [...tabs.querySelector(":scope > [role=tablist]").children];
	if (!list.some((tab) => tab.dataset.value === value)) return;
	for (const tab of list) {
		const isSelected = tab.dataset.value === value;
		tab.setAttribute("aria-selected", String(isSelected));
		tab.tabIndex = isSelected ? 0 : -1;
		document.getElementById(tab.getAttribute("aria-controls")).hidden = !isSelected;
	}
}
