/**
 * Built code is ASCII: pages without a charset, and readers that assume latin1, then cannot misread it. esbuild escapes
 * strings and names (`charset: "ascii"`); this covers the two places it leaves alone, tagged templates and regular
 * expressions.
 */
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { type Loader, type Plugin, transform } from "esbuild";

const NON_ASCII = /[\u0080-\uffff]/;

/** Turns the templates of files with non-ASCII text into calls whose strings esbuild can escape. */
export const asciiTemplates: Plugin = {
	name: "ascii-templates",
	setup({ onLoad }) {
		onLoad({ filter: /\.(?:[cm]?js|tsx?)$/ }, async ({ path }) => {
			const text = await readFile(path, "utf8");
			if (!NON_ASCII.test(text)) return undefined;
			const loader = extname(path).replace(/^\.[cm]?/, "") as Loader;
			const { code } = await transform(text, {
				loader,
				jsx: "automatic",
				charset: "ascii",
				sourcefile: path,
				supported: { "template-literal": false },
				tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
			});
			return { contents: code, loader: "js" };
		});
	},
};

/** Escapes what is left in code that went through `asciiTemplates` and esbuild: regular expressions and comments. */
export function escapeRest(code: string): string {
	return code.replace(/(\\*)([\u0080-\uffff])/g, (_, slashes: string, unit: string) => {
		// After an odd number of backslashes, the character is already escaped.
		const kept = slashes.length % 2 === 0 ? slashes : slashes.slice(1);
		return kept + escapeUnit(unit);
	});
}

/** JSON, or a JavaScript literal of it, in ASCII. */
export function asciiJson(value: unknown): string {
	return JSON.stringify(value).replace(/[\u007f-\uffff]/g, escapeUnit);
}

function escapeUnit(unit: string): string {
	return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * Checks every code file in a folder.
 * @throws Error that names the first file with a byte that is not ASCII, and its line
 */
export async function checkAscii(folder: string): Promise<void> {
	for (const name of await readdir(folder, { recursive: true })) {
		if (!/\.[cm]?js$/.test(name)) continue;
		const text = await readFile(join(folder, name), "latin1");
		const index = text.search(NON_ASCII);
		if (index < 0) continue;
		const line = text.slice(0, index).split("\n").length;
		throw new Error(
			`${name}:${line} holds a byte that is not ASCII: ${JSON.stringify(text.slice(index - 20, index + 20))}`,
		);
	}
}
