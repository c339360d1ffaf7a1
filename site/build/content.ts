import type { Element, ElementContent, Parents, Root } from "hast";
import { toString as textOf } from "hast-util-to-string";
import rehypeParse from "rehype-parse";
import rehypeStringify from "rehype-stringify";
import { unified } from "unified";
import { EXIT, SKIP, visit } from "unist-util-visit";
import type { IslandName } from "../src/islands/props.ts";
import type { Heading } from "../src/page.ts";
import { classesOf, h } from "./element.ts";
import { highlight } from "./highlight.ts";
import { slug } from "./slug.ts";

const parser = unified().use(rehypeParse, { fragment: true });
const writer = unified().use(rehypeStringify);

export const parseHtml = (html: string): Root => parser.parse(html);
export const writeHtml = (tree: Root): string => writer.stringify(tree);

const HEADINGS = new Set(["h2", "h3", "h4"]);

interface ContentOptions {
	resolveLink(href: string): string;
	renderIsland(name: IslandName, props: Record<string, unknown>, prefix: string): string;
}

/**
 * Finishes the content of a page: islands are rendered, headings get ids and links, code is highlighted, links become
 * relative.
 * @param html what the page's components rendered
 * @param resolveLink turns a link as written into one that works from this page
 * @param renderIsland see `src/server.tsx`
 * @returns `tree`, its `html`, and `headings` as `{id, text, depth}`
 */
export async function finishContent(
	html: string,
	{ resolveLink, renderIsland }: ContentOptions,
): Promise<{ tree: Root; html: string; headings: Heading[] }> {
	const tree = parseHtml(html);
	dropTitle(tree);
	const headings = addHeadingLinks(tree);
	await addCode(tree);
	keepOptionsWhole(tree);
	visit(tree, "element", (node) => {
		for (const name of ["href", "src"]) {
			const href = node.properties[name];
			if (typeof href === "string") node.properties[name] = resolveLink(href);
		}
	});
	moveAlignment(tree);
	wrapTables(tree);
	let count = 0;
	visit(tree, "element", (node) => {
		const { dataIsland: name, dataProps } = node.properties;
		if (typeof name !== "string" || typeof dataProps !== "string") return;
		const prefix = `island-${++count}-`;
		node.properties["dataPrefix"] = prefix;
		node.children = elementsOf(parseHtml(renderIsland(name as IslandName, JSON.parse(dataProps), prefix)));
		return SKIP;
	});
	return { tree, html: writeHtml(tree), headings };
}

/** The content of a fragment: text and elements. */
function elementsOf(tree: Root): ElementContent[] {
	return tree.children.filter((child): child is ElementContent => child.type !== "doctype");
}

/** Files of the repository carry their title as `h1`, which the layout writes. */
function dropTitle(tree: Root): void {
	visit(tree, "element", (node, index, parent) => {
		if (node.tagName !== "h1" || index === undefined) return;
		parent?.children.splice(index, 1);
		return EXIT;
	});
}

function addHeadingLinks(tree: Root): Heading[] {
	const headings: Heading[] = [];
	const taken = new Set<string>();
	visit(tree, "element", (node) => {
		if (node.properties["id"]) taken.add(String(node.properties["id"]));
	});
	visit(tree, "element", (node, index, parent) => {
		if (!HEADINGS.has(node.tagName) || !parent || index === undefined) return;
		const written = takeWrittenId(node);
		const text = textOf(node).trim();
		const given = node.properties["id"];
		const id = written ?? (typeof given === "string" ? given : undefined) ?? unique(slug(text), taken);
		taken.add(id);
		node.properties["id"] = id;
		headings.push({ id, text, depth: Number(node.tagName[1]) });
		const link = h("a", { className: ["anchor"], href: `#${id}`, ariaLabel: `Link to “${text}”` }, "#");
		parent.children[index] = h("div", { className: ["heading", node.tagName] }, node, link);
		return SKIP;
	});
	return headings;
}

/** Takes `{#id}` away from the end of a heading. */
function takeWrittenId(heading: Element): string | undefined {
	const last = heading.children.at(-1);
	if (last?.type !== "text") return undefined;
	const match = /\s*\{#([\w-]+)\}\s*$/.exec(last.value);
	if (!match) return undefined;
	last.value = last.value.slice(0, match.index);
	return match[1];
}

function unique(id: string, taken: ReadonlySet<string>): string {
	let found = id;
	for (let number = 1; taken.has(found); number++) found = `${id}-${number}`;
	return found;
}

/** What a block of code is called above it. */
const LABELS: Readonly<Record<string, string>> = {
	...{ sh: "Shell", js: "JavaScript", javascript: "JavaScript", ts: "TypeScript", typescript: "TypeScript" },
	...{ python: "Python", json: "JSON", text: "Output", yaml: "YAML", jinja: "Jinja", toml: "TOML" },
};

async function addCode(tree: Root): Promise<void> {
	const blocks: { node: Element; code: Element; index: number; parent: Parents }[] = [];
	visit(tree, "element", (node, index, parent) => {
		const [code] = node.children;
		if (node.tagName !== "pre" || code?.type !== "element" || code.tagName !== "code") return;
		if (parent && index !== undefined) blocks.push({ node, code, index, parent });
	});
	for (const { node, code, index, parent } of blocks) {
		const language = /language-(\S+)/.exec(classesOf(code).join(" "))?.[1] ?? "text";
		const text = textOf(code).replace(/\n$/, "");
		code.children = await highlight(text, language);
		node.properties["tabIndex"] = 0;
		const copy = h("button", { type: "button", className: ["copy"] }, "Copy");
		const figure =
			parent.type === "element" && parent.tagName === "figure" ? parent : h("figure", { className: ["code"] }, node);
		figure.children.push(copy);
		figure.properties["dataLanguage"] = LABELS[language] ?? language;
		if (!text.includes("\n")) figure.properties["className"] = [...classesOf(figure), "line"];
		if (figure !== parent) parent.children[index] = figure;
	}
}

/** An option such as `--dry-run`: browsers break lines after its hyphens. */
const OPTION = /(?<![\w-])--?[a-z]/i;
/** Longer code may be broken. */
const MAX_WHOLE_LENGTH = 32;

/** Marks short code with options in it, which wide screens keep on one line. */
function keepOptionsWhole(tree: Root): void {
	visit(tree, "element", (node, _index, parent) => {
		const isInline = node.tagName === "code" && !(parent?.type === "element" && parent.tagName === "pre");
		const text = isInline ? textOf(node) : "";
		if (text.length <= MAX_WHOLE_LENGTH && OPTION.test(text)) node.properties["className"] = ["option"];
	});
}

/** Columns that Markdown aligns: the policy allows no style attributes. */
function moveAlignment(tree: Root): void {
	visit(tree, "element", (node) => {
		const [, side] = /text-align:\s*(\w+)/.exec(String(node.properties["style"] ?? "")) ?? [];
		if (!side) return;
		Reflect.deleteProperty(node.properties, "style");
		node.properties["className"] = [...classesOf(node), `align-${side}`];
	});
}

/** A wide table scrolls by itself; the page does not. It can be reached by keyboard, so it needs a name. */
function wrapTables(tree: Root): void {
	let count = 0;
	visit(tree, "element", (node, index, parent) => {
		if (node.tagName !== "table" || !parent || index === undefined) return;
		const header = node.children.find((child) => child.type === "element" && child.tagName === "thead");
		const name = header ? textOf(header).replace(/\s+/g, " ").trim() : "";
		const ariaLabel = `Table ${++count}${name && `: ${name}`}`;
		parent.children[index] = h("div", { className: ["table"], tabIndex: 0, role: "group", ariaLabel }, node);
		return SKIP;
	});
}
