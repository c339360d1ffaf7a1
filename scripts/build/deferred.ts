/**
 * Builds the template engine for Node as three files: the classes, which the import loads, the engine, which the first template
 * loads, and the parts of the full engine, which are added to it where `modelhub/jinja/full` is imported. V8 reads all the code of a file before it runs any, which is most of what an import costs. The sources know nothing of it.
 * Each file ends in an array of what the others use of it. The engine reads it off; to the classes, a function of the engine is
 * one that loads the engine and passes the call on.
 */
import { createHash } from "node:crypto";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type BuildOptions, build, type Plugin, transform } from "esbuild";
import { asciiTemplates, escapeRest } from "./ascii.ts";

/** Modules of `src/template` that the import loads, besides `index`. All others are the engine. */
export const CLASSES = ["../base/remember", "errors", "host-context", "limits", "syntax/tokens", "template"] as const;

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
 * @param folder holds `index.ts`, `full-parts.ts` and the modules
 * @param entry path of the built entry
 * @param fullEntry path of the built entry of the full engine
 */
export async function buildDeferred(folder: string, entry: string, fullEntry: string): Promise<BuiltFile[]> {
	const classes = new Set(["index", ...CLASSES].map((module) => resolve(folder, `${module}.ts`)));
	const whole = `export * from ${JSON.stringify(join(folder, "index.ts"))};\n`;
	const core = await listModules(folder, whole);
	const parts = [{ module: join(folder, "full-parts.ts"), name: "addAllParts" }];
	const bundleClasses = (items: readonly Item[]): Promise<Bundle> =>
		bundleModules(folder, whole + items.map(writeExport).join(""), (module) => !classes.has(module));
	const bundleEngine = (items: readonly Item[]): Promise<Bundle> =>
		bundleModules(folder, items.map(writeExport).join(""), (module) => classes.has(module));

	// What the files use of each other shows only once they are bundled.
	const full = await bundleModules(folder, parts.map(writeExport).join(""), (module) => core.has(module));
	const isOfClasses = ({ module }: Item): boolean => classes.has(module);
	const ofCalls = listItems((await bundleClasses([])).needs);
	await checkFunctions(ofCalls);
	const ofEngine = listItems([...ofCalls, ...full.needs.filter((item) => !isOfClasses(item))]);
	const engine = await bundleEngine(ofEngine);
	const ofClasses = listItems([...engine.needs, ...full.needs.filter(isOfClasses)]);
	const engineFile = nameByHash("engine", await writeFunction(engine, ofEngine, ofClasses, []), entry);
	const fullFile = nameByHash("full", await writeFunction(full, parts, ofClasses, ofEngine), entry);
	const requests = [engineFile, fullFile].map(({ path }) => `./${basename(path)}`);
	const code = await writeClasses(await bundleClasses(ofClasses), requests, ofClasses, ofCalls);
	const index = JSON.stringify(`./${basename(entry)}`);
	return [
		{ path: entry, code },
		{ path: fullEntry, code: `"use strict";const core=require(${index});core.useAllParts();module.exports=core;\n` },
		engineFile,
		fullFile,
	];
}

/** Holds what the full engine uses of the core, on a class that both have. */
const HELD = 'Symbol.for("modelhub.jinja.core")';

/**
 * Builds the template engine for Node's `import`: an ES module of the core, and one that adds the full engine to it. Node
 * reads one file sooner than the three of `buildDeferred`, and most programs that import the engine use it.
 *
 * @param folder as in `buildDeferred`
 * @param path of the core, relative to the full engine
 */
export async function buildForImport(folder: string, path: string): Promise<{ core: string; full: string }> {
	const whole = `export * from ${JSON.stringify(join(folder, "index.ts"))};\n`;
	const modules = await listModules(folder, whole);
	const parts = [{ module: join(folder, "full-parts.ts"), name: "addAllParts" }];
	const full = await bundleModules(folder, parts.map(writeExport).join(""), (module) => modules.has(module));
	const items = listItems(full.needs);
	const core = await bundleModules(folder, whole + items.map(writeExport).join(""), () => false);
	const names = [...core.exports].filter(([name]) => !name.startsWith(MARK));
	const exports = names.map(([name, local]) => (name === local ? name : `${local} as ${name}`)).join(", ");
	const uses = full.needs.map((need) => `const ${need.local} = items[${placeOf(items, need)}];\n`).join("");
	return {
		core: await minify(`${core.body}
Object.defineProperty(${core.exports.get("Template")}, ${HELD}, { value: ${writeItems(core, items)} });
for (const [name, value] of Object.entries({ ${names.map(([name, local]) => `${name}: ${local}`).join(", ")} }))
	if (typeof value === "function") Object.defineProperty(value, "name", { value: name });
export { ${exports} };`),
		full: await minify(`import { Template } from ${JSON.stringify(path)};
const items = Template[${HELD}];
${uses}${full.body}
${full.exports.get(`${MARK}0`)}();
export { ${names.map(([name]) => name).join(", ")} } from ${JSON.stringify(path)};`),
	};
}

/** A running program must not load the engine of another build. */
function nameByHash(name: string, code: string, entry: string): BuiltFile {
	const hash = createHash("sha256").update(code).digest("hex").slice(0, 8);
	return { path: join(dirname(entry), `${name}-${hash}.cjs`), code };
}

async function writeFunction(
	bundle: Bundle,
	own: readonly Item[],
	classes: readonly Item[],
	engine: readonly Item[],
): Promise<string> {
	const uses = bundle.needs.map((need) => {
		const place = placeOf(classes, need);
		return `const ${need.local} = ${place === -1 ? `engine[${placeOf(engine, need)}]` : `classes[${place}]`};\n`;
	});
	const code = await minify(`module.exports = function (classes, engine) {
${uses.join("")}${bundle.body}
return ${writeItems(bundle, own)}; }`);
	// In parentheses, V8 compiles the function at once; else it reads all of the code twice.
	return `"use strict";${code.replace(/^module\.exports ?= ?([\s\S]*);\s*$/, "module.exports=($1);")}\n`;
}

async function writeClasses(
	bundle: Bundle,
	[engine = "", full = ""]: readonly string[],
	own: readonly Item[],
	others: readonly Item[],
): Promise<string> {
	const uses = bundle.needs.map((need) => `const ${need.local} = later(${placeOf(others, need)});\n`);
	const names = [...bundle.exports].filter(([name]) => !name.startsWith(MARK));
	// Names at the top of a script are not minified, so classes keep theirs.
	return minify(`"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
let engine, isFull = false;
const load = () => {
	if (engine) return engine;
	engine = require(${JSON.stringify(engine)})(${writeItems(bundle, own)});
	if (isFull) addParts();
	return engine;
};
const addParts = () => require(${JSON.stringify(full)})(${writeItems(bundle, own)}, engine)[0]();
Object.defineProperty(exports, "useAllParts", { value: () => {
	if (isFull) return;
	isFull = true;
	if (engine) addParts();
} });
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

/** Returns the items, each once. */
function listItems(needs: readonly Item[]): Item[] {
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

/** Lists the modules that a program uses. */
async function listModules(folder: string, contents: string): Promise<Set<string>> {
	const { metafile } = await build({
		...options,
		stdin: { contents, resolveDir: folder },
		bundle: true,
		write: false,
		metafile: true,
		absWorkingDir: folder,
		plugins: [asciiTemplates],
	});
	return new Set(Object.keys(metafile.inputs).map((path) => resolve(folder, path)));
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
