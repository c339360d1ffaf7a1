import { toString as textOf } from "hast-util-to-string";
import MiniSearch from "minisearch";
import { SEARCH_OPTIONS } from "../src/islands/search/options.js";

/** Characters of a section's text that the index knows. */
const TEXT_LENGTH = 160;

/** The search index as JSON: an entry for each page and each heading. */
export function makeIndex(pages) {
	const index = new MiniSearch(SEARCH_OPTIONS);
	let id = 0;
	for (const { path, title, description, tree, kind } of pages) {
		for (const { heading, anchor, text } of sections(tree)) {
			index.add({
				id: id++,
				title: heading ?? title,
				page: heading === undefined ? kind : title,
				text: `${heading === undefined ? description : ""} ${text}`.slice(0, TEXT_LENGTH),
				url: anchor === undefined ? path : `${path}#${anchor}`,
			});
		}
	}
	return JSON.stringify(index);
}

/** The text of a page, cut at its headings; the first part has none. */
function sections(tree) {
	const found = [{ heading: undefined, anchor: undefined, text: "" }];
	const walk = (node) => {
		if (node.type === "text") found.at(-1).text += node.value;
		if (node.properties?.dataIsland || node.tagName === "pre" || node.tagName === "button") return;
		if (node.properties?.className?.[0] === "heading") {
			const [heading] = node.children;
			found.push({ heading: textOf(heading).trim(), anchor: heading.properties.id, text: "" });
			return;
		}
		// An option of a command: a term that can be linked to.
		if (/^option-/.test(node.properties?.id ?? "")) {
			const [term, meaning] = node.children;
			found.splice(-1, 0, { heading: textOf(term).trim(), anchor: node.properties.id, text: textOf(meaning) });
			return;
		}
		for (const child of node.children ?? []) walk(child);
		// Cells and paragraphs must not run together.
		if (node.type === "element") found.at(-1).text += " ";
	};
	walk(tree);
	return found.map((section) => ({ ...section, text: section.text.replace(/\s+/g, " ").trim() }));
}
