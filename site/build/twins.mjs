import rehypeRemark from "rehype-remark";
import remarkGfm from "remark-gfm";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { SKIP, visit } from "unist-util-visit";
import { h } from "./element.mjs";

const toMarkdown = unified()
	.use(rehypeRemark)
	.use(remarkGfm)
	.use(remarkStringify, { bullet: "-", rule: "-", fences: true, incrementListMarker: true });

/** File of a page's Markdown twin: `tasks/x/` → `tasks/x.md`. */
export const twinOf = (path) => (path === "" ? "index.md" : `${path.slice(0, -1)}.md`);

/** A page as Markdown. Its links lead to the twins of other pages. */
export async function makeTwin(page, tree) {
	const copy = structuredClone(tree);
	visit(copy, "element", (node, index, parent) => {
		const { className = [], dataIsland, dataMarkdown } = node.properties;
		if (dataIsland) {
			parent.children.splice(
				index,
				1,
				...(dataMarkdown ? [h("pre", {}, h("code", { className: ["language-sh"] }, dataMarkdown))] : []),
			);
			return [SKIP, index + (dataMarkdown ? 1 : 0)];
		}
		if (className.includes("copy") || className.includes("anchor") || node.properties.role === "tablist") {
			parent.children.splice(index, 1);
			return [SKIP, index];
		}
		// Without tabs, each panel says whose it is.
		if (node.properties.dataLabel) node.children.unshift(h("p", {}, h("strong", {}, node.properties.dataLabel)));
		if (className.includes("prompt")) node.children.unshift({ type: "text", value: "$ " });
		if (node.tagName === "a" && node.properties.href) node.properties.href = twinLink(page.path, node.properties.href);
	});
	const body = toMarkdown.stringify(await toMarkdown.run(copy));
	return `# ${page.title}\n\n${page.description}\n\n${body}`;
}

/** Pages link to folders, from within a folder; twins lie beside the folder. */
function twinLink(path, href) {
	if (/^([a-z][a-z0-9+.-]*:|#)/i.test(href)) return href;
	const [file, hash] = href.split("#");
	const base = new URL(path, "https://site/");
	const target = new URL(file, base).pathname.slice(1);
	const twin = target.endsWith("/") || target === "" ? twinOf(target) : target;
	const up = path === "" ? "" : "../".repeat(path.split("/").length - 2);
	return `${up}${twin}${hash ? `#${hash}` : ""}`;
}
