import { toString as textOf } from "hast-util-to-string";
import rehypeParse from "rehype-parse";
import rehypeStringify from "rehype-stringify";
import { unified } from "unified";
import { EXIT, SKIP, visit } from "unist-util-visit";
import { h } from "./element.mjs";
import { highlight } from "./highlight.mjs";
import { slug } from "./slug.mjs";

const parser = unified().use(rehypeParse, { fragment: true });
const writer = unified().use(rehypeStringify);

export const parseHtml = (html) => parser.parse(html);
export const writeHtml = (tree) => writer.stringify(tree);

const HEADINGS = new Set(["h2", "h3", "h4"]);

/**
 * Finishes the content of a page: islands are rendered, headings get ids and links, code is highlighted, links become
 * relative.
 * @param html what the page's components rendered
 * @param resolveLink turns a link as written into one that works from this page
 * @param renderIsland see `src/server.jsx`
 * @returns `tree`, its `html`, and `headings` as `{id, text, depth}`
 */
export async function finishContent(html, { resolveLink, renderIsland }) {
	const tree = parseHtml(html);
	dropTitle(tree);
	const headings = addHeadingLinks(tree);
	await addCode(tree);
	visit(tree, "element", (node) => {
		for (const name of ["href", "src"]) {
			if (typeof node.properties[name] === "string") node.properties[name] = resolveLink(node.properties[name]);
		}
	});
	wrapTables(tree);
	let count = 0;
	visit(tree, "element", (node) => {
		const name = node.properties.dataIsland;
		if (!name) return;
		const prefix = `island-${++count}-`;
		node.properties.dataPrefix = prefix;
		node.children = parseHtml(renderIsland(name, JSON.parse(node.properties.dataProps), prefix)).children;
		return SKIP;
	});
	return { tree, html: writeHtml(tree), headings };
}

/** Files of the repository carry their title as `h1`, which the layout writes. */
function dropTitle(tree) {
	visit(tree, "element", (node, index, parent) => {
		if (node.tagName !== "h1") return;
		parent.children.splice(index, 1);
		return EXIT;
	});
}

function addHeadingLinks(tree) {
	const headings = [];
	const taken = new Set();
	visit(tree, "element", (node) => {
		if (node.properties.id) taken.add(node.properties.id);
	});
	visit(tree, "element", (node, index, parent) => {
		if (!HEADINGS.has(node.tagName)) return;
		const written = takeWrittenId(node);
		const text = textOf(node).trim();
		const id = written ?? node.properties.id ?? unique(slug(text), taken);
		taken.add(id);
		node.properties.id = id;
		headings.push({ id, text, depth: Number(node.tagName[1]) });
		const link = h("a", { className: ["anchor"], href: `#${id}`, ariaLabel: `Link to “${text}”` }, "#");
		parent.children[index] = h("div", { className: ["heading", node.tagName] }, node, link);
		return SKIP;
	});
	return headings;
}

/** Takes `{#id}` away from the end of a heading. */
function takeWrittenId(heading) {
	const last = heading.children.at(-1);
	if (last?.type !== "text") return undefined;
	const match = /\s*\{#([\w-]+)\}\s*$/.exec(last.value);
	if (!match) return undefined;
	last.value = last.value.slice(0, match.index);
	return match[1];
}

function unique(id, taken) {
	let found = id;
	for (let number = 1; taken.has(found); number++) found = `${id}-${number}`;
	return found;
}

async function addCode(tree) {
	const blocks = [];
	visit(tree, "element", (node, index, parent) => {
		const [code] = node.children;
		if (node.tagName === "pre" && code?.tagName === "code") blocks.push({ node, code, index, parent });
	});
	for (const { node, code, index, parent } of blocks) {
		const language = /language-(\S+)/.exec(code.properties.className?.join(" ") ?? "")?.[1] ?? "text";
		const text = textOf(code).replace(/\n$/, "");
		code.children = await highlight(text, language);
		node.properties.tabIndex = 0;
		const copy = h("button", { type: "button", className: ["copy"] }, "Copy");
		const figure = parent.tagName === "figure" ? parent : h("figure", { className: ["code"] }, node);
		figure.children.push(copy);
		if (!text.includes("\n")) figure.properties.className.push("line");
		if (figure !== parent) parent.children[index] = figure;
	}
}

/** A wide table scrolls by itself; the page does not. It can be reached by keyboard, so it needs a name. */
function wrapTables(tree) {
	let count = 0;
	visit(tree, "element", (node, index, parent) => {
		if (node.tagName !== "table") return;
		const header = node.children.find(({ tagName }) => tagName === "thead");
		const name = header ? textOf(header).replace(/\s+/g, " ").trim() : "";
		const ariaLabel = `Table ${++count}${name && `: ${name}`}`;
		parent.children[index] = h("div", { className: ["table"], tabIndex: 0, role: "group", ariaLabel }, node);
		return SKIP;
	});
}
