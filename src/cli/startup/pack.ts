import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { Script } from "node:vm";
import { version } from "../../version.ts";
import { hubFolder } from "../config/folders.ts";
import {
	compiledName,
	decodeCompiled,
	encodeCompiled,
	makePrivateFolder,
	readPrivateFile,
	removeOld,
	writePrivateFile,
} from "./compiled-code.ts";

/** A bundled file as a function: what Node wraps around CommonJS, less what bundled files do not use. */
type Define = (exports: unknown, require: (id: string) => unknown, module: LoadedFile) => void;

/** What Node's own `require` looks at when it meets a file of a pack in its table. */
type LoadedFile = Pick<NodeJS.Module, "exports" | "id" | "filename" | "loaded" | "children">;

type Files = Readonly<Record<string, Define>>;

/**
 * Scripts whose value holds other files, `({ file: function, … })`: what every start loads; what every `hub infer` loads
 * besides; what sends its request; what reports an error; the sandbox; what snippets need; and what is drawn with Ink. A pack
 * is opened when one of its files is asked for.
 */
export const PACKS = ["start", "infer", "send", "report", "sandbox", "snippet", "ui"] as const;
export type PackName = (typeof PACKS)[number];

/** Member of the first pack that says which other pack holds a file. */
export const PLACES = "places";

/** Form of the code that a build compiles for every command line. */
export const ANY_FORM = "any";

/** Returns the file name of a pack. */
export function packFile(name: PackName): string {
	return `${name}.pack.cjs`;
}

/** An open pack. */
export interface Pack {
	files: Files;
	/** Returns a file with what V8 has compiled of the pack so far; see `decodeCompiled`. */
	compile(): Buffer;
}

/** Loads a file of the command, from a pack or from its own place. */
export type Load = (id: string) => unknown;

/**
 * Returns the form of a command line: the command and its flags, without values. Lines of one form run much the same
 * code.
 */
export function findForm(argv: readonly string[]): string {
	const flags = argv.flatMap((word) => /^-{1,2}[a-z][a-z-]*/i.exec(word)?.[0] ?? []);
	const command = /^[a-z]+$/.test(argv[0] ?? "") ? [argv[0]] : [];
	return [...command, ...new Set(flags.sort())].join("").slice(0, 100) || "hub";
}

/**
 * Opens the packs in a folder, if that saves time: they hold copies of the files beside them, and reading them is faster
 * only where V8 need not compile them. The build of a checkout leaves compiled code beside them; else the code is kept in
 * the user's cache folder, for each form of command line. `HUB_NO_COMPILE_CACHE` turns the cache off.
 * @returns the function that loads the files of the command; undefined when there are no packs, or when loading the files one by one is faster
 */
export function openPacks(folder: string, argv: readonly string[]): Load | undefined {
	// Run from its sources, the command has no packs.
	if (!existsSync(join(folder, packFile("start")))) return undefined;
	const form = findForm(argv);
	let cache: string | undefined;
	const open = (name: PackName): Files | undefined => {
		const source = readFileSync(join(folder, packFile(name)));
		const built = openBuilt(folder, name, source);
		if (built) return built.files;
		if (process.env["HUB_NO_COMPILE_CACHE"]) return undefined;
		cache ??= openCache();
		return cache === undefined ? undefined : openCached(folder, name, source, join(cache, compiledName(form, name)));
	};
	const start = open("start");
	const leavePacks = (): void => {
		if (cache !== undefined) enableCompileCache(cache);
	};
	return start && createLoad(folder, start, open, leavePacks);
}

function openBuilt(folder: string, name: PackName, source: Buffer): Pack | undefined {
	const path = join(folder, compiledName(ANY_FORM, name));
	const code = existsSync(path) ? decodeCompiled(source, readFileSync(path)) : undefined;
	return code && openPack(folder, name, source, code);
}

/** Returns the folder for compiled code of this version of `hub`; undefined if it cannot be used safely. */
function openCache(): string | undefined {
	const folder = join(hubFolder("cache", process.env), "compiled", version);
	const isNew = !existsSync(folder);
	if (!makePrivateFolder(folder)) return undefined;
	if (isNew) removeOld(dirname(folder), version);
	return folder;
}

/** Leaves compiled code of the files outside the packs to Node, which can keep it since Node 22. */
function enableCompileCache(folder: string): void {
	// Types of Node 20 do not know the function.
	const { enableCompileCache } = process.getBuiltinModule("node:module") as {
		enableCompileCache?(folder: string): unknown;
	};
	enableCompileCache?.(folder);
}

function openCached(folder: string, name: PackName, source: Buffer, path: string): Files | undefined {
	const file = readPrivateFile(path);
	const code = file && decodeCompiled(source, file);
	const pack = openPack(folder, name, source, code);
	// Code that V8 rejects comes from a run with other flags, which will come back.
	if (pack && !code) process.on("exit", () => writePrivateFile(dirname(path), basename(path), pack.compile()));
	return pack?.files;
}

/**
 * Opens a pack with code compiled before, or without to compile it.
 * @returns undefined when V8 rejects the code, because of flags that change what it compiles
 */
export function openPack(folder: string, name: PackName, source: Buffer, code?: Buffer): Pack | undefined {
	const filename = join(folder, packFile(name));
	const script = new Script(source.toString("latin1"), code ? { filename, cachedData: code } : { filename });
	if (script.cachedDataRejected) return undefined;
	return { files: script.runInThisContext(), compile: () => encodeCompiled(source, script.createCachedData()) };
}

/**
 * Returns the function that packed files get as `require`.
 * @param open opens another pack; undefined when its files are to be loaded one by one
 * @param leavePacks called before the first file that is in no pack
 */
export function createLoad(
	folder: string,
	start: Files,
	open: (name: PackName) => Files | undefined,
	leavePacks: () => void,
): Load {
	const places = start[PLACES] as unknown as Readonly<Record<string, PackName>>;
	const packs = new Map<PackName, Files>();
	// Node's `require` takes its time for its own modules, each time.
	const builtins = new Map<string, unknown>();
	let isOutside = false;
	const find = (id: string): Define | undefined => {
		const name = places[id];
		if (name === undefined) return start[id];
		const files = packs.get(name) ?? open(name) ?? {};
		packs.set(name, files);
		return files[id];
	};
	return function load(id: string): unknown {
		if (!id.startsWith("./")) {
			const known = builtins.get(id) ?? require(id);
			builtins.set(id, known);
			return known;
		}
		// As `join` would have it, which takes longer than the rest of this.
		const path = folder + sep + id.slice(2);
		// Node's own table, so that a file of a pack and one outside it meet the same copy of a third.
		const known = require.cache[path];
		if (known) return known.exports;
		const define = find(id);
		if (!define) {
			if (!isOutside) leavePacks();
			isOutside = true;
			return require(path);
		}
		const file: LoadedFile = { exports: {}, id: path, filename: path, loaded: false, children: [] };
		require.cache[path] = file as NodeJS.Module;
		define(file.exports, load, file);
		file.loaded = true;
		return file.exports;
	};
}
