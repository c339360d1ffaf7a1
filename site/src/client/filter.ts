/** Makes `input[data-filter=ID]` hide the items of a list that lack one of the words. */
export function watchFilter() {
	const input = document.querySelector<HTMLInputElement>("input[data-filter]");
	if (!input) return;
	const list = document.getElementById(input.dataset["filter"] ?? "");
	const items = [...(list?.querySelectorAll<HTMLElement>("[data-words]") ?? [])];
	const output = input.parentElement?.querySelector("output");
	const update = () => {
		const words = input.value.toLowerCase().split(/\s+/);
		for (const item of items) item.hidden = !words.every((word) => item.dataset["words"]?.includes(word));
		// A group without items left is hidden as well.
		for (const group of list?.querySelectorAll<HTMLElement>(".filter-group") ?? [])
			group.hidden = !group.querySelector("[data-words]:not([hidden])");
		if (output) output.textContent = `${items.filter(({ hidden }) => !hidden).length} of ${items.length}`;
	};
	input.addEventListener("input", update);
	// A browser may have kept the text.
	if (input.value) update();
}
