/**
 * Builds the command into `cli`.
 *
 * It is bundled twice: esbuild can split only ES modules, but Node starts CommonJS a fifth of its own start-up time
 * faster, and only CommonJS runs from compiled code. So the first pass splits, the second turns each file into CommonJS.
 */
import { type ExecFileSyncOptions, execFileSync } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { type BuildOptions, build, type Metafile, transform } from "esbuild";
import { READY_FOLDER, READY_TEXTS } from "../../src/cli/startup/ready.ts";
import { asciiTemplates, escapeRest } from "./ascii.ts";
import { leaveStart, prepare, replaceStringWidth, stubUnused, withoutTopLevelAwait } from "./plugins.ts";

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
		// Bundled CommonJS packages load Node's modules with `require`, which ES modules do not have.
		banner: {
			js: 'import{createRequire as __createRequire}from"node:module";var require=__createRequire(__filename);',
		},
		chunkNames: "[name]-[hash]",
		plugins: [stubUnused, withoutTopLevelAwait, replaceStringWidth, prepare, asciiTemplates],
		write: false,
		metafile: true,
	});
	await mkdir(out, { recursive: true });
	for (const { path, text } of outputFiles) {
		const name = relative(out, path).replace(/\.js$/, ".cjs");
		const source = text.replace(/^import\{createRequire.*?;var require=.*?;/, "");
		const { code } = await transform(source.replace(/(["'])\.\/([\w.-]+)\.js\1/g, "$1./$2.cjs$1"), {
			format: "cjs",
			platform: "node",
			target,
			minify: true,
			charset: "ascii",
			// `import()` becomes `require()`, which avoids Node's loader of ES modules.
			supported: { "dynamic-import": false },
		});
		await writeFile(join(out, name), escapeRest(code));
	}
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

/** Builds the entry file: it is self-contained, and finds the rest at run time. */
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
	// The developer's settings and tokens must not affect what is loaded, and files written by the runs must not be published.
	const { PATH, SystemRoot } = process.env;
	const home = join(out, "home");
	const env = { PATH, SystemRoot, HOME: home, HUB_CONFIG_DIR: home, XDG_CACHE_HOME: home };
	const options: ExecFileSyncOptions = { env, stdio: ["ignore", "ignore", "pipe"] };
	// The first run joins the files, the second compiles them.
	for (let run = 0; run < 2; run++) {
		execFileSync(process.execPath, ["-e", outputFiles[0]?.text ?? "", out], options);
	}
	await rm(home, { recursive: true, force: true });
}

/** Stores the output of some command lines; see `src/cli/startup/ready.ts`. */
async function buildReadyTexts(out: string): Promise<void> {
	const env = { PATH: process.env["PATH"], HOME: out, HUB_CONFIG_DIR: out, XDG_CACHE_HOME: out };
	const texts = Object.entries(READY_TEXTS).map(([line, name]) => {
		const args = [join(out, "bin.cjs"), ...line.split(" ").filter(Boolean)];
		return { name, text: execFileSync(process.execPath, args, { env }) };
	});
	await mkdir(join(out, READY_FOLDER));
	for (const { name, text } of texts) await writeFile(join(out, READY_FOLDER, name), text);
}
