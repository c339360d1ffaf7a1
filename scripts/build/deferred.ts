/**
 * Builds the template engine for Node as two files: the classes, which the import loads, and the engine, which the first template
 * loads. V8 reads all the code of a file before it runs any, which is most of what an import costs. The sources know nothing of it.
 * Each file ends in an array of what the other uses of it. The engine reads it off; to the classes, a function of the engine is
 * one that loads the engine and passes the call on.
 */
import { createHash } from "node:crypto";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type BuildOptions, build, type Plugin, transform } from "esbuild";
import { asciiTemplates, escapeRest } from "./ascii.ts";

/** Modules of `src/template` that the import loads, besides `index`. All others are the engine. */
export const CLASSES = [
	"errors",
	"host-context",
	"interpreter",
	"limits",
	"syntax/tokens",
	"template",
	"template-environment",
] as const;

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

/** Modules before they are put into a file that the other can load. */
interface Bundle {
	/** What it uses of the other file, with its own name for it. */
	readonly needs: readonly (Item & { readonly local: string })[];
	readonly body: string;
	/** Own names by name of the export. */
	readonly exports: ReadonlyMap<string, string>;
}

const options = { platform: "node", target: "es2022", charset: "ascii" } as const satisfies BuildOptions;

/**
 * @param folder holds `index.ts` and the modules
 * @param entry path of the built entry
 */
export async function buildDeferred(folder: string, entry: string): Promise<BuiltFile[]> {
	const classes = new Set(["index", ...CLASSES].map((module) => resolve(folder, `${module}.ts`)));
	const whole = `export * from ${JSON.stringify(join(folder, "index.ts"))};\n`;
	const bundleClasses = (items: readonly Item[]): Promise<Bundle> =>
		bundleModules(folder, whole + items.map(writeExport).join(""), (module) => !classes.has(module));
	const bundleEngine = (items: readonly Item[]): Promise<Bundle> =>
		bundleModules(folder, items.map(writeExport).join(""), (module) => classes.has(module));

	// What the files use of each other shows only once they are bundled.
	const ofEngine = listItems(await bundleClasses([]));
	await checkFunctions(ofEngine);
	const engine = await bundleEngine(ofEngine);
	const ofClasses = listItems(engine);
	const code = await writeEngine(engine, ofEngine, ofClasses);
	// A running program must not load the engine of another build.
	const hash = createHash("sha256").update(code).digest("hex").slice(0, 8);
	const path = join(dirname(entry), `engine-${hash}.cjs`);
	return [
		{
			path: entry,
			code: await writeClasses(await bundleClasses(ofClasses), `./${basename(path)}`, ofClasses, ofEngine),
		},
		{ path, code },
	];
}

async function writeEngine(bundle: Bundle, own: readonly Item[], others: readonly Item[]): Promise<string> {
	const uses = bundle.needs.map((need) => `const ${need.local} = classes[${placeOf(others, need)}];\n`);
	const code = await minify(`module.exports = function (classes) {
${uses.join("")}${bundle.body}
return ${writeItems(bundle, own)}; }`);
	// In parentheses, V8 compiles the function at once; else it reads all of the code twice.
	return `"use strict";${code.replace(/^module\.exports ?= ?([\s\S]*);\s*$/, "module.exports=($1);")}\n`;
}

async function writeClasses(
	bundle: Bundle,
	request: string,
	own: readonly Item[],
	others: readonly Item[],
): Promise<string> {
	const uses = bundle.needs.map((need) => `const ${need.local} = later(${placeOf(others, need)});\n`);
	const names = [...bundle.exports].filter(([name]) => !name.startsWith(MARK));
	// Names at the top of a script are not minified, so classes keep theirs.
	return minify(`"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
let engine;
const load = () => engine ??= require(${JSON.stringify(request)})(${writeItems(bundle, own)});
const later = (place) => (...args) => load()[place](...args);
${uses.join("")}${bundle.body}
${names.map(([name, local]) => `exports.${name} = ${local};`).join("\n")}`);
}

/** Begins the names under which a bundle exports what the other uses of it. */
const MARK = "item$";

function writeExport({ module, name }: Item, place: number): string {
	return `export { ${name} as ${MARK}${place} } from ${JSON.stringify(module)};\n`;
}

function writeItems({ exports }: Bundle, items: readonly Item[]): string {
	return `[${items.map((_, place) => exports.get(`${MARK}${place}`)).join(", ")}]`;
}

/** Returns what a bundle uses of the other file, each once. */
function listItems({ needs }: Bundle): Item[] {
	return needs.filter((need, index) => placeOf(needs, need) === index);
}

function placeOf(items: readonly Item[], { module, name }: Item): number {
	return items.findIndex((item) => item.module === module && item.name === name);
}

/** Only a call can wait for the engine to be loaded; a class or a table cannot. */
async function checkFunctions(items: readonly Item[]): Promise<void> {
	for (const { module, name } of items) {
		const value = ((await import(pathToFileURL(module).href)) as Record<string, unknown>)[name];
		if (typeof value !== "function" || /^class\b/.test(String(value)))
			throw new Error(`${name} of ${module} is used before the engine is loaded, and is no function`);
	}
}

async function bundleModules(folder: string, contents: string, isOther: (module: string) => boolean): Promise<Bundle> {
	const { outputFiles } = await build({
		...options,
		stdin: { contents, resolveDir: folder },
		bundle: true,
		format: "esm",
		write: false,
		logLevel: "silent",
		plugins: [leaveOut(isOther), asciiTemplates],
	});
	const needs: Bundle["needs"][number][] = [];
	const exports = new Map<string, string>();
	const body = (outputFiles[0]?.text ?? "")
		.replace(/^import \{([^}]*)\} from "(.*)";$/gm, (_, names: string, module: string) => {
			for (const [name, local] of readNames(names)) needs.push({ module, name, local });
			return "";
		})
		.replace(/^export \{([^}]*)\};$/gm, (_, names: string) => {
			for (const [local, name] of readNames(names)) exports.set(name, local);
			return "";
		});
	return { needs, body, exports };
}

/** Leaves imports of the other file's modules as they are, with absolute paths. */
function leaveOut(isOther: (module: string) => boolean): Plugin {
	return {
		name: "leave-out",
		setup({ onResolve }) {
			onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
				const module = resolve(resolveDir, path);
				return isOther(module) ? { path: module, external: true } : undefined;
			});
		},
	};
}

/** Reads `a, b as c` of an import or export. */
function readNames(list: string): [from: string, to: string][] {
	return [...list.matchAll(/([\w$]+)(?: as ([\w$]+))?/g)].map(([, from = "", to = from]) => [from, to]);
}

async function minify(code: string): Promise<string> {
	return escapeRest((await transform(code, { ...options, minify: true })).code);
}
