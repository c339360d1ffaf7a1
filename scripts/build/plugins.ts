/** Build plugins that change the packages bundled into the command. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import type { Plugin } from "rolldown";

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
	resolveId(source, importer = "") {
		const isStub = STUBS.some((stub) => stub.source.test(source) && stub.importer.test(importer));
		return isStub ? `\0stub:${source}` : undefined;
	},
	async load(id) {
		if (id.startsWith("\0stub:")) return "module.exports = {};";
		const path = id.replaceAll("\\", "/");
		return await REPLACED.find(({ file }) => file.test(path))?.load(id);
	},
};

/** Modules that are empty, where the given importers ask for them. */
const STUBS: readonly { source: RegExp; importer: RegExp }[] = [
	{ source: /^jose$/, importer: /./ },
	{ source: /^(node:)?child_process$/, importer: /[\\/]commander[\\/]/ },
	{ source: /^(ajv|ajv-formats|atomically|semver)($|\/)/, importer: /[\\/]conf[\\/]/ },
];

/** Files of packages with other code in their place. */
const REPLACED: readonly { file: RegExp; load: (path: string) => string | Promise<string> }[] = [
	{ file: /\/ink\/build\/utils\.js$/, load: () => "export const isDev = () => false;" },
	{ file: /\/ink\/build\/devtools\.js$/, load: () => "" },
	{ file: /\/is-in-ci\/index\.js$/, load: () => "export default false;" },
	{
		file: /@modelcontextprotocol\/\w+\/dist\/ajvProvider-[\w-]+\.mjs$/,
		load: () => `class Validator {
	getValidator() { return (data) => ({ valid: true, data, errorMessage: undefined }); }
}
export { Validator as n, Validator as t };`,
	},
	{
		file: /\/undici\/index\.js$/,
		load: () => `module.exports = { Client: require("./lib/dispatcher/client") };`,
	},
	{
		file: /\/undici\/lib\/llhttp\/llhttp(_simd)?-wasm\.js$/,
		load: (path) => {
			const packed = brotliCompressSync(createRequire(path)(path) as Buffer).toString("base64");
			return `module.exports = require("node:zlib").brotliDecompressSync(Buffer.from("${packed}", "base64"));`;
		},
	},
	{
		file: /\/hyparquet-compressors\/src\/brotli\.js$/,
		load: () =>
			'import { brotliDecompressSync } from "node:zlib"; export const decompressBrotli = (input) => brotliDecompressSync(input);',
	},
	{
		file: /\/cli-spinners\/spinners\.json$/,
		load: async (path) => {
			const { dots, line } = JSON.parse(await readFile(path, "utf8")) as Record<string, unknown>;
			return JSON.stringify({ dots, line });
		},
	},
];

/**
 * Makes Ink fit CommonJS, which Node loads faster than ES modules and a single executable needs. Its development mode and its
 * layout engine, Yoga, wait at the top of their modules, which CommonJS cannot; so Yoga's WebAssembly is compiled at once.
 */
export const withoutTopLevelAwait: Plugin = {
	name: "without-top-level-await",
	transform(code, id) {
		const path = id.replaceAll("\\", "/");
		// The awaited code runs in development only.
		if (path.endsWith("/ink/build/reconciler.js")) return code.replaceAll("await ", "");
		if (path.endsWith("/yoga-layout/dist/src/index.js")) {
			return code.replace("wrapAssembly(await loadYoga())", "wrapAssembly(loadYoga())");
		}
		if (!path.endsWith("/yoga-wasm-base64-esm.js")) return undefined;
		const [data, base64] = /data:application\/octet-stream;base64,([\w+/=]+)/.exec(code) ?? [];
		if (data === undefined) throw new Error(`${path} holds no WebAssembly`);
		const packed = brotliCompressSync(Buffer.from(base64 ?? "", "base64")).toString("base64");
		const loader = code
			.replace(data, "")
			.replace("import.meta.url", '""')
			.replace(/export default loadYoga;\s*$/, "");
		return `import { brotliDecompressSync } from "node:zlib";
${loader}
export default function load() {
	const yoga = {
		instantiateWasm(imports, done) {
			const bytes = brotliDecompressSync(Buffer.from("${packed}", "base64"));
			const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), imports);
			done(instance);
			return instance.exports;
		},
	};
	loadYoga(yoga);
	return yoga;
}
`;
	},
};

/** Makes Ink measure text with `hub`'s own function, so that widths agree. */
export const replaceStringWidth: Plugin = {
	name: "replace-string-width",
	resolveId(source) {
		if (source !== "string-width") return undefined;
		return fileURLToPath(new URL("../../src/cli/ui/string-width.ts", import.meta.url));
	},
};

/** Writes the character NUL as an escape: with it as it is, tools take a file of code for a binary one. */
export const escapeNul: Plugin = {
	name: "escape-nul",
	generateBundle(_, bundle) {
		for (const part of Object.values(bundle)) {
			if (part.type === "chunk" && part.code.includes("\0")) part.code = part.code.replaceAll("\0", "\\x00");
		}
	},
};
