/**
 * Builds `dist/`: the library (`dist/lib`, typed ES modules, JSON data inlined) and the command (`dist/cli`).
 *
 * The command is bundled twice over: esbuild can split only ES modules, but Node starts CommonJS a fifth of its own
 * start-up time faster. So the first pass splits, the second turns each file into CommonJS. Files with top-level await,
 * and those that import them statically, stay ES modules and are reached by `import()`.
 *
 * Reading many small files takes longer than running them, and compiling longer than both; so copies of those that most
 * starts need are put into one, the pack, which V8 compiles here and now for the Node that builds.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type BuildOptions, build, type Metafile, type Plugin, transform } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
// Built beside the old result and swapped in, so that a running `hub` never meets half a build.
const out = join(root, `dist.${process.pid}`);

const target = "node20.18";

async function buildLibrary(): Promise<void> {
	const { exports } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { exports: object };
	const entryPoints = [...new Set(JSON.stringify(exports).match(/dist\/lib\/[\w/-]+\.js/g))].map((file) =>
		join(root, file.replace("dist/lib", "src").replace(/\.js$/, ".ts")),
	);
	await build({
		entryPoints,
		outbase: join(root, "src"),
		outdir: join(out, "lib"),
		bundle: true,
		splitting: true,
		format: "esm",
		platform: "neutral",
		external: ["node:*"],
		target: "es2022",
		chunkNames: "chunks/[name]-[hash]",
	});
	await buildDeclarations(join(out, "lib"));
}

async function buildDeclarations(folder: string): Promise<void> {
	const compiler = join(root, "node_modules/typescript/bin/tsc");
	execFileSync(process.execPath, [compiler, "-p", "tsconfig.build.json", "--outDir", folder], {
		cwd: root,
		stdio: "inherit",
	});
	// The compiler leaves `./x.ts` in declarations as it is; not every tool finds `./x.d.ts` by that name.
	for (const name of await readdir(folder, { recursive: true })) {
		if (!name.endsWith(".d.ts")) continue;
		const text = await readFile(join(folder, name), "utf8");
		await writeFile(join(folder, name), text.replace(/(\b(?:from |import\()["']\.[^"']*)\.ts(?=["'])/g, "$1.js"));
	}
}

async function buildCommand(): Promise<Metafile> {
	const result = await build({
		absWorkingDir: root,
		entryPoints: ["src/cli/start.ts"],
		outdir: join(out, "cli"),
		bundle: true,
		splitting: true,
		minify: true,
		format: "esm",
		platform: "node",
		target,
		jsx: "automatic",
		define: { "process.env.NODE_ENV": '"production"' },
		// Bundled CommonJS packages reach Node's modules through `require`, which an ES module lacks.
		banner: {
			js: 'import{createRequire as __createRequire}from"node:module";var require=__createRequire(__filename);',
		},
		chunkNames: "[name]-[hash]",
		plugins: [stubUnused, withoutFetch, replaceStringWidth, prepare],
		write: false,
		metafile: true,
	});
	const files = new Map(result.outputFiles.map((file) => [relative(join(out, "cli"), file.path), file.text]));
	const modules = findModules(files, result.metafile);
	await mkdir(join(out, "cli"), { recursive: true });
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
					// `import()` becomes `require()`: no detour through Node's loader of ES modules.
					supported: { "dynamic-import": false },
				});
		await writeFile(join(out, "cli", name.replace(/\.js$/, isModule ? ".mjs" : ".cjs")), final);
	}
	await writeFile(join(out, "cli", IMPORTER), "module.exports = (file) => import(file);\n");
	return result.metafile;
}

/** The file Node runs: it stands alone, and finds the rest by itself. */
async function buildEntry(): Promise<void> {
	await build({
		...loneFile,
		entryPoints: [join(root, "src/cli/bin.ts")],
		outfile: join(out, "cli/bin.cjs"),
		define: { "import.meta.dirname": "__dirname" },
		plugins: [leaveStart],
	});
}

/** What the entry goes on to is built already. */
const leaveStart: Plugin = {
	name: "leave-start",
	setup({ onResolve }) {
		onResolve({ filter: /^\.\/start\.ts$/ }, () => ({ path: "./start.cjs", external: true }));
	},
};

/** Puts the files that most starts load into one, compiled beforehand; see `pack.ts`. */
async function buildPack(): Promise<void> {
	const { outputFiles } = await build({ ...loneFile, entryPoints: [join(root, "scripts/pack.ts")], write: false });
	const folder = join(out, "cli");
	// Settings and tokens of whoever builds are none of the pack's business.
	const { PATH, SystemRoot } = process.env;
	const env = { PATH, SystemRoot, HOME: folder, HUB_CONFIG_DIR: folder, XDG_CACHE_HOME: folder };
	for (const _pass of ["collect", "compile"]) {
		execFileSync(process.execPath, ["-e", outputFiles[0]?.text ?? "", folder], {
			env,
			stdio: ["ignore", "ignore", "inherit"],
		});
	}
}

const loneFile = {
	bundle: true,
	minify: true,
	format: "cjs",
	platform: "node",
	target,
	supported: { "dynamic-import": false },
} as const satisfies BuildOptions;

/**
 * What packages load and `hub` never uses. Commander loads `node:child_process` for a kind of subcommand `hub` has none
 * of; that alone takes two milliseconds. Ink has a developer's mode, with a debugger that is not installed, and an opinion
 * on when it should not draw, which is the program's to decide.
 */
const stubUnused: Plugin = {
	name: "stub-unused",
	setup({ onResolve, onLoad }) {
		onLoad({ filter: /[\\/]ink[\\/]build[\\/]utils\.js$/ }, () => ({ contents: "export const isDev = () => false;" }));
		onLoad({ filter: /[\\/]ink[\\/]build[\\/]devtools\.js$/ }, () => ({ contents: "" }));
		onLoad({ filter: /[\\/]is-in-ci[\\/]index\.js$/ }, () => ({ contents: "export default false;" }));
		onResolve({ filter: /^(node:)?child_process$/ }, ({ importer, path }) =>
			/[\\/]commander[\\/]/.test(importer) ? { path, namespace: "stub" } : undefined,
		);
		onLoad({ filter: /.*/, namespace: "stub" }, () => ({ contents: "module.exports = {};" }));
	},
};

/**
 * Yoga, which lays Ink's boxes out, carries its WebAssembly as base64 and reads it with `fetch`; without `fetch` it decodes
 * it itself. Node's `fetch` takes 15 ms to load.
 */
const withoutFetch: Plugin = {
	name: "without-fetch",
	setup({ onLoad }) {
		onLoad({ filter: /[\\/]yoga-wasm-base64-esm\.js$/ }, async ({ path }) => ({
			contents: `const fetch = undefined;${await readFile(path, "utf8")}`,
		}));
	},
};

/** What counts columns for Ink is replaced by what counts them for the program. */
const replaceStringWidth: Plugin = {
	name: "replace-string-width",
	setup({ onResolve }) {
		onResolve({ filter: /^string-width$/ }, () => ({ path: join(root, "src/cli/ui/string-width.ts") }));
	},
};

/**
 * `*.prepared.ts` files export plain values worked out from much more than they hold. They are run now, and the values
 * take their place in the command, so that starting it loads nothing else.
 */
const prepare: Plugin = {
	name: "prepare",
	setup({ onLoad }) {
		onLoad({ filter: /\.prepared\.ts$/ }, async ({ path }) => {
			const values = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
			const statements = Object.entries(values).map(
				([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
			);
			return { contents: statements.join("\n") };
		});
	},
};

/** Names of the files that must stay ES modules: those with top-level await and their static importers. */
function findModules(files: ReadonlyMap<string, string>, metafile: Metafile): Set<string> {
	const prefix = `${relative(root, join(out, "cli"))}/`;
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

/** Imports ES modules for files that cannot: code that V8 compiled beforehand has lost what `import()` needs. */
const IMPORTER = "import.cjs";

function callImporter(code: string): string {
	return code.replace(/\bimport(?=\(["']\.\/[\w.-]+\.mjs["']\))/g, `require("./${IMPORTER}")`);
}

/** The licences of what is bundled into the command travel with it. */
async function writeNotices(metafile: Metafile): Promise<void> {
	const packages = new Set(
		Object.keys(metafile.inputs).flatMap((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []),
	);
	const sections: string[] = [];
	for (const folder of [...packages].sort()) {
		const { name, version, license } = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8")) as Record<
			string,
			string
		>;
		const file = ["LICENSE", "LICENSE.md", "LICENSE.txt", "license", "license.md", "LICENCE", "LICENSE-MIT.txt"]
			.map((candidate) => join(root, folder, candidate))
			.find(existsSync);
		const text = file ? (await readFile(file, "utf8")).trim() : `Licence: ${license}`;
		sections.push(`## ${name} ${version} (${license})\n\n${text}\n`);
	}
	const heading =
		"# Third-party notices\n\nThe `hub` command is bundled with the packages below. The library contains none of them.\n\n";
	await writeFile(join(out, "THIRD-PARTY-NOTICES.md"), heading + sections.join("\n"));
}

try {
	await buildLibrary();
	await writeNotices(await buildCommand());
	await buildEntry();
	await buildPack();
	const dist = join(root, "dist");
	const old = join(root, `dist.${process.pid}.old`);
	if (existsSync(dist)) await rename(dist, old);
	await rename(out, dist);
	await rm(old, { recursive: true, force: true });
} finally {
	await rm(out, { recursive: true, force: true });
}
