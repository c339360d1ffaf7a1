import type { ComponentType } from "react";
import { afterPaint } from "./after-paint.ts";

const ISLANDS = import.meta.glob<{ default: ComponentType<object> }>("../islands/*/index.tsx");

/** Hydrates the islands of the page after everything is painted, so that the first paint is not delayed. */
export function hydrateIslands() {
	const islands = [...document.querySelectorAll<HTMLElement>("[data-island]")];
	if (islands.length === 0) return;
	afterPaint(() => islands.forEach(hydrate));
}

async function hydrate(element: HTMLElement): Promise<void> {
	const { island, props = "{}", prefix = "" } = element.dataset;
	const load = ISLANDS[`../islands/${island}/index.tsx`];
	if (!load) throw new Error(`There is no island "${island}".`);
	const [{ hydrateElement }, { default: Component }] = await Promise.all([import("./react.tsx"), load()]);
	hydrateElement(element, Component, JSON.parse(props), prefix);
	element.dataset["hydrated"] = "true";
}
