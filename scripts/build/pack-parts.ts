/** Bundles the parts of the command, ES modules that esbuild has split, into packs and files of their own. */
import { type BuildOptions, build, type Metafile, type OutputFile, type Plugin } from "esbuild";
import { PACKS, type PackName, packFile } from "../../src/cli/startup/pack.ts";

/** Code of each part, by its name without extension, with the names it exports. */
export type Parts = ReadonlyMap<string, { text: string; exports: readonly string[] }>;

/** The parts of each pack. */
export type Packing = Readonly<Partial<Record<PackName, readonly string[]>>>;

/** A file of the command. */
export interface BuiltFile {
	path: string;
	text: string;
}

/** Returns the parts that esbuild has written. */
export function readParts(files: readonly OutputFile[], { outputs }: Metafile): Parts {
	const nameOf = (path: string): string => path.replace(/^.*[\\/]/, "").replace(/\.js$/, "");
	const exportsOf = new Map(Object.entries(outputs).map(([path, output]) => [nameOf(path), output.exports]));
	return new Map(files.map(({ path, text }) => [nameOf(path), { text, exports: exportsOf.get(nameOf(path)) ?? [] }]));
}

/** Stands in the part that contains React. */
const REACT = "react.transitional.element";

/** Packs that commands without React must not open. */
const DRAWN = ["ui", "picker", "chat"] as const satisfies readonly PackName[];

/**
 * Returns the packing with only those parts in the packs that are drawn with React that cannot do without it, or that nothing else
 * needs: a pack is evaluated as a whole, and `hub chat --help` must not evaluate React. What else the pickers need is `common`.
 */
export function leaveShared(parts: Parts, packing: Packing): Packing {
	const importers = new Map<string, string[]>();
	const users = new Map<string, string[]>();
	for (const [part, { text }] of parts)
		for (const [match, imported = ""] of text.matchAll(/\b(?:from|import\(?)"\.\/([\w.-]+)\.js"/g)) {
			users.set(imported, [...(users.get(imported) ?? []), part]);
			if (!match.startsWith("import(")) importers.set(imported, [...(importers.get(imported) ?? []), part]);
		}
	const needReact = new Set([...parts].filter(([, { text }]) => text.includes(REACT)).map(([part]) => part));
	for (const part of needReact) for (const importer of importers.get(part) ?? []) needReact.add(importer);
	const kept = new Set(DRAWN.flatMap((pack) => packing[pack] ?? []));
	const isShared = (part: string): boolean =>
		!needReact.has(part) && !users.get(part)?.every((user) => needReact.has(user) || kept.has(user));
	// A part that leaves may have been the only reason for another.
	for (let shared = [...kept].filter(isShared); shared.length > 0; shared = [...kept].filter(isShared))
		for (const part of shared) kept.delete(part);
	const drawn = DRAWN.map((pack) => [pack, packing[pack]?.filter((part) => kept.has(part)) ?? []]);
	const common = [...(packing.ui ?? []), ...(packing.picker ?? [])].filter((part) => !kept.has(part));
	return { ...packing, common, ...Object.fromEntries(drawn) };
}

/**
 * Bundles each pack into one scope, which takes V8 a third less time than a scope for each part, and each other part into a
 * CommonJS file. Where a part of a pack is imported from elsewhere, the pack is loaded.
 */
export async function packParts(parts: Parts, packing: Packing, options: BuildOptions): Promise<readonly BuiltFile[]> {
	const packs = PACKS.filter((pack) => packing[pack]);
	const packOf = new Map(packs.flatMap((pack) => (packing[pack] ?? []).map((part) => [part, pack] as const)));
	const others = [...parts.keys()].filter((part) => !packOf.has(part));
	const { outputFiles } = await build({
		...options,
		entryPoints: [
			...packs.map((pack) => ({ in: `pack:${pack}`, out: packFile(pack).replace(/\.cjs$/, "") })),
			...others.map((part) => ({ in: `./${part}.js`, out: part })),
		],
		outExtension: { ".js": ".cjs" },
		bundle: true,
		write: false,
		plugins: [resolveParts(parts, packing, packOf)],
	});
	return outputFiles.map(({ path, text }) => ({
		path,
		text: path.endsWith(".pack.cjs") ? `(function(provide,require){${text}\n})` : text,
	}));
}

function resolveParts(parts: Parts, packing: Packing, packOf: ReadonlyMap<string, PackName>): Plugin {
	const offered = findOffered(parts, packOf);
	return {
		name: "resolve-parts",
		setup({ onResolve, onLoad }) {
			onResolve({ filter: /^pack:/ }, ({ path }) => ({ path: path.slice("pack:".length), namespace: "pack" }));
			onResolve({ filter: /\.pack\.cjs$/ }, ({ path }) => ({ path, external: true }));
			onResolve({ filter: /^\.\/[\w.-]+\.js$/ }, ({ path, kind, importer, namespace }) => {
				const part = path.slice("./".length, -".js".length);
				if (kind === "entry-point") return { path: part, namespace: "part" };
				const pack = packOf.get(part);
				if (pack === undefined) return { path: `./${part}.cjs`, external: true };
				const isInside = namespace === "pack" || (namespace === "part" && packOf.get(importer) === pack);
				// A part is evaluated with its pack: `import()` of it is answered by the pack as well.
				return isInside && kind !== "dynamic-import"
					? { path: part, namespace: "part" }
					: { path: part, namespace: "offer" };
			});
			onLoad({ filter: /.*/, namespace: "part" }, ({ path }) => ({ contents: parts.get(path)?.text ?? "" }));
			onLoad({ filter: /.*/, namespace: "offer" }, ({ path }) => {
				const names = [...(offered.get(path) ?? [])].map(([name, offer]) => `${offer} as ${name}`);
				const pack = packOf.get(path);
				return { contents: pack ? `export {${names}} from "./${packFile(pack)}";` : "" };
			});
			onLoad({ filter: /.*/, namespace: "pack" }, ({ path }) => {
				const members = packing[path as PackName] ?? [];
				const imports = members.map((part) => {
					const names = [...(offered.get(part) ?? [])].map(([name, offer]) => `${name} as ${offer}`);
					return `import {${names}} from "./${part}.js";`;
				});
				const getters = members.flatMap((part) =>
					[...(offered.get(part)?.values() ?? [])].map((offer) => `get ${offer}() { return ${offer}; }`),
				);
				return { contents: `${imports.join("\n")}\nprovide({ ${getters.join(",\n")} });` };
			});
		},
	};
}

/** Returns what other files import from each part of a pack: the names, and under which the pack offers them. */
function findOffered(
	parts: Parts,
	packOf: ReadonlyMap<string, PackName>,
): ReadonlyMap<string, ReadonlyMap<string, string>> {
	const offered = new Map<string, Map<string, string>>();
	let count = 0;
	const offer = (part: string, name: string): void => {
		const names = offered.get(part) ?? new Map<string, string>();
		if (!names.has(name)) names.set(name, `x${count++}`);
		offered.set(part, names);
	};
	// The entry file calls it by its name.
	if (packOf.has("start")) offered.set("start", new Map([["start", "start"]]));
	for (const [importer, { text }] of parts) {
		for (const [, names = "", part = ""] of text.matchAll(/\b(?:im|ex)port\{([^{}]*)\}from"\.\/([\w.-]+)\.js"/g)) {
			if (!packOf.has(part) || packOf.get(part) === packOf.get(importer)) continue;
			for (const name of names.split(",")) offer(part, name.replace(/ as .*/, ""));
		}
		for (const [, part = ""] of text.matchAll(/\bimport\("\.\/([\w.-]+)\.js"\)/g)) {
			if (packOf.has(part)) for (const name of parts.get(part)?.exports ?? []) offer(part, name);
		}
	}
	return offered;
}
