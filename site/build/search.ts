import type { Element, Nodes, Root } from "hast";
import { toString as textOf } from "hast-util-to-string";
import type { Page } from "../src/page.ts";
import type { IndexPage, IndexSection, TitleIndex } from "../src/search/engine.ts";
import { PAGE_NAMES } from "../src/search/names.ts";

/** Characters of a section's text that the index knows. */
const TEXT_LENGTH = 1500;
/** Of sections of the project's own history, which few look for. */
const PROJECT_LENGTH = 300;
/** Of the type of a member, which may list hundreds of names. */
const TYPE_LENGTH = 100;

/** How ids of members begin. */
const MEMBER = "member-";

/** Kinds of pages whose texts are loaded first, second and last. */
const PIECES: readonly (readonly string[])[] = [
	["Home", "Tools", "Guides", "Tasks", "Commands", "Reference", "Providers"],
	["API"],
	["In depth", "Libraries", "Project"],
];

/** A file of the index. */
interface IndexFile {
	path: string;
	content: string;
}

/** The search index: titles, which are enough for a first result, and texts in pieces. */
export function makeIndex(pages: readonly (Page & { tree: Root })[]): IndexFile[] {
	const known: IndexPage[] = [];
	const sections: IndexSection[] = [];
	const texts: string[] = [];
	const starts: number[] = [];
	for (const kinds of PIECES) {
		starts.push(sections.length);
		for (const page of pages.filter(({ kind }) => kinds.includes(kind))) {
			const names = [...(page.names ?? []), ...(PAGE_NAMES[page.path] ?? [])];
			const { title, path, kind } = page;
			known.push({
				title,
				path,
				kind,
				...(names.length > 0 ? { names } : {}),
				...(page.isType ? { isType: true } : {}),
			});
			const length = kind === "Project" ? PROJECT_LENGTH : TEXT_LENGTH;
			for (const { heading, anchor, text } of findSections(page.tree)) {
				sections.push([known.length - 1, anchor, heading]);
				texts.push(`${anchor === "" ? `${page.description} ` : ""}${text}`.slice(0, length).trim());
			}
		}
	}
	const titles: TitleIndex = { pages: known, sections };
	return [
		{ path: "search/titles.json", content: JSON.stringify(titles) },
		...starts.map((start, piece) => ({
			path: `search/texts-${piece + 1}.json`,
			content: JSON.stringify({ start, texts: texts.slice(start, starts[piece + 1]) }),
		})),
	];
}

/** What follows an element in a text: names and their meanings, cells and rows are told apart. */
const SEPARATORS: Readonly<Record<string, string>> = {
	td: ", ",
	th: ", ",
	dt: ": ",
	dd: ". ",
	tr: ". ",
	li: ". ",
	pre: " ",
};

interface Section {
	/** Empty for the part before the first heading, as is the anchor. */
	heading: string;
	anchor: string;
	text: string;
}

/** The text of a page, cut at its headings, code blocks included. */
function findSections(tree: Root): Section[] {
	const first: Section = { heading: "", anchor: "", text: "" };
	const found = [first];
	let current = first;
	const walk = (node: Nodes): void => {
		if (node.type === "text") current.text += node.value;
		if (node.type === "element") {
			const { properties, tagName, children } = node;
			const className = Array.isArray(properties["className"]) ? properties["className"] : [];
			if (properties["dataIsland"] || ["button", "noscript"].includes(tagName) || className.includes("names")) return;
			if (className[0] === "heading") {
				const heading = children.find((child): child is Element => child.type === "element");
				if (!heading) return;
				current = { heading: textOf(heading).trim(), anchor: String(heading.properties["id"]), text: "" };
				found.push(current);
				return;
			}
			// A term that can be linked to, such as an option of a command: it belongs to its section as well.
			const id = String(properties["id"] ?? "");
			const [term, meaning] = children.filter((child): child is Element => child.type === "element");
			const isMoved = term && JSON.stringify(term.children).includes('"moved"');
			if (term?.tagName === "dt" && meaning && id !== "" && !isMoved) {
				found.push({ anchor: id, ...readTerm(id, term, textOf(meaning)) });
			}
		}
		if ("children" in node) for (const child of node.children) walk(child);
		// Cells and paragraphs must not run together; a row reads as a sentence in an excerpt.
		if (node.type === "element") current.text += SEPARATORS[node.tagName] ?? " ";
	};
	walk(tree);
	return found.map((section) => ({ ...section, text: tidy(section.text) }));
}

/** A term and its meaning; a member of a type has its name for a heading: few look for it by words of its type. */
function readTerm(id: string, term: Element, meaning: string): Pick<Section, "heading" | "text"> {
	const [first] = term.children.filter((child): child is Element => child.type === "element");
	const heading = textOf(first ?? term).trim();
	if (!id.startsWith(MEMBER)) return { heading, text: meaning };
	return { heading: id.slice(MEMBER.length), text: `${meaning} ${heading.slice(0, TYPE_LENGTH)}` };
}

/** Single spaces, and one mark of punctuation where several met. */
function tidy(text: string): string {
	return text
		.replace(/\s+/g, " ")
		.replace(/ ([,.:;])/g, "$1")
		.replace(/([.:;!?…])[,.:]+/g, "$1")
		.replace(/,(?:\s*[,.])+/g, (run) => (run.includes(".") ? "." : ","))
		.trim();
}
