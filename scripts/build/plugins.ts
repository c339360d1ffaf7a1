/** Build plugins that change the packages bundled into the command. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import type { Plugin } from "esbuild";

/**
 * Leaves out modules that packages load but `hub` never uses. Commander loads `node:child_process` for a kind of subcommand `hub`
 * does not have, which takes two milliseconds. Ink has a development mode, with a debugger that is not installed, and
 * decides itself when not to draw; `hub` decides that. The SDK of MCP has a validator of schemas and a way to log in with
 * signed keys; `hub` passes its own validator and logs in with tokens. Conf has a validator,
 * a writer (which also takes over signals) and migrations; `hub` checks and writes itself. Of undici it uses the client, with its WebAssembly compressed to a third, of ora one
 * animation. Node has Brotli, which hyparquet-compressors has with its dictionary of 80 kB.
 */
export const stubUnused: Plugin = {
	name: "stub-unused",
	setup({ onResolve, onLoad }) {
		onLoad({ filter: /[\\/]ink[\\/]build[\\/]utils\.js$/ }, () => ({ contents: "export const isDev = () => false;" }));
		onLoad({ filter: /[\\/]ink[\\/]build[\\/]devtools\.js$/ }, () => ({ contents: "" }));
		onLoad({ filter: /[\\/]is-in-ci[\\/]index\.js$/ }, () => ({ contents: "export default false;" }));
		onLoad({ filter: /@modelcontextprotocol[\\/]\w+[\\/]dist[\\/]ajvProvider-[\w-]+\.mjs$/ }, () => ({
			contents: `class Validator {
	getValidator() { return (data) => ({ valid: true, data, errorMessage: undefined }); }
}
export { Validator as n, Validator as t };`,
		}));
		onLoad({ filter: /[\\/]undici[\\/]index\.js$/ }, () => ({
			contents: `module.exports = { Client: require("./lib/dispatcher/client") };`,
		}));
		onLoad({ filter: /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp(_simd)?-wasm\.js$/ }, ({ path }) => {
			const packed = brotliCompressSync(createRequire(path)(path) as Buffer).toString("base64");
			return {
				contents: `module.exports = require("node:zlib").brotliDecompressSync(Buffer.from("${packed}", "base64"));`,
			};
		});
		onLoad({ filter: /[\\/]hyparquet-compressors[\\/]src[\\/]brotli\.js$/ }, () => ({
			contents:
				'import { brotliDecompressSync } from "node:zlib"; export const decompressBrotli = (input) => brotliDecompressSync(input);',
		}));
		onLoad({ filter: /[\\/]cli-spinners[\\/]spinners\.json$/ }, async ({ path }) => {
			const { dots, line } = JSON.parse(await readFile(path, "utf8")) as Record<string, unknown>;
			return { contents: JSON.stringify({ dots, line }), loader: "json" };
		});
		onResolve({ filter: /^jose$/ }, ({ path }) => ({ path, namespace: "stub" }));
		onResolve({ filter: /^(node:)?child_process$/ }, ({ importer, path }) =>
			/[\\/]commander[\\/]/.test(importer) ? { path, namespace: "stub" } : undefined,
		);
		onResolve({ filter: /^(ajv|ajv-formats|atomically|semver)($|\/)/ }, ({ importer, path }) =>
			/[\\/]conf[\\/]/.test(importer) ? { path, namespace: "stub" } : undefined,
		);
		onLoad({ filter: /.*/, namespace: "stub" }, () => ({ contents: "module.exports = {};" }));
	},
};

/**
 * Makes Ink fit a single executable, whose program must be CommonJS. Its development mode and its layout engine, Yoga,
 * wait at the top of their modules, which CommonJS cannot; so Yoga's WebAssembly is compiled at once.
 */
export const withoutTopLevelAwait: Plugin = {
	name: "without-top-level-await",
	setup({ onLoad }) {
		// The awaited code runs in development only.
		onLoad({ filter: /[\\/]ink[\\/]build[\\/]reconciler\.js$/ }, async ({ path }) => ({
			contents: (await readFile(path, "utf8")).replaceAll("await ", ""),
		}));
		onLoad({ filter: /[\\/]yoga-layout[\\/]dist[\\/]src[\\/]index\.js$/ }, async ({ path }) => ({
			contents: (await readFile(path, "utf8")).replace("wrapAssembly(await loadYoga())", "wrapAssembly(loadYoga())"),
		}));
		onLoad({ filter: /[\\/]yoga-wasm-base64-esm\.js$/ }, async ({ path }) => {
			const code = await readFile(path, "utf8");
			const [data, base64] = /data:application\/octet-stream;base64,([\w+/=]+)/.exec(code) ?? [];
			if (data === undefined) throw new Error(`${path} holds no WebAssembly`);
			const packed = brotliCompressSync(Buffer.from(base64 ?? "", "base64")).toString("base64");
			const loader = code
				.replace(data, "")
				.replace("import.meta.url", '""')
				.replace(/export default loadYoga;\s*$/, "");
			return {
				contents: `${loader}
export default function load() {
	const yoga = {
		instantiateWasm(imports, done) {
			const bytes = require("node:zlib").brotliDecompressSync(Buffer.from("${packed}", "base64"));
			const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), imports);
			done(instance);
			return instance.exports;
		},
	};
	loadYoga(yoga);
	return yoga;
}
`,
			};
		});
	},
};

/** Makes Ink measure text with `hub`'s own function, so that widths agree. */
export const replaceStringWidth: Plugin = {
	name: "replace-string-width",
	setup({ onResolve }) {
		const path = fileURLToPath(new URL("../../src/cli/ui/string-width.ts", import.meta.url));
		onResolve({ filter: /^string-width$/ }, () => ({ path }));
	},
};
