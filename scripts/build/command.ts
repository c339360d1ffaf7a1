/** Builds the command into `cli`, split by rolldown so that a command loads only what it imports. */
import { copyFile, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { type InputOptions, type OutputOptions, type RolldownOutput, rolldown } from "rolldown";
import manifest from "../../package.json" with { type: "json" };
import { escapeNul, replaceStringWidth, stubUnused, withoutTopLevelAwait } from "./plugins.ts";

const ENTRY = { bin: "src/cli/bin.ts" };

/** How the command is bundled, for installed Node and for the single executable. */
const COMMAND = {
	platform: "node",
	// Its `main` is CommonJS, whose members would not be those of an `import()`.
	resolve: { alias: { "@uwdata/flechette": "@uwdata/flechette/src/index.js" } },
	transform: {
		target: "node20.18",
		jsx: "react-jsx",
		define: { "process.env.NODE_ENV": '"production"', "import.meta.dirname": "__dirname" },
	},
	plugins: [stubUnused, replaceStringWidth, withoutTopLevelAwait, escapeNul],
	// A module that one command loads at once and another later is no mistake.
	checks: { ineffectiveDynamicImport: false },
} satisfies InputOptions;

/** Node loads a CommonJS file in a third of the time, and `import()` of another one needs no loader of ES modules. */
const OUTPUT = {
	format: "cjs",
	minify: true,
	esModule: false,
	externalLiveBindings: false,
	dynamicImportInCjs: false,
} satisfies OutputOptions;

/**
 * Files and the modules that they begin with: each has what its modules import and no row above has. Without them each set of
 * commands that share modules would have a file of its own, and a dry run would load a hundred.
 */
const FILES: Readonly<Record<string, readonly string[]>> = {
	version: ["cli/bin.ts"],
	// What each command loads.
	start: ["cli/start.ts", "cli/config/settings.ts", "cli/terminal/page.ts"],
	help: ["cli/without-command.ts", "cli/help/root.ts"],
	tasks: ["catalogue/signatures.ts", "catalogue/aliases.ts"],
	// What parses options.
	options: [
		"cli/options/define-command.ts",
		"cli/options/shared-options.ts",
		"cli/config/sandbox.ts",
		"cli/terminal/json.ts",
	],
	http: ["http/index.ts"],
	inference: ["inference/run.ts"],
	infer: ["cli/commands/infer/command.ts", "cli/commands/infer/show-call.ts"],
};

/** Packages that users install beside hub where they need them. An executable, which cannot load packages, has them. */
const OPTIONAL = Object.keys(manifest.peerDependencies);

const TEXTS = [
	"commands/completion/hub.bash",
	"commands/completion/hub.fish",
	"commands/completion/hub.ps1",
	"commands/completion/hub.zsh",
	"output/select/jq/prelude.jq",
];

/** Builds the command of a checkout into the folder `out`. @returns the files it is made of */
export async function buildCommand(root: string, out: string): Promise<string[]> {
	const groups = Object.entries(FILES).map(([name, modules], index, { length }) => {
		const paths = new Set(modules.map((module) => join(root, "src", module)));
		return { name, test: (id: string) => paths.has(id), priority: length - index };
	});
	const bundle = await rolldown({ ...COMMAND, cwd: root, input: ENTRY, external: OPTIONAL });
	const { output } = await bundle.write({ ...OUTPUT, dir: out, codeSplitting: { groups } });
	await bundle.close();
	await writeFile(join(out, "package.json"), '{ "type": "commonjs" }\n');
	const page = await buildCallsPage(root, out);
	// Code of other languages, which `readBuiltFile` finds beside the code that reads it.
	for (const file of TEXTS) await copyFile(join(root, "src/cli", file), join(out, basename(file)));
	return [...modulesOf(output), ...(await listOptional(root)), ...page, ...(await buildPdfWorker(root, out))];
}

/** Builds the command into one script, `file`: the program of an executable can load no other. */
export async function buildScript(root: string, file: string): Promise<void> {
	const bundle = await rolldown({ ...COMMAND, cwd: root, input: ENTRY });
	await bundle.write({ ...OUTPUT, file, codeSplitting: false });
	await bundle.close();
}

/** The files of the packages that an executable has beside those of the command. */
async function listOptional(root: string): Promise<string[]> {
	const bundle = await rolldown({ ...COMMAND, cwd: root, input: OPTIONAL });
	const { output } = await bundle.generate(OUTPUT);
	await bundle.close();
	return modulesOf(output);
}

function modulesOf(output: RolldownOutput["output"]): string[] {
	return output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
}

/** Builds the script of the thread that reads PDFs: it is started from its text. @returns the files it is made of */
async function buildPdfWorker(root: string, out: string): Promise<string[]> {
	const { metafile } = await build({
		entryPoints: [join(root, "src/cli/input/pdf-worker.ts")],
		outdir: out,
		bundle: true,
		minify: true,
		format: "cjs",
		platform: "node",
		target: "node20.18",
		charset: "ascii",
		legalComments: "none",
		// Draws pages.
		external: ["@napi-rs/canvas"],
		metafile: true,
	});
	const maps = await packCharacterMaps(join(root, "node_modules/pdfjs-dist/cmaps"));
	await writeFile(join(out, "pdf-cmaps.json"), JSON.stringify(maps));
	return Object.keys(metafile.inputs);
}

/** Returns the maps from codes to characters of a folder: name → content, in base64. */
async function packCharacterMaps(folder: string): Promise<Record<string, string>> {
	const files = (await readdir(folder)).filter((file) => file.endsWith(".bcmap")).sort();
	const contents = await Promise.all(files.map((file) => readFile(join(folder, file), "base64")));
	return Object.fromEntries(files.map((file, index) => [basename(file, ".bcmap"), contents[index] ?? ""]));
}

/** Builds the page of `hub serve`: a script and a style sheet that browsers load as they are. @returns the files it is made of */
async function buildCallsPage(root: string, out: string): Promise<string[]> {
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
	return Object.keys(metafile.inputs);
}
