/** Builds the command into `cli`, split by esbuild so that a command loads only what it imports. */
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type BuildOptions, build, type Metafile } from "esbuild";
import manifest from "../../package.json" with { type: "json" };
import { toCommonJs } from "./common-js.ts";
import { replaceStringWidth, stubUnused, withoutTopLevelAwait } from "./plugins.ts";

/** How the command is bundled, for installed Node and for the single executable. */
export const COMMAND = {
	entryPoints: ["src/cli/bin.ts"],
	bundle: true,
	minify: true,
	platform: "node",
	target: "node20.18",
	jsx: "automatic",
	// Its `main` is CommonJS, whose members would not be those of an `import()`.
	alias: { "@uwdata/flechette": "@uwdata/flechette/src/index.js" },
	define: { "process.env.NODE_ENV": '"production"', "import.meta.dirname": "__dirname" },
	plugins: [stubUnused, replaceStringWidth, withoutTopLevelAwait],
} as const satisfies BuildOptions;

/** Packages that users install beside hub where they need them. An executable, which cannot load packages, has them. */
const OPTIONAL = Object.keys(manifest.peerDependencies);

const TEXTS = [
	"commands/completion/hub.bash",
	"commands/completion/hub.fish",
	"commands/completion/hub.ps1",
	"commands/completion/hub.zsh",
	"output/select/jq/prelude.jq",
];

/** Builds the command of a checkout into the folder `out`. @returns what it is made of */
export async function buildCommand(root: string, out: string): Promise<Metafile[]> {
	const { metafile, outputFiles } = await build({
		...COMMAND,
		absWorkingDir: root,
		outdir: out,
		splitting: true,
		format: "esm",
		chunkNames: "[name]-[hash]",
		// Modules of Node, in packages that are CommonJS themselves, too.
		external: [...OPTIONAL, "node:*"],
		write: false,
		metafile: true,
	});
	await mkdir(out, { recursive: true });
	for (const { path, text } of outputFiles) await writeFile(path, await toCommonJs(text));
	await writeFile(join(out, "package.json"), '{ "type": "commonjs" }\n');
	const { metafile: optional } = await build({
		...COMMAND,
		entryPoints: OPTIONAL,
		absWorkingDir: root,
		outdir: out,
		write: false,
		metafile: true,
	});
	const page = await buildCallsPage(root, out);
	// Code of other languages, which `readBuiltFile` finds beside the code that reads it.
	for (const file of TEXTS) await copyFile(join(root, "src/cli", file), join(out, basename(file)));
	return [metafile, optional, page];
}

/** Builds the page of `hub serve`: a script and a style sheet that browsers load as they are. */
async function buildCallsPage(root: string, out: string): Promise<Metafile> {
	const folder = join(root, "src/cli/commands/serve/page");
	const { metafile } = await build({
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
		metafile: true,
	});
	await build({ entryPoints: { "calls-page": join(folder, "page.css") }, outdir: out, minify: true, charset: "ascii" });
	return metafile;
}
