/** Opens the search by its button, `/`, Ctrl+K or ⌘K. The search is loaded on first use. */
export function watchSearch() {
	const button = document.querySelector(".search-button");
	button?.addEventListener("click", open);
	addEventListener("keydown", (event) => {
		const isSlash = event.key === "/" && !isTyping(event.target);
		const isShortcut = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
		if (!isSlash && !isShortcut) return;
		event.preventDefault();
		open();
	});
}

function isTyping(element) {
	return element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName);
}

let opened;

async function open() {
	opened ??= mountSearch();
	(await opened).open();
}

async function mountSearch() {
	const [{ mount }, { default: Search }] = await Promise.all([
		import("./react.jsx"),
		import("../islands/search/index.jsx"),
	]);
	const element = document.body.appendChild(document.createElement("div"));
	return await new Promise((onReady) =>
		mount(element, Search, { root: document.documentElement.dataset.root, onReady }),
	);
}
