/**
 * What both the command and the CommonJS library have, large JSON data and packages of the sandbox: a file for each beside
 * the command, which the library loads too. The ES modules of the library have their own, because browsers load them.
 */
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build, type Plugin, transform } from "esbuild";
import { asciiJson, escapeRest } from "./ascii.ts";

/** What the sandbox uses of packages. The package contains it: whoever imports `modelhub/sandbox` installs none. */
export const VENDORED: Readonly<Record<string, readonly string[]>> = {
	"hyparquet-writer": ["parquetWriteBuffer"],
};

/** What the command uses besides. */
const VENDORED_FOR_COMMAND: typeof VENDORED = { "hyparquet-writer": ["fileWriter", "parquetWriteRows"] };

/** The template engine, of `deferred.ts`, and the full one. */
export const TEMPLATES = "template.cjs";
export const FULL_TEMPLATES = "template-full.cjs";

/** Smaller data is bundled: a file of its own would save less than it costs to open it. */
const MIN_SHARED_BYTES = 20_000;
const PREFIX = "shared-file:";

/**
 * Replaces large JSON and vendored packages by what `linkFiles` turns into the paths of their files.
 * @param out folder of the command
 * @param sources gets the paths of the JSON files
 */
export function shareFiles(out: string, sources = new Set<string>()): Plugin {
	const link = async (name: string, code: string): Promise<{ path: string; external: true }> => {
		await mkdir(out, { recursive: true });
		await writeFile(join(out, name), code);
		return { path: PREFIX + name, external: true };
	};
	return {
		name: "share-files",
		setup({ onResolve }) {
			onResolve({ filter: /\.json$/ }, async ({ path, resolveDir }) => {
				const source = join(resolveDir, path);
				if (source.includes("node_modules") || (await stat(source)).size < MIN_SHARED_BYTES) return undefined;
				sources.add(source);
				const data: unknown = JSON.parse(await readFile(source, "utf8"));
				// In the form of a compiled ES module: esbuild's helper would copy each member of other objects.
				const code = `module.exports={__esModule:true,default:${asciiJson(data)}};\n`;
				return link(`data-${basename(path, ".json")}.cjs`, code);
			});
			onResolve({ filter: /\/template\/full\.ts$/ }, ({ importer }) =>
				/[\\/]cli[\\/]/.test(importer) ? { path: PREFIX + FULL_TEMPLATES, external: true } : undefined,
			);
			onResolve({ filter: new RegExp(`^(${Object.keys(VENDORED).join("|")})$`) }, async ({ path, resolveDir }) => {
				const names = [...(VENDORED[path] ?? []), ...(VENDORED_FOR_COMMAND[path] ?? [])];
				const { outputFiles } = await build({
					stdin: { contents: `export { ${names.join(", ")} } from "${path}";`, resolveDir },
					bundle: true,
					minify: true,
					format: "cjs",
					platform: "node",
					charset: "ascii",
					write: false,
					plugins: [withoutBuffer],
				});
				return link(`vendor-${path}.cjs`, escapeRest(outputFiles[0]?.text ?? ""));
			});
		},
	};
}

const HELPERS: ReadonlySet<string> = new Set(["__export", "__toCommonJS", "__toESM"]);

/** esbuild's helpers at the start of a CommonJS file, which are half a kilobyte; undefined if it has others too. */
function splitHelpers(code: string): { head: string; body: string; used: string[] } | undefined {
	const head = /^(?:"use strict";\n)?var __[\s\S]*?\nvar __toCommonJS = .*\n/.exec(code)?.[0];
	if (head === undefined) return undefined;
	const body = code.slice(head.length);
	const names = [...head.matchAll(/^var (__\w+) =/gm)].map(([, name = ""]) => name);
	const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(body));
	return used.every((name) => HELPERS.has(name)) ? { head, body, used } : undefined;
}

/** Lets a CommonJS file, as esbuild writes it without minifying, take its helpers from the file of `writeHelpers`. */
export function shareHelpers(code: string): string {
	const parts = splitHelpers(code);
	return parts ? `var { ${parts.used.join(", ")} } = require("${PREFIX}esm.cjs");\n${parts.body}` : code;
}

/** @param out folder of the command */
export async function writeHelpers(out: string): Promise<void> {
	const { code } = await transform('import x from "x"; export const y = x;', { format: "cjs", platform: "node" });
	const { head = "" } = splitHelpers(code) ?? {};
	const whole = `${head}module.exports = { ${[...HELPERS].join(", ")} };`;
	await mkdir(out, { recursive: true });
	await writeFile(join(out, "esm.cjs"), (await transform(whole, { format: "cjs", minify: true })).code);
}

/** @param folder of the command, as seen from the file with the code */
export function linkFiles(code: string, folder: string): string {
	return code.replaceAll(PREFIX, `${folder.startsWith(".") ? folder : `./${folder}`}/`);
}

/** jpeg-js makes a Buffer where it takes itself for a module of Node, as it does in a bundle for browsers. */
export const withoutBuffer: Plugin = {
	name: "without-buffer",
	setup({ onLoad }) {
		onLoad({ filter: /[\\/]jpeg-js[\\/]lib[\\/]encoder\.js$/ }, async ({ path }) => ({
			contents: (await readFile(path, "utf8")).replace(
				"return Buffer.from(byteout);",
				"return new Uint8Array(byteout);",
			),
		}));
	},
};
