import { afterPaint } from "./after-paint.js";

const ISLANDS = import.meta.glob("../islands/*/index.jsx");

/** Hydrates the islands of the page after everything is painted, so that the first paint is not delayed. */
export function hydrateIslands() {
	const islands = [...document.querySelectorAll("[data-island]")];
	if (islands.length === 0) return;
	afterPaint(() => islands.forEach(hydrate));
}

async function hydrate(element) {
	const { island, props, prefix } = element.dataset;
	const [{ hydrateElement }, { default: Component }] = await Promise.all([
		import("./react.jsx"),
		ISLANDS[`../islands/${island}/index.jsx`](),
	]);
	hydrateElement(element, Component, JSON.parse(props), prefix);
	element.dataset.hydrated = "true";
}
