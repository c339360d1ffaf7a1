import type { SearchHandle } from "../islands/search/index.tsx";

/** Opens the search by its button, `/`, Ctrl+K or ⌘K. The search is loaded on first use. */
export function watchSearch() {
	const button = document.querySelector(".search-button");
	button?.addEventListener("click", open);
	// The reader is about to search: the code and the index can be on their way.
	for (const type of ["pointerenter", "focus"]) button?.addEventListener(type, prepare, { once: true });
	addEventListener("keydown", (event) => {
		const isSlash = event.key === "/" && !isTyping(event.target);
		const isShortcut = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
		if (!isSlash && !isShortcut) return;
		event.preventDefault();
		void open();
	});
}

function isTyping(element: EventTarget | null): boolean {
	if (!(element instanceof HTMLElement)) return false;
	return element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName);
}

let opened: Promise<SearchHandle> | undefined;

function prepare(): void {
	opened ??= mountSearch();
}

async function open(): Promise<void> {
	opened ??= mountSearch();
	(await opened).open();
}

async function mountSearch(): Promise<SearchHandle> {
	const [{ mount }, { default: Search }] = await Promise.all([
		import("./react.tsx"),
		import("../islands/search/index.tsx"),
	]);
	const element = document.body.appendChild(document.createElement("div"));
	const root = document.documentElement.dataset["root"] ?? "./";
	return await new Promise<SearchHandle>((onReady) => mount(element, Search, { root, onReady }));
}
