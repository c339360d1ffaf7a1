/**
 * Builds an entry point for Node as a small file, and files that it loads when one of their functions is first called: V8
 * reads all the code of a file before it runs any, which is most of what an import costs. The sources know nothing of it.
 * Each file ends in an array of what others use of it. What a file uses of one loaded before it is read off that array; what
 * it uses of one loaded later becomes a function that loads the file and passes the call on.
 */
import { createHash } from "node:crypto";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type BuildOptions, build, type Plugin, transform } from "esbuild";
import { asciiTemplates, escapeRest } from "./ascii.ts";

/** How the modules of a folder are put into files; modules are named by their path without extension. */
export interface Layout {
	/** Modules of the entry file, besides `index`. */
	readonly entry: readonly string[];
	/** Modules of the files that few need. All others are in one file, the engine. */
	readonly parts: Readonly<Record<string, readonly string[]>>;
}

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

/** Modules before they are put into a file that others can load. */
interface Bundle {
	/** What it uses of other files, with its own name for it. */
	readonly needs: readonly (Item & { readonly local: string })[];
	readonly body: string;
	/** Own names by name of the export. */
	readonly exports: ReadonlyMap<string, string>;
}

const ENTRY = 0;
const ENGINE = 1;
const options = { platform: "node", target: "es2022", charset: "ascii" } as const satisfies BuildOptions;

/**
 * @param folder holds `index.ts` and the modules
 * @param entry path of the built entry
 */
export async function buildDeferred(folder: string, entry: string, layout: Layout): Promise<BuiltFile[]> {
	const names = ["", "engine", ...Object.keys(layout.parts)];
	const groups = [["index", ...layout.entry], [], ...Object.values(layout.parts)];
	const homes = new Map(
		groups.flatMap((modules, file) => modules.map((module) => [resolve(folder, `${module}.ts`), file] as const)),
	);
	const fileOf = (module: string): number => homes.get(module) ?? ENGINE;
	const whole = `export * from ${JSON.stringify(join(folder, "index.ts"))};\n`;
	const bundle = (file: number, items: readonly Item[]): Promise<Bundle> =>
		bundleModules(
			folder,
			(file === ENTRY ? whole : "") + items.map(writeExport).join(""),
			(module) => fileOf(module) !== file,
		);

	// What the files use of each other shows only once they are bundled with all that they offer.
	const wanted = new Wanted(fileOf);
	for (const file of names.keys()) {
		if (file === ENGINE) continue;
		const items = file === ENTRY ? [] : [...homes].filter(([, home]) => home === file).map(([module]) => module);
		wanted.add(await bundle(file, (await Promise.all(items.map(functionsOf))).flat()));
	}
	wanted.add(await bundle(ENGINE, wanted.of(ENGINE)));

	const codes: string[] = [];
	for (const file of [...names.keys()].slice(ENGINE))
		codes.push(await writePart(await bundle(file, wanted.of(file)), file, wanted));
	// A running program must not load files of another build: all have one hash in their names.
	const hash = createHash("sha256").update(codes.join("\n")).digest("hex").slice(0, 8);
	const files = codes.map((code, index) => {
		const name = names[index + ENGINE] ?? "";
		return { path: join(dirname(entry), "parts", `${name}-${hash}.js`), code };
	});
	const requests = files.map(({ path }) => `./parts/${basename(path)}`);
	const code = await writeEntry(await bundle(ENTRY, wanted.of(ENTRY)), requests, wanted);
	return [{ path: entry, code }, ...files];
}

async function writePart(bundle: Bundle, file: number, wanted: Wanted): Promise<string> {
	const code = await minify(`module.exports = function (load) {
${await writeBody(bundle, file, wanted)}
return ${writeItems(bundle, wanted.of(file))}; }`);
	// In parentheses, V8 compiles the function at once; else it reads all of the code twice.
	return `"use strict";${code.replace(/^module\.exports ?= ?([\s\S]*);\s*$/, "module.exports=($1);")}\n`;
}

async function writeEntry(bundle: Bundle, requests: readonly string[], wanted: Wanted): Promise<string> {
	const loads = requests.map((request) => `() => require(${JSON.stringify(request)})(load)`);
	const names = [...bundle.exports].filter(([name]) => !name.startsWith(MARK));
	// Names at the top of a script are not minified, so classes keep theirs.
	return minify(`"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
const files = [() => ${writeItems(bundle, wanted.of(ENTRY))}, ${loads.join(", ")}];
const loaded = [];
const load = (file) => loaded[file] ??= files[file]();
${await writeBody(bundle, ENTRY, wanted)}
${names.map(([name, local]) => `exports.${name} = ${local};`).join("\n")}`);
}

/** Begins the names under which a bundle exports what others use of it. */
const MARK = "item$";

function writeExport({ module, name }: Item, place: number): string {
	return `export { ${name} as ${MARK}${place} } from ${JSON.stringify(module)};\n`;
}

function writeItems({ exports }: Bundle, items: readonly Item[]): string {
	return `[${items.map((_, place) => exports.get(`${MARK}${place}`)).join(", ")}]`;
}

/** What files use of each other. */
class Wanted {
	readonly #items = new Map<number, Item[]>();
	readonly fileOf: (module: string) => number;

	constructor(fileOf: (module: string) => number) {
		this.fileOf = fileOf;
	}

	add({ needs }: Bundle): void {
		for (const { module, name } of needs)
			if (this.placeOf(module, name) === -1)
				this.#items.set(this.fileOf(module), [...this.of(this.fileOf(module)), { module, name }]);
	}

	/** What other files use of a file. */
	of(file: number): readonly Item[] {
		return this.#items.get(file) ?? [];
	}

	placeOf(module: string, name: string): number {
		return this.of(this.fileOf(module)).findIndex((item) => item.module === module && item.name === name);
	}
}

/** Code with definitions of all it uses of other files. */
async function writeBody({ needs, body }: Bundle, file: number, wanted: Wanted): Promise<string> {
	const lines: string[] = [];
	for (const { module, name, local } of needs) {
		const other = wanted.fileOf(module);
		const place = wanted.placeOf(module, name);
		const isLoaded = other < file && (other === ENTRY || other === ENGINE);
		if (!isLoaded && !(await functionsOf(module)).some((exported) => exported.name === name))
			throw new Error(`${name} of ${module} is used before its file is loaded, and is no function`);
		lines.push(`const ${local} = ${isLoaded ? `load(${other})[${place}]` : `later(${other}, ${place})`};\n`);
	}
	return `const later = (file, place) => (...args) => load(file)[place](...args);\n${lines.join("")}${body}`;
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

/** Leaves imports of other files' modules as they are, with absolute paths. */
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

/** Returns the functions that a module exports; classes are none. */
async function functionsOf(module: string): Promise<Item[]> {
	const values = Object.entries((await import(pathToFileURL(module).href)) as object);
	return values
		.filter(([, value]) => typeof value === "function" && !/^class\b/.test(String(value)))
		.map(([name]) => ({ module, name }));
}

async function minify(code: string): Promise<string> {
	return escapeRest((await transform(code, { ...options, minify: true })).code);
}
