/** What the build changes in the packages it bundles into the command. */
import { readFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";

/**
 * Leaves out what packages load and `hub` never uses. Commander loads `node:child_process` for a kind of subcommand `hub`
 * does not have, which takes two milliseconds. Ink has a development mode, with a debugger that is not installed, and
 * decides itself when not to draw; `hub` decides that.
 */
export const stubUnused: Plugin = {
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
 * Yoga, Ink's layout engine, carries its WebAssembly as base64 and reads it with `fetch`; without `fetch` it decodes it
 * itself. Node's `fetch` takes 15 ms to load.
 */
export const withoutFetch: Plugin = {
	name: "without-fetch",
	setup({ onLoad }) {
		onLoad({ filter: /[\\/]yoga-wasm-base64-esm\.js$/ }, async ({ path }) => ({
			contents: `const fetch = undefined;${await readFile(path, "utf8")}`,
		}));
	},
};

/** Ink measures text with the function `hub` uses itself, so that their widths agree. */
export const replaceStringWidth: Plugin = {
	name: "replace-string-width",
	setup({ onResolve }) {
		const path = fileURLToPath(new URL("../../src/cli/ui/string-width.ts", import.meta.url));
		onResolve({ filter: /^string-width$/ }, () => ({ path }));
	},
};

/**
 * `*.prepared.ts` files export plain values computed from much more than they hold. They run now, and the values take
 * their place in the command, so that starting it loads nothing else.
 */
export const prepare: Plugin = {
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

/** The entry file loads `start`, which is built already. */
export const leaveStart: Plugin = {
	name: "leave-start",
	setup({ onResolve }) {
		onResolve({ filter: /^\.\/start\.ts$/ }, () => ({ path: "./start.cjs", external: true }));
	},
};
