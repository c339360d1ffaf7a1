/**
 * Builds the library twice. `lib` holds one ES module per source file, for bundlers, browsers, Deno and Bun. `cjs` holds
 * few CommonJS files that share their parts; Node loads these, also for `import`, through small files that name their
 * exports.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { decode, encode } from "@jridgewell/sourcemap-codec";
import { type BuildOptions, build, transform } from "esbuild";
import { version } from "../../src/base/version.ts";
import { asciiJson, asciiTemplates, escapeRest } from "./ascii.ts";
import { buildDeferred, buildForImport } from "./deferred.ts";
import { entrySources, nodeSources } from "./entry-points.ts";
import {
	FULL_TEMPLATES,
	linkFiles,
	shareFiles,
	shareHelpers,
	TEMPLATES,
	VENDORED,
	withoutBuffer,
	writeHelpers,
} from "./shared-files.ts";

const shared = {
	format: "esm",
	platform: "neutral",
	// Packages of the sandbox have variants without `node:` modules.
	conditions: ["browser"],
	target: "es2022",
	charset: "ascii",
	write: false,
	plugins: [asciiTemplates],
} as const satisfies BuildOptions;

/** Builds the library of a checkout into `lib` and `cjs` of the folder `out`. Declarations are not part of it. */
export async function buildLibrary(root: string, out: string): Promise<void> {
	const source = join(root, "src");
	const files = await buildCommonJs(source, join(out, "cjs"), join(out, "cjs/shared"));
	await buildModules(source, files, join(out, "lib"));
	await buildVendored(root, join(out, "lib"));
	await writeNodeEntries(out);
	await writeEngine(join(source, "template"), join(out, "lib/template"));
}

/** Writes the ES modules of the template engine for Node's `import`, which has an engine apart from `require`. */
async function writeEngine(source: string, out: string): Promise<void> {
	const { core, full } = await buildForImport(source, "./index.node.js");
	await write(join(out, "index.node.js"), core);
	await write(join(out, "full.node.js"), full);
}

/**
 * @param command folder of the data
 * @returns the source files that were used, relative to `source`
 */
async function buildCommonJs(source: string, out: string, command: string): Promise<string[]> {
	const data = new Set<string>();
	await writeHelpers(command);
	const { outputFiles, metafile } = await build({
		...shared,
		absWorkingDir: source,
		// The full template engine has all of the other one.
		entryPoints: entrySources().flatMap((name) => (name === "template/index" ? [] : join(source, `${name}.ts`))),
		outbase: source,
		outdir: out,
		bundle: true,
		// esbuild can split only ES modules: each file becomes CommonJS afterwards.
		splitting: true,
		external: ["node:*"],
		chunkNames: "chunks/[name]-[hash]",
		metafile: true,
		plugins: [asciiTemplates, shareFiles(command, data)],
	});
	for (const { path, text } of outputFiles) {
		const { code } = await transform(text, {
			format: "cjs",
			platform: "node",
			target: "es2022",
			charset: "ascii",
			supported: { "dynamic-import": false },
		});
		// As a script: names at the top of it stay, so classes keep theirs.
		const script = await transform(shareHelpers(code), {
			platform: "node",
			target: "es2022",
			charset: "ascii",
			minify: true,
		});
		await write(path, linkFiles(escapeRest(script.code), relative(dirname(path), command)));
	}
	// Nothing else contains the template engine, so that it can be built on its own. The command loads the same files.
	for (const { path, code } of await buildDeferred(join(source, "template"), TEMPLATES, FULL_TEMPLATES))
		await write(join(command, path), code);
	for (const [name, file] of [
		["index", TEMPLATES],
		["full", FULL_TEMPLATES],
	] as const) {
		const engine = relative(join(out, "template"), join(command, file));
		await write(join(out, `template/${name}.js`), `module.exports=require("${engine}");\n`);
	}
	await write(join(out, "package.json"), '{ "type": "commonjs" }\n');
	return [...Object.keys(metafile.inputs), ...[...data].map((path) => relative(source, path))];
}

/** Bundles each vendored package into a module of `vendor`, so that no bundler looks for it. */
async function buildVendored(root: string, out: string): Promise<void> {
	for (const [name, names] of Object.entries(VENDORED)) {
		const contents = `export { ${names.join(", ")} } from "${name}";`;
		const options = {
			...shared,
			stdin: { contents, resolveDir: root },
			bundle: true,
			minify: true,
			plugins: [withoutBuffer],
		};
		const { outputFiles } = await build(options);
		await write(join(out, "vendor", `${name}.js`), escapeRest(outputFiles[0]?.text ?? ""));
	}
}

async function buildModules(source: string, files: readonly string[], out: string): Promise<void> {
	const { outputFiles } = await build({
		...shared,
		entryPoints: files.filter((file) => file.endsWith(".ts")).map((file) => join(source, file)),
		outbase: source,
		outdir: out,
		supported: { "import-attributes": true },
		sourcemap: true,
		sourcesContent: false,
	});
	const data = new Map<string, string>();
	for (const file of files.filter((name) => name.endsWith(".json")))
		data.set(file, asciiJson(JSON.parse(await readFile(join(source, file), "utf8"))));
	for (const { path, text } of outputFiles) {
		const folder = dirname(relative(out, path));
		const own = path.endsWith(".map")
			? byLine(text, relative(out, path))
			: escapeRest(renameImports(includeData(text, folder, data), folder));
		await write(path, own);
	}
	for (const [file, json] of data)
		if (json.length > MAX_INCLUDED) await write(join(out, `${file}.js`), `export default ${json};\n`);
}

/** Smaller data is in the module that imports it, and not a file of its own. */
const MAX_INCLUDED = 2500;

/** @param data JSON by path, relative to `lib` like `folder` */
function includeData(code: string, folder: string, data: ReadonlyMap<string, string>): string {
	return code.replace(
		/^import (\w+) from "(\.[^"]*\.json)" with \{ type: "json" \};$/gm,
		(whole, name: string, path: string) => {
			const json = data.get(join(folder, path)) ?? "";
			return json === "" || json.length > MAX_INCLUDED ? whole : `const ${name} = ${json};`;
		},
	);
}

/**
 * Keeps one position a line of a source map, which is a quarter of it: a line of `lib` is a line of its source. The package
 * does not contain the sources; tools fetch them where somebody looks at them.
 */
function byLine(map: string, path: string): string {
	const { mappings } = JSON.parse(map) as { mappings: string };
	const source = `https://raw.githubusercontent.com/modelhub/hub/v${version}/src/${path.replace(/\.js\.map$/, ".ts")}`;
	const lines = decode(mappings).map((line) => line.slice(0, 1));
	return JSON.stringify({ version: 3, sources: [source], names: [], mappings: encode(lines) });
}

/**
 * Imports of built files: `./x.ts` is `./x.js`, JSON is a module, and packages are in `vendor`.
 * @param folder of the module, relative to `lib`
 */
function renameImports(code: string, folder: string): string {
	return Object.keys(VENDORED)
		.reduce((text, name) => text.replaceAll(`"${name}"`, JSON.stringify(relative(folder, `vendor/${name}.js`))), code)
		.replace(/(\b(?:from|import) ?\(?"\.[^"]*)\.ts(?=")/g, "$1.js")
		.replace(/(\bfrom "\.[^"]*\.json)" with \{ type: "json" \}/g, '$1.js"')
		.replace(/(\bimport\("\.[^"]*\.json)", \{ with: \{ type: "json" \} \}/g, '$1.js"');
}

/** Writes ES modules for Node's `import` that re-export the CommonJS build. */
async function writeNodeEntries(out: string): Promise<void> {
	for (const name of nodeSources().filter((source) => !source.startsWith("template/"))) {
		const file = join(out, "lib", `${name}.node.js`);
		const target = join(out, "cjs", `${name}.js`);
		const exports = Object.keys((await import(target)) as object).filter((key) =>
			/^(?!default$|module\.exports$)/.test(key),
		);
		const path = JSON.stringify(relative(dirname(file), target));
		// Node would search a CommonJS file that is imported for names of exports, which takes a millisecond. Bundlers see the
		// second `require`, and put the library in its place; there, the first one fails.
		await write(
			file,
			`import { createRequire } from "node:module";
let library;
try {
	library = createRequire(import.meta.url)(${path});
} catch (error) {
	try {
		library = require(${path});
	} catch {
		throw error;
	}
}
export const { ${exports.join(", ")} } = library;
`,
		);
	}
}

async function write(path: string, text: string): Promise<void> {
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, text);
}
