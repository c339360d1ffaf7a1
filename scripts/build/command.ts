/**
 * Builds the command into `cli`.
 *
 * It is bundled twice: esbuild can split only ES modules, but Node starts CommonJS a fifth of its own start-up time
 * faster, and only scripts run from compiled code. So the first pass splits the program into parts, and the second joins the
 * parts that most starts load into packs, see `src/cli/startup/pack.ts`.
 */
import { type ExecFileSyncOptions, execFileSync } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type BuildOptions, type BuildResult, build, type Metafile } from "esbuild";
import { READY_FOLDER, READY_TEXTS } from "../../src/cli/startup/ready.ts";
import { asciiTemplates, escapeRest } from "./ascii.ts";
import { findPacking, packParts, readParts } from "./pack-parts.ts";
import { leaveStart, prepare, replaceStringWidth, stubUnused, withoutTopLevelAwait } from "./plugins.ts";
import { linkFiles, shareFiles } from "./shared-files.ts";

const target = "node20.18";

/** Scripts for Node. */
const script = {
	bundle: true,
	minify: true,
	format: "cjs",
	platform: "node",
	target,
	charset: "ascii",
	// `import()` becomes `require()`, which avoids Node's loader of ES modules.
	supported: { "dynamic-import": false },
	// Code that may run as an ES module looks at it, and at `__dirname` where it is empty.
	logOverride: { "empty-import-meta": "silent" },
} as const satisfies BuildOptions;

/** Builds the command of a checkout into the folder `out`. @returns what it is made of */
export async function buildCommand(root: string, out: string): Promise<Metafile> {
	const { outputFiles, metafile } = await splitCommand(root, out);
	const parts = readParts(outputFiles, metafile);
	await writeFiles(await packParts(parts, findPacking(parts), { ...script, outdir: out }));
	// Node looks for one where a file loads another.
	await writeFile(join(out, "package.json"), '{ "type": "commonjs" }\n');
	await buildEntry(root, out);
	await buildCallsPage(root, out);
	await runScript(root, "compile-packs.ts", out);
	await buildReadyTexts(out);
	return metafile;
}

/** Bundles the command into ES modules, the parts; what several of them import is a part of its own. */
async function splitCommand(root: string, out: string): Promise<BuildResult<{ write: false; metafile: true }>> {
	return await build({
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
		// Its `main` is CommonJS, whose members would not be those of an `import()`.
		alias: { "@uwdata/flechette": "@uwdata/flechette/src/index.js" },
		define: { "process.env.NODE_ENV": '"production"' },
		chunkNames: "[name]-[hash]",
		plugins: [stubUnused, withoutTopLevelAwait, replaceStringWidth, prepare(out), asciiTemplates, shareFiles(out)],
		write: false,
		metafile: true,
	});
}

async function writeFiles(files: readonly { path: string; text: string }[]): Promise<void> {
	for (const { path, text } of files) {
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, linkFiles(escapeRest(text), "."));
	}
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
		// The same interface in a tenth of the bytes.
		alias: { react: "preact/compat", "react-dom": "preact/compat" },
		define: { "process.env.NODE_ENV": '"production"' },
	});
	await build({ entryPoints: { "calls-page": join(folder, "page.css") }, outdir: out, minify: true, charset: "ascii" });
}

/** Builds the entry file, and the file that opens packs: V8 reads the first alone for `hub --version`. */
async function buildEntry(root: string, out: string): Promise<void> {
	await build({
		...script,
		entryPoints: { bin: join(root, "src/cli/bin.ts"), "open-packs": join(root, "src/cli/startup/pack.ts") },
		outdir: out,
		outExtension: { ".js": ".cjs" },
		define: { "import.meta.dirname": "__dirname" },
		plugins: [leaveStart],
	});
}

/** Runs a script beside this one in a process of its own, with a home of its own. */
async function runScript(root: string, name: string, folder: string): Promise<void> {
	const { outputFiles } = await build({ ...script, entryPoints: [join(root, "scripts/build", name)], write: false });
	// The developer's settings and tokens must not affect what is loaded, and files written by the runs must not be published.
	const { PATH, SystemRoot } = process.env;
	const home = join(folder, "home");
	const env = { PATH, SystemRoot, HOME: home, HUB_CONFIG_DIR: home, XDG_CACHE_HOME: home };
	const options: ExecFileSyncOptions = { env, stdio: ["ignore", "ignore", "pipe"] };
	execFileSync(process.execPath, ["-e", outputFiles[0]?.text ?? "", folder], options);
	await rm(home, { recursive: true, force: true });
}

/** Stores the output of some command lines; see `src/cli/startup/ready.ts`. */
async function buildReadyTexts(out: string): Promise<void> {
	const env = { PATH: process.env["PATH"], HOME: out, HUB_CONFIG_DIR: out, XDG_CACHE_HOME: out };
	const texts = Object.entries(READY_TEXTS).map(([line, name]) => {
		const args = [join(out, "bin.cjs"), ...line.split(" ").filter(Boolean)];
		return { name, text: execFileSync(process.execPath, args, { env }) };
	});
	await mkdir(join(out, READY_FOLDER), { recursive: true });
	for (const { name, text } of texts) await writeFile(join(out, READY_FOLDER, name), text);
}
