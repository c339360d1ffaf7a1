/** Bundles the parts of the command, ES modules that esbuild has split, into packs and files of their own. */
import { posix } from "node:path";
import { type BuildOptions, build, type Metafile, type OutputFile, type Plugin, transform } from "esbuild";
import { PACKS, type PackName, packFile } from "../../src/cli/startup/pack.ts";
import { shareHelpers } from "./shared-files.ts";

/** A part of the command, an ES module. */
interface Part {
	text: string;
	/** The names it exports. */
	exports: readonly string[];
	/** The file that it was made for, relative to the checkout; undefined if it has what several share. */
	source: string | undefined;
}

/** Parts by their names without extension. */
export type Parts = ReadonlyMap<string, Part>;

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
	const made = new Map(Object.entries(outputs).map(([path, output]) => [nameOf(path), output]));
	return new Map(
		files.map(({ path, text }) => {
			const { exports = [], entryPoint: source } = made.get(nameOf(path)) ?? {};
			return [nameOf(path), { text, exports, source }];
		}),
	);
}

/** What belongs in a pack. */
interface PackContent {
	/** Sources that are `import()`ed together, with all that they import; relative to `src/cli` unless they begin with `../`. */
	readonly entries: readonly string[];
	/** Packs that are open whenever this one is. What two packs share is in the last one that both are after. */
	readonly after: readonly PackName[];
}

const CONTENT: Readonly<Record<PackName, PackContent>> = {
	start: { entries: ["start.ts"], after: [] },
	infer: {
		entries: [
			"commands/infer/command.ts",
			"options/add-options.ts",
			"config/sandbox.ts",
			"commands/infer/show-call.ts",
		],
		after: ["start"],
	},
	color: { entries: ["../../node_modules/chalk/source/index.js"], after: ["start"] },
	send: {
		entries: ["commands/infer/print.ts", "network/transport/index.ts", "commands/infer/last-chat.ts"],
		after: ["start", "infer"],
	},
	report: { entries: ["errors/report.ts"], after: ["start"] },
	facts: { entries: [], after: ["start", "infer"] },
	sandbox: {
		entries: ["../sandbox/light-sandbox.ts", "../catalogue/task-models.ts", "../sandbox/endpoints/chat.ts"],
		after: ["start", "infer", "send", "facts"],
	},
	snippet: {
		entries: [
			"commands/snippet/command.ts",
			"commands/snippet/record.ts",
			"commands/snippet/library-snippets.ts",
			"commands/snippet/api-snippets.ts",
			"../snippets/api/index.ts",
			"options/provider.ts",
		],
		after: ["start", "infer", "facts"],
	},
	help: { entries: ["without-command.ts", "help/root.ts"], after: ["start"] },
	common: { entries: ["prompts/questions.ts"], after: ["start", "infer", "color", "send", "report", "facts"] },
	ui: {
		entries: ["commands/infer/draw-answer.tsx", "prompts/fill-in.tsx", "commands/chat/open.tsx"],
		after: ["start", "infer", "color", "send", "report", "facts", "common"],
	},
};

/** Returns the parts of each pack: the entries and what they import. */
export function findPacking(parts: Parts): Packing {
	const reached = new Map<string, PackName[]>();
	for (const pack of PACKS)
		for (const part of listReached(parts, CONTENT[pack].entries))
			reached.set(part, [...(reached.get(part) ?? []), pack]);
	const packing = new Map<PackName, string[]>(PACKS.map((pack) => [pack, []]));
	for (const [part, users] of reached) {
		const shared = PACKS.filter((pack) => users.every((user) => user === pack || CONTENT[user].after.includes(pack)));
		packing.get(shared.at(-1) ?? "start")?.push(part);
	}
	return leaveShared(parts, Object.fromEntries(packing));
}

/** Returns the parts made of some sources, and what they import, without `import()`. */
function listReached(parts: Parts, entries: readonly string[]): ReadonlySet<string> {
	const found = new Set(
		entries.map((entry) => {
			const source = posix.join("src/cli", entry);
			const part = [...parts].find(([, { source: own }]) => own?.endsWith(source));
			if (!part) throw new Error(`${source} is not imported by import(), so it cannot be in a pack`);
			return part[0];
		}),
	);
	for (const part of found)
		for (const [, imported = ""] of (parts.get(part)?.text ?? "").matchAll(/\b(?:from|import)"\.\/([\w.-]+)\.js"/g))
			found.add(imported);
	return found;
}

/** Stands in the part that contains React. */
const REACT = "react.transitional.element";

/**
 * Returns the packing with only those parts in `ui` that cannot do without React, or that nothing else needs: a pack is
 * evaluated as a whole, and `hub chat --help` must not evaluate React. What else they need is `common`.
 */
function leaveShared(parts: Parts, packing: Packing): Packing {
	const importers = new Map<string, string[]>();
	const users = new Map<string, string[]>();
	for (const [part, { text }] of parts)
		for (const [match, imported = ""] of text.matchAll(/\b(?:from|import\(?)"\.\/([\w.-]+)\.js"/g)) {
			users.set(imported, [...(users.get(imported) ?? []), part]);
			if (!match.startsWith("import(")) importers.set(imported, [...(importers.get(imported) ?? []), part]);
		}
	const needReact = new Set([...parts].filter(([, { text }]) => text.includes(REACT)).map(([part]) => part));
	for (const part of needReact) for (const importer of importers.get(part) ?? []) needReact.add(importer);
	const ui = new Set(packing.ui);
	const isShared = (part: string): boolean =>
		!needReact.has(part) && !users.get(part)?.every((user) => needReact.has(user) || ui.has(user));
	const moved: string[] = [];
	// A part that leaves may have been the only reason for another.
	for (let shared = [...ui].filter(isShared); shared.length > 0; shared = [...ui].filter(isShared))
		for (const part of shared) {
			ui.delete(part);
			moved.push(part);
		}
	return { ...packing, common: [...(packing.common ?? []), ...moved], ui: [...ui] };
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
		minify: false,
		plugins: [resolveParts(parts, packing, packOf)],
	});
	return Promise.all(
		outputFiles.map(async ({ path, text }) => {
			const { format = "cjs", platform = "node", target = "esnext", charset = "ascii" } = options;
			const short = await transform(shareHelpers(text), { format, platform, target, charset, minify: true });
			const code = requireOnce(short.code);
			return { path, text: path.endsWith(".pack.cjs") ? `(function(provide,require){${code}\n})` : code };
		}),
	);
}

/** esbuild loads a pack once for each part of it; a name for the one that is loaded is a quarter as long. */
function requireOnce(code: string): string {
	const loaded = new Map<string, string>();
	return code.replace(/\bvar ([\w$]+)=(require\("\.\/\w+\.pack\.cjs"\));/g, (load, name: string, call: string) => {
		const first = loaded.get(call);
		if (first === undefined) loaded.set(call, name);
		return first === undefined ? load : `var ${name}=${first};`;
	});
}

function resolveParts(parts: Parts, packing: Packing, packOf: ReadonlyMap<string, PackName>): Plugin {
	const offered = findOffered(parts, packOf);
	return {
		name: "resolve-parts",
		setup({ onResolve, onLoad }) {
			onResolve({ filter: /^pack:/ }, ({ path }) => ({ path: path.slice("pack:".length), namespace: "pack" }));
			onResolve({ filter: /^shared-file:/ }, ({ path }) => ({ path, external: true }));
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
