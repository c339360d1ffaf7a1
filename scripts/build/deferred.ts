/**
 * Builds an entry point for Node as one small file, and files of parts that Node loads when one of their functions is
 * first called. V8 reads all the code of a file before it runs any, which is most of what an import costs. The sources know
 * nothing of it: imports of a deferred module become functions that load its file and pass the call on, and a deferred
 * file gets what it needs of the rest as an argument.
 */
import { createHash } from "node:crypto";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type BuildOptions, build, type Plugin, transform } from "esbuild";
import { asciiTemplates, escapeRest } from "./ascii.ts";

/** Modules of a folder by the file they are put into, without extension. The rest may use no more than their functions. */
export type Parts = Readonly<Record<string, readonly string[]>>;

/** A built file: path below the folder of CommonJS files, and code. */
export interface BuiltFile {
	readonly path: string;
	readonly code: string;
}

/** Something that a module exports. */
interface Item {
	readonly module: string;
	readonly name: string;
}

const shared = {
	bundle: true,
	platform: "node",
	target: "es2022",
	charset: "ascii",
	write: false,
	logLevel: "silent",
} as const satisfies BuildOptions;

/**
 * @param folder holds `index.ts` and the modules of the parts
 * @param entry path of the entry file
 */
export async function buildWithParts(folder: string, entry: string, parts: Parts): Promise<BuiltFile[]> {
	const homes = new Map(
		Object.entries(parts).flatMap(([part, modules]) =>
			modules.map((module): [string, string] => [resolve(folder, `${module}.ts`), part]),
		),
	);
	const links = new Links();
	const files = new Map<string, BuiltFile>();
	for (const part of Object.keys(parts)) files.set(part, await buildPart(folder, entry, part, homes, links));
	const code = await buildEntry(folder, entry, homes, files, links);
	return [{ path: entry, code }, ...files.values()];
}

/** What the parts use of the rest, by its place in an array. */
class Links {
	readonly #items: Item[] = [];

	/** Returns the place of an item. */
	placeOf(module: string, name: string): number {
		const place = this.#items.findIndex((item) => item.module === module && item.name === name);
		return place === -1 ? this.#items.push({ module, name }) - 1 : place;
	}

	/** Code that hands over the array. */
	write(): string {
		const imports = this.#items.map(
			({ module, name }, place) => `import { ${name} as _${place} } from ${JSON.stringify(module)};\n`,
		);
		return `${imports.join("")}import { provide } from "rest:";
provide(() => [${this.#items.map((_, place) => `_${place}`).join(", ")}]);`;
	}
}

async function buildPart(
	folder: string,
	entry: string,
	part: string,
	homes: ReadonlyMap<string, string>,
	links: Links,
): Promise<BuiltFile> {
	const modules = [...homes].filter(([, home]) => home === part).map(([path]) => path);
	const exports = await Promise.all(modules.map(async (path) => ({ path, names: await functionsOf(path) })));
	const { outputFiles } = await build({
		...shared,
		stdin: {
			contents: exports
				.map(({ path, names }) => `export { ${names.join(", ")} } from ${JSON.stringify(path)};`)
				.join("\n"),
			resolveDir: folder,
		},
		format: "esm",
		plugins: [asciiTemplates, leaveOut((path) => homes.get(path) !== part)],
	});
	let needs = "";
	const body = (outputFiles[0]?.text ?? "")
		.replace(/^import \{([^}]*)\} from "(.*)";$/gm, (_, names: string, module: string) => {
			for (const [name, local] of readNames(names)) needs += `const ${local} = rest[${links.placeOf(module, name)}];\n`;
			return "";
		})
		.replace(/^export \{([^}]*)\};$/m, (_, names: string) => {
			return `return { ${readNames(names).map(([local, name]) => `${name}: ${local}`)} };`;
		});
	const { code } = await transform(
		`"use strict"; module.exports = (rest) => {\n${needs}${body} };`,
		{ minify: true, target: shared.target, charset: "ascii" },
	);
	const hash = createHash("sha256").update(code).digest("hex").slice(0, 8);
	return { path: join(dirname(entry), "parts", `${part}-${hash}.js`), code: escapeRest(code) };
}

/** `a, b as c` of an import or export. */
function readNames(list: string): [string, string][] {
	return list
		.split(",")
		.map((item) => item.trim())
		.filter((item) => item !== "")
		.map((item) => {
			const [from = "", to = from] = item.split(" as ");
			return [from, to];
		});
}

/** Names of the functions a module exports; classes are none. */
async function functionsOf(path: string): Promise<string[]> {
	const values = Object.entries((await import(pathToFileURL(path).href)) as object);
	return values
		.filter(([, value]) => typeof value === "function" && !/^class\b/.test(String(value)))
		.map(([name]) => name);
}

/** Leaves imports of other modules as they are, with absolute paths. */
function leaveOut(isOther: (path: string) => boolean): Plugin {
	return {
		name: "leave-out",
		setup({ onResolve }) {
			onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
				const absolute = resolve(resolveDir, path);
				return isOther(absolute) ? { path: absolute, external: true } : undefined;
			});
		},
	};
}

async function buildEntry(
	folder: string,
	entry: string,
	homes: ReadonlyMap<string, string>,
	files: ReadonlyMap<string, BuiltFile>,
	links: Links,
): Promise<string> {
	const { outputFiles } = await build({
		...shared,
		stdin: {
			contents: `export * from ${JSON.stringify(join(folder, "index.ts"))};\n${links.write()}`,
			resolveDir: folder,
		},
		format: "cjs",
		minify: !process.env["NOMIN"],
		plugins: [deferring(entry, homes, files), asciiTemplates],
	});
	return escapeRest(`"use strict";${outputFiles[0]?.text}`);
}

/** Gives functions for the modules of parts, which load the part. */
function deferring(entry: string, homes: ReadonlyMap<string, string>, files: ReadonlyMap<string, BuiltFile>): Plugin {
	return {
		name: "deferring",
		setup({ onResolve, onLoad }) {
			onResolve({ filter: /^rest:$/ }, () => ({ path: "rest", namespace: "rest" }));
			onLoad({ filter: /.*/, namespace: "rest" }, () => ({
				contents: `let make, made;
export const provide = (given) => { make = given; };
export const rest = () => made ??= make();`,
			}));
			onResolve({ filter: /^[./]/ }, ({ path, resolveDir }) => {
				const absolute = resolve(resolveDir, path);
				const part = homes.get(absolute);
				return part ? { path: absolute, namespace: "part", pluginData: part } : undefined;
			});
			onLoad({ filter: /.*/, namespace: "part" }, async ({ path, pluginData: part }) => {
				const names = await functionsOf(path);
				return {
					contents: [
						`import { load } from "load:${part}";`,
						...names.map((name) => `export const ${name} = (...args) => load().${name}(...args);`),
					].join("\n"),
				};
			});
			onResolve({ filter: /^load:/ }, ({ path }) => ({ path, namespace: "load" }));
			onLoad({ filter: /.*/, namespace: "load" }, ({ path }) => {
				const file = files.get(path.replace("load:", ""))?.path ?? "";
				const request = `./${relative(dirname(entry), file)}`;
				return {
					contents: `import { rest } from "rest:";
let part;
export const load = () => part ??= require(${JSON.stringify(request)})(rest());`,
				};
			});
			onResolve({ filter: /^\.\/parts\// }, ({ path }) => ({ path, external: true }));
		},
	};
}
