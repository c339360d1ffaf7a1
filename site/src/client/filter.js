/** Makes `input[data-filter=ID]` hide the items of a list that lack one of the words. */
export function watchFilter() {
	const input = document.querySelector("input[data-filter]");
	if (!input) return;
	const items = [...document.getElementById(input.dataset.filter).children];
	const output = input.parentElement.querySelector("output");
	const update = () => {
		const words = input.value.toLowerCase().split(/\s+/);
		for (const item of items) item.hidden = !words.every((word) => item.dataset.words.includes(word));
		output.textContent = `${items.filter(({ hidden }) => !hidden).length} of ${items.length}`;
	};
	input.addEventListener("input", update);
	// A browser may have kept the text.
	if (input.value) update();
}
