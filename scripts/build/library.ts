/**
 * Builds the library twice. `lib` holds one ES module per source file, so that bundlers can leave out what a program does
 * not use. `cjs` holds few CommonJS files that share their parts; Node loads these, for `import` too.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { decode, encode, type SourceMapSegment } from "@jridgewell/sourcemap-codec";
import { type BuildOptions, build, type Metafile } from "esbuild";
import { version } from "../../src/base/version.ts";
import { asciiJson, asciiTemplates, escapeRest } from "./ascii.ts";
import { toReadableCommonJs } from "./common-js.ts";
import { entrySources } from "./entry-points.ts";

/** What the sandbox uses of packages. The library contains it: its users install none. */
const VENDORED: Readonly<Record<string, readonly string[]>> = {
	"hyparquet-writer": ["parquetWriteBuffer"],
};

const options = {
	format: "esm",
	platform: "neutral",
	// Packages of the sandbox have variants without `node:` modules.
	conditions: ["browser"],
	target: "es2022",
	charset: "ascii",
	write: false,
	plugins: [asciiTemplates],
} as const satisfies BuildOptions;

/** Builds the library of a checkout into `lib` and `cjs` of the folder `out`. @returns the files it is made of */
export async function buildLibrary(root: string, out: string): Promise<string[]> {
	const source = join(root, "src");
	const inputs = Object.keys((await buildCommonJs(source, join(out, "cjs"))).inputs);
	const files = inputs.filter((path) => !path.includes("node_modules"));
	await buildModules(source, files, join(out, "lib"));
	await buildVendored(root, join(out, "lib/vendor"));
	return inputs.map((path) => join(source, path));
}

async function buildCommonJs(source: string, out: string): Promise<Metafile> {
	const { outputFiles, metafile } = await build({
		...options,
		absWorkingDir: source,
		entryPoints: entrySources().map((name) => join(source, `${name}.ts`)),
		outbase: source,
		outdir: out,
		bundle: true,
		splitting: true,
		mainFields: ["module", "main"],
		external: ["node:*"],
		chunkNames: "chunks/[name]-[hash]",
		metafile: true,
		sourcemap: "inline",
		sourcesContent: false,
	});
	const outputs = new Map(
		Object.entries(metafile.outputs).map(([path, output]) => [relative(out, resolve(source, path)), output]),
	);
	for (const { path, text } of outputFiles) {
		const name = relative(out, path);
		const isPart = name.startsWith("chunks/");
		const { code, map } = await toReadableCommonJs(text, isPart);
		const file = isPart ? path : path.replace(/\.js$/, ".code.js");
		const sourceMap = byLine(map, (path) => relative(source, resolve(dirname(join(out, name)), path)));
		await write(file, `${escapeRest(code)}//# sourceMappingURL=${basename(file)}.map\n`);
		await write(`${file}.map`, sourceMap);
		if (!isPart) await write(path, entryOf(basename(file), outputs.get(name)?.exports ?? []));
	}
	await write(join(out, "package.json"), '{ "type": "commonjs" }\n');
	return metafile;
}

/**
 * An entry point's file. Its last statement never runs: Node reads it to learn what `import` may name. It reads the whole
 * file for that, character by character, which for the code would take twice as long as to load it.
 */
function entryOf(file: string, names: readonly string[]): string {
	return `const code = require("./${file}");
module.exports = code;
0&&(module.exports={${names.join(",")}});
`;
}

/** @param files relative to `source`: TypeScript, and JSON that becomes modules */
async function buildModules(source: string, files: readonly string[], out: string): Promise<void> {
	const { outputFiles } = await build({
		...options,
		entryPoints: files.filter((file) => file.endsWith(".ts")).map((file) => join(source, file)),
		outbase: source,
		outdir: out,
		supported: { "import-attributes": true },
		sourcemap: true,
		sourcesContent: false,
	});
	const maps = new Map(outputFiles.filter(({ path }) => path.endsWith(".map")).map(({ path, text }) => [path, text]));
	for (const { path, text } of outputFiles.filter(({ path }) => !path.endsWith(".map"))) {
		const name = relative(out, path);
		const map = byLine(maps.get(`${path}.map`) ?? "", () => name.replace(/\.js$/, ".ts"));
		// In the file: half as many files, and what reads modules for bundlers leaves comments out.
		const url = `data:application/json;base64,${Buffer.from(map).toString("base64")}`;
		const code = text.replace(/^\/\/# sourceMappingURL=.*$/m, () => `//# sourceMappingURL=${url}`);
		await write(path, escapeRest(renameImports(code, dirname(name))));
	}
	for (const file of files.filter((name) => name.endsWith(".json"))) {
		const data: unknown = JSON.parse(await readFile(join(source, file), "utf8"));
		await write(join(out, `${file}.js`), `export default ${asciiJson(data)};\n`);
	}
}

/**
 * Keeps one position a line of a source map, which is a quarter of it: a line that is built is a line of its source. The
 * package does not contain the sources; tools fetch them where somebody looks at them.
 * @param nameSource path of a source in the map → relative to `src`
 */
function byLine(map: string, nameSource: (path: string) => string): string {
	const { mappings, sources } = JSON.parse(map) as { mappings: string; sources: string[] };
	const root = `https://raw.githubusercontent.com/modelhub/hub/v${version}/src/`;
	// What a line of the builder's own comes from is no source.
	const known = sources.flatMap((source, index) => (source.endsWith("<stdin>") ? [] : [index]));
	const lines = decode(mappings).map((line) =>
		line
			.flatMap((segment) => {
				const source = segment.length === 1 ? -1 : known.indexOf(segment[1]);
				return segment.length === 1 || source < 0
					? []
					: [[segment[0], source, segment[2], segment[3]] as SourceMapSegment];
			})
			.slice(0, 1),
	);
	const urls = known.map((index) => root + nameSource(sources[index] ?? ""));
	return JSON.stringify({ version: 3, sources: urls, names: [], mappings: encode(lines) });
}

/** Bundles each vendored package into a module, so that no bundler looks for it. */
async function buildVendored(root: string, out: string): Promise<void> {
	for (const [name, names] of Object.entries(VENDORED)) {
		const contents = `export { ${names.join(", ")} } from "${name}";`;
		const stdin = { contents, resolveDir: root };
		const { outputFiles } = await build({ ...options, stdin, bundle: true, minify: true });
		await write(join(out, `${name}.js`), escapeRest(outputFiles[0]?.text ?? ""));
	}
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

async function write(path: string, text: string): Promise<void> {
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, text);
}
