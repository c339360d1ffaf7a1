import type { Root } from "hast";
import rehypeRemark from "rehype-remark";
import remarkGfm from "remark-gfm";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { SKIP, visit } from "unist-util-visit";
import type { Page } from "../src/page.ts";
import { classesOf, h } from "./element.ts";

const toMarkdown = unified()
	.use(rehypeRemark)
	.use(remarkGfm)
	.use(remarkStringify, { bullet: "-", rule: "-", fences: true, incrementListMarker: true });

/** File of a page's Markdown twin: `tasks/x/` → `tasks/x.md`. */
export const twinOf = (path: string): string => (path === "" ? "index.md" : `${path.slice(0, -1)}.md`);

/** A page as Markdown. Its links lead to the twins of other pages. */
export async function makeTwin(page: Page, tree: Root): Promise<string> {
	const copy = structuredClone(tree);
	visit(copy, "element", (node, index, parent) => {
		const { dataIsland, dataMarkdown, dataLabel, href } = node.properties;
		const className = classesOf(node);
		if (!parent || index === undefined) return undefined;
		if (dataIsland) {
			parent.children.splice(
				index,
				1,
				...(typeof dataMarkdown === "string"
					? [h("pre", {}, h("code", { className: ["language-sh"] }, dataMarkdown))]
					: []),
			);
			return [SKIP, index + (dataMarkdown ? 1 : 0)];
		}
		if (className.includes("copy") || className.includes("anchor") || node.properties["role"] === "tablist") {
			parent.children.splice(index, 1);
			return [SKIP, index];
		}
		// Without tabs, each panel says whose it is.
		if (typeof dataLabel === "string") node.children.unshift(h("p", {}, h("strong", {}, dataLabel)));
		if (className.includes("prompt")) node.children.unshift({ type: "text", value: "$ " });
		if (node.tagName === "a" && typeof href === "string") node.properties["href"] = twinLink(page.path, href);
		// Files lie one folder nearer to a twin than to its page.
		const { src } = node.properties;
		if (typeof src === "string") node.properties["src"] = twinLink(page.path, src);
		return undefined;
	});
	const body = toMarkdown.stringify(await toMarkdown.run(copy));
	return `# ${page.title}\n\n${page.description}\n\n${body}`;
}

/** Pages link to folders, from within a folder; twins lie beside the folder. */
function twinLink(path: string, href: string): string {
	if (/^([a-z][a-z0-9+.-]*:|#)/i.test(href)) return href;
	const [file = "", hash] = href.split("#");
	const base = new URL(path, "https://site/");
	const target = new URL(file, base).pathname.slice(1);
	const twin = target.endsWith("/") || target === "" ? twinOf(target) : target;
	const up = path === "" ? "" : "../".repeat(path.split("/").length - 2);
	return `${up}${twin}${hash ? `#${hash}` : ""}`;
}
