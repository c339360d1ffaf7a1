/**
 * Builds the command into `cli`.
 *
 * It is bundled twice: esbuild can split only ES modules, but Node starts CommonJS a fifth of its own start-up time
 * faster. So the first pass splits, the second turns each file into CommonJS. Files with top-level await, and files that
 * import them statically, stay ES modules and are reached by `import()`.
 */
import { type ExecFileSyncOptions, execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { type BuildOptions, build, type Metafile, transform } from "esbuild";
import { READY_FOLDER, READY_TEXTS } from "../../src/cli/startup/ready.ts";
import { asciiTemplates, escapeRest } from "./ascii.ts";
import { leaveStart, prepare, replaceStringWidth, stubUnused, withoutFetch } from "./plugins.ts";

const target = "node20.18";

/** A script that stands alone. */
const single = {
	bundle: true,
	minify: true,
	format: "cjs",
	platform: "node",
	target,
	charset: "ascii",
	supported: { "dynamic-import": false },
} as const satisfies BuildOptions;

/** Builds the command of a checkout into the folder `out`. @returns what it is made of */
export async function buildCommand(root: string, out: string): Promise<Metafile> {
	const metafile = await buildParts(root, out);
	await buildEntry(root, out);
	await buildCallsPage(root, out);
	await buildPack(root, out);
	await buildReadyTexts(out);
	return metafile;
}

async function buildParts(root: string, out: string): Promise<Metafile> {
	const { outputFiles, metafile } = await build({
		absWorkingDir: root,
		entryPoints: ["src/cli/start.ts"],
		outdir: out,
		bundle: true,
		splitting: true,
		minify: true,
		format: "esm",
		platform: "node",
		target,
		charset: "ascii",
		jsx: "automatic",
		define: { "process.env.NODE_ENV": '"production"' },
		// Bundled CommonJS packages reach Node's modules through `require`, which an ES module lacks.
		banner: {
			js: 'import{createRequire as __createRequire}from"node:module";var require=__createRequire(__filename);',
		},
		chunkNames: "[name]-[hash]",
		plugins: [stubUnused, withoutFetch, replaceStringWidth, prepare, asciiTemplates],
		write: false,
		metafile: true,
	});
	const files = new Map(outputFiles.map((file) => [relative(out, file.path), file.text]));
	const modules = findModules(files, metafile, `${relative(root, out)}/`);
	await mkdir(out, { recursive: true });
	for (const [name, text] of files) {
		const isModule = modules.has(name);
		const code = renameImports(text, modules);
		const { code: final } = isModule
			? { code: code.replace("__createRequire(__filename)", "__createRequire(import.meta.url)") }
			: await transform(callImporter(code.replace(/^import\{createRequire.*?;var require=.*?;/, "")), {
					format: "cjs",
					platform: "node",
					target,
					minify: true,
					charset: "ascii",
					// `import()` becomes `require()`: no detour through Node's loader of ES modules.
					supported: { "dynamic-import": false },
				});
		await writeFile(join(out, name.replace(/\.js$/, isModule ? ".mjs" : ".cjs")), escapeRest(final));
	}
	await writeFile(join(out, IMPORTER), "module.exports = (file) => import(file);\n");
	return metafile;
}

/** Builds the page of `hub serve`: a script and a style sheet that browsers load as they are. */
async function buildCallsPage(root: string, out: string): Promise<void> {
	const folder = join(root, "src/cli/commands/serve/page");
	await build({
		entryPoints: { "calls-page": join(folder, "main.tsx") },
		outdir: out,
		bundle: true,
		minify: true,
		format: "iife",
		target: "es2022",
		charset: "ascii",
		jsx: "automatic",
		define: { "process.env.NODE_ENV": '"production"' },
	});
	await build({ entryPoints: { "calls-page": join(folder, "page.css") }, outdir: out, minify: true, charset: "ascii" });
}

/** Builds the file Node runs: it stands alone, and finds the rest by itself. */
async function buildEntry(root: string, out: string): Promise<void> {
	await build({
		...single,
		entryPoints: [join(root, "src/cli/bin.ts")],
		outfile: join(out, "bin.cjs"),
		define: { "import.meta.dirname": "__dirname" },
		plugins: [leaveStart],
	});
}

/**
 * Puts copies of the files that most starts load into one, the pack: reading many small files takes longer than running
 * them. See `src/cli/startup/pack.ts`.
 */
async function buildPack(root: string, out: string): Promise<void> {
	const script = join(root, "scripts/build/make-pack.ts");
	const { outputFiles } = await build({ ...single, entryPoints: [script], write: false });
	// The builder's settings and tokens must not decide what is loaded.
	const { PATH, SystemRoot } = process.env;
	const env = { PATH, SystemRoot, HOME: out, HUB_CONFIG_DIR: out, XDG_CACHE_HOME: out };
	const options: ExecFileSyncOptions = { env, stdio: ["ignore", "ignore", "inherit"] };
	// The first run joins the files, the second compiles them.
	for (let run = 0; run < 2; run++) {
		execFileSync(process.execPath, ["-e", outputFiles[0]?.text ?? "", out], options);
	}
}

/** Keeps what some command lines print; see `src/cli/startup/ready.ts`. */
async function buildReadyTexts(out: string): Promise<void> {
	const env = { PATH: process.env["PATH"], HOME: out, HUB_CONFIG_DIR: out, XDG_CACHE_HOME: out };
	const texts = Object.entries(READY_TEXTS).map(([line, name]) => {
		const args = [join(out, "bin.cjs"), ...line.split(" ").filter(Boolean)];
		return { name, text: execFileSync(process.execPath, args, { env }) };
	});
	await mkdir(join(out, READY_FOLDER));
	for (const { name, text } of texts) await writeFile(join(out, READY_FOLDER, name), text);
}

/** Returns the names of the files that must stay ES modules: those with top-level await and their static importers. */
function findModules(files: ReadonlyMap<string, string>, metafile: Metafile, prefix: string): Set<string> {
	const modules = new Set<string>();
	const awaiting = new Set(
		Object.keys(metafile.inputs).filter((input) =>
			/yoga-layout\/dist\/src\/index\.js$|\/ink\/build\/reconciler\.js$/.test(input),
		),
	);
	for (const [path, output] of Object.entries(metafile.outputs)) {
		if (Object.keys(output.inputs).some((input) => awaiting.has(input))) modules.add(path.slice(prefix.length));
	}
	for (let grown = true; grown; ) {
		grown = false;
		for (const name of files.keys()) {
			const imports = metafile.outputs[prefix + name]?.imports ?? [];
			const inherits = imports.some(
				(entry) => entry.kind === "import-statement" && modules.has(entry.path.slice(prefix.length)),
			);
			if (inherits && !modules.has(name)) grown = Boolean(modules.add(name));
		}
	}
	return modules;
}

function renameImports(code: string, modules: ReadonlySet<string>): string {
	return code.replace(/(["'])\.\/([\w.-]+\.js)\1/g, (_, quote: string, name: string) => {
		return `${quote}./${name.replace(/\.js$/, modules.has(name) ? ".mjs" : ".cjs")}${quote}`;
	});
}

/** Imports ES modules for other files: `import()` does not work in code from a compile cache. */
const IMPORTER = "import.cjs";

function callImporter(code: string): string {
	return code.replace(/\bimport(?=\(["']\.\/[\w.-]+\.mjs["']\))/g, `require("./${IMPORTER}")`);
}
