import { compile } from "@mdx-js/mdx";
import remarkGfm from "remark-gfm";
import type { Plugin } from "vite";
import { parse } from "yaml";

const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n/;

/** `{#id}` at the end of a heading would be an expression in MDX. */
const HEADING_ID = /^(#{1,6} .*[^\\])\{#([\w-]+)\}\s*$/gm;

/** Compiles `.mdx` and `.md` files; front matter becomes the export `frontmatter`. */
export function mdx(): Plugin {
	return {
		name: "mdx",
		enforce: "pre",
		async transform(source, id) {
			const [path = ""] = id.split("?");
			const format = path.endsWith(".mdx") ? "mdx" : path.endsWith(".md") ? "md" : undefined;
			if (!format) return null;
			const [whole = "", matter = ""] = FRONT_MATTER.exec(source) ?? [];
			const body = source.slice(whole.length).replace(HEADING_ID, format === "mdx" ? "$1\\{#$2}" : "$1{#$2}");
			const { value } = await compile({ value: body, path }, { format, remarkPlugins: [remarkGfm] });
			const frontmatter = JSON.stringify(parse(matter) ?? {});
			return { code: `${value}\nexport const frontmatter = ${frontmatter};\n`, map: null, moduleType: "js" };
		},
	};
}
