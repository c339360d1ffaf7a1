import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { rollup } from "@rollup/wasm-node";
import { build, transform } from "esbuild";
import type { Configuration, Stats } from "webpack";

/** Bundles a program that imports the built package, for browsers, minified. */
export type Bundler = (program: string) => Promise<string>;

const root = fileURLToPath(new URL("..", import.meta.url));
const webpack = createRequire(import.meta.url)("webpack") as (
	options: Configuration,
	done: (error: Error | null, stats?: Stats) => void,
) => void;

/** Bundlers by name. Each uses the package as those of its users do: by `exports` and `sideEffects` of package.json. */
export const BUNDLERS: Record<"esbuild" | "rollup" | "webpack", Bundler> = {
	esbuild: async (program) => {
		const { outputFiles } = await build({
			stdin: { contents: program, resolveDir: root },
			bundle: true,
			format: "esm",
			minify: true,
			platform: "browser",
			write: false,
		});
		return outputFiles[0]?.text ?? "";
	},
	rollup: (program) =>
		inFile(program, async (entry) => {
			const bundle = await rollup({ input: entry, plugins: [nodeResolve({ browser: true })] });
			const { output } = await bundle.generate({ format: "es" });
			await bundle.close();
			return (await transform(output[0].code, { minify: true })).code;
		}),
	webpack: (program) =>
		inFile(program, async (entry, folder) => {
			await new Promise<void>((done, fail) => {
				webpack(
					{
						entry,
						mode: "production",
						target: "web",
						experiments: { outputModule: true },
						output: { path: folder, filename: "bundle.js", library: { type: "module" } },
						performance: false,
					},
					(error, stats) => {
						if (error) fail(error);
						else if (stats?.hasErrors()) fail(new Error(stats.toString("errors-only")));
						else done();
					},
				);
			});
			return readFile(join(folder, "bundle.js"), "utf8");
		}),
};

/** Rollup and webpack read programs from files; in this folder, so that `modelhub` is the package itself. */
async function inFile<Result>(
	program: string,
	use: (entry: string, folder: string) => Promise<Result>,
): Promise<Result> {
	const folder = await mkdtemp(join(root, "dist", "bundle-"));
	try {
		const entry = join(folder, "entry.mjs");
		await writeFile(entry, program);
		return await use(entry, folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
