import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { Script } from "node:vm";
import { version } from "../../base/version.ts";
import { hubFolder } from "../config/folders.ts";
import { hasBuiltFile, readBuiltFile } from "../files/read-bounded.ts";
import {
	compiledName,
	decodeCompiled,
	encodeCompiled,
	makePrivateFolder,
	readPrivateFile,
	removeOld,
	writePrivateFile,
} from "./compiled-code.ts";

/**
 * Files of parts of the command in one scope: what every start loads; what every `hub infer` loads besides; colors;
 * what sends its request; what reports an error; facts about tasks; the sandbox; what snippets need; the help; what
 * questions share with other commands; and what is drawn with Ink. A pack is opened when one of its parts is needed.
 */
export const PACKS = [
	"start",
	"infer",
	"color",
	"send",
	"report",
	"facts",
	"sandbox",
	"snippet",
	"help",
	"common",
	"ui",
] as const;
export type PackName = (typeof PACKS)[number];

/** Form of the code compiled by a build for every command line. */
export const ANY_FORM = "any";

/** Returns the file name of a pack. */
export function packFile(name: PackName): string {
	return `${name}.pack.cjs`;
}

/** Value of a pack's script: calls `provide` with the pack's modules. */
type Define = (provide: (exports: object) => void, require: Load) => void;

/** An open pack. */
export interface Pack {
	define: Define;
	/** Returns a file with the code that V8 has compiled for the pack so far; see `decodeCompiled`. */
	compile(): Buffer;
}

/** Loads a file of the command, or a module of Node. */
export type Load = (id: string) => unknown;

/**
 * Returns the form of a command line: the command and its flags, without values. Lines of one form run nearly the same
 * code.
 */
export function findForm(argv: readonly string[]): string {
	const flags = argv.flatMap((word) => /^-{1,2}[a-z][a-z-]*/i.exec(word)?.[0] ?? []);
	const command = /^[a-z]+$/.test(argv[0] ?? "") ? [argv[0]] : [];
	return [...command, ...new Set(flags.sort())].join("").slice(0, 100) || "hub";
}

/**
 * Returns the function that loads the files of the command in a folder, packs from compiled code. The build of a checkout writes it next to them; else it is cached in the user's cache folder, for each form of command line.
 * `HUB_NO_COMPILE_CACHE` turns the cache off.
 * @returns undefined if the command runs from its sources, without packs
 */
export function openPacks(folder: string, argv: readonly string[]): Load | undefined {
	if (!hasBuiltFile(folder, packFile("start"))) return undefined;
	const form = findForm(argv);
	let cache: string | undefined;
	const open = (name: PackName): Pack => {
		const source = readBuiltFile(folder, packFile(name));
		const built = readBuilt(folder, name, source);
		if (built || process.env["HUB_NO_COMPILE_CACHE"]) return openPack(folder, name, source, built);
		cache ??= openCache();
		if (cache === undefined) return openPack(folder, name, source);
		return openCached(folder, name, source, join(cache, compiledName(form, name)));
	};
	return createLoad(folder, open, () => {
		if (cache !== undefined) enableCompileCache(cache);
	});
}

function readBuilt(folder: string, name: PackName, source: Buffer): Buffer | undefined {
	const path = join(folder, compiledName(ANY_FORM, name));
	return existsSync(path) ? decodeCompiled(source, readFileSync(path)) : undefined;
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
	// The types of Node 20 lack the function.
	const module = process.getBuiltinModule("node:module") as { enableCompileCache?(folder: string): unknown };
	module.enableCompileCache?.(folder);
}

/** Packs whose compiled code is written when the process ends. */
const UNCACHED: { path: string; pack: Pack }[] = [];

function writeCompiled(): void {
	for (const { path, pack } of UNCACHED) writePrivateFile(dirname(path), basename(path), pack.compile());
}

function openCached(folder: string, name: PackName, source: Buffer, path: string): Pack {
	const file = readPrivateFile(path);
	const code = file && decodeCompiled(source, file);
	const pack = openPack(folder, name, source, code);
	// Code that V8 rejects comes from a run with other flags, which may be used again.
	if (!code) {
		// One listener for all packs: of more than ten Node warns.
		if (UNCACHED.length === 0) process.on("exit", writeCompiled);
		UNCACHED.push({ path, pack });
	}
	return pack;
}

/** Opens a pack, with cached code if V8 accepts it: flags change the compiled code. */
export function openPack(
	folder: string,
	name: PackName,
	source: Buffer = readBuiltFile(folder, packFile(name)),
	code?: Buffer,
): Pack {
	const filename = join(folder, packFile(name));
	const script = new Script(source.toString("latin1"), code ? { filename, cachedData: code } : { filename });
	return { define: script.runInThisContext(), compile: () => encodeCompiled(source, script.createCachedData()) };
}

/** A pack in Node's module table. It is opened when its exports are read. */
class PackModule {
	readonly loaded = true;
	readonly children: readonly unknown[] = [];
	readonly #open: () => object;
	#exports: object | undefined;

	constructor(open: () => object) {
		this.#open = open;
	}

	get exports(): object {
		this.#exports ??= this.#open();
		return this.#exports;
	}
}

/**
 * Returns the function that packs get as `require`. Files outside the packs use Node's own, and find the packs in
 * Node's module table, so that there is one copy of everything.
 * @param open opens a pack
 * @param leavePacks called before the first file outside the packs
 */
export function createLoad(folder: string, open: (name: PackName) => Pack, leavePacks: () => void): Load {
	// Node's `require` is slow, even for its own modules.
	const known = new Map<string, unknown>();
	let isOutside = false;
	const load = (id: string): unknown => {
		const found = known.get(id);
		if (found !== undefined) return found;
		// Same as `join`, which takes longer than the rest of this function.
		const path = id.startsWith("./") ? folder + sep + id.slice(2) : id;
		if (path !== id && !isOutside && require.cache[path] === undefined) {
			isOutside = true;
			leavePacks();
		}
		const loaded = require.cache[path]?.exports ?? require(path);
		known.set(id, loaded);
		return loaded;
	};
	for (const name of PACKS) {
		const pack = new PackModule(() => {
			let exports: object = {};
			open(name).define((value) => {
				exports = value;
			}, load);
			return exports;
		});
		require.cache[folder + sep + packFile(name)] = pack as unknown as NodeJS.Module;
	}
	return load;
}
