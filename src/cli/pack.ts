import { readFileSync, statSync } from "node:fs";
import { Module } from "node:module";
import { join, sep } from "node:path";
import { Script } from "node:vm";
import { cacheFolder } from "./config/read.ts";

/** A bundled file as a function: what Node wraps around CommonJS, less what bundled files do not use. */
type Define = (exports: unknown, require: (id: string) => unknown, module: Module) => void;

/** File of a pack: the files of the command that most starts need, `module.exports = { file: function, … }`. */
export const PACK = "start.pack.cjs";

/** An open pack. */
export interface Pack {
	/** Loads a file of the command, out of the pack or from where it lies. */
	load(id: string): unknown;
	/** What V8 has compiled of the pack so far. */
	compiled(): Buffer;
}

/**
 * Name of the file with the compiled pack, for the Node that runs. V8 takes compiled code of another build of itself for
 * its own, and then runs something else than was written; so the size of the program, in which builds of one version
 * differ, is part of the name.
 */
export function compiledName(): string {
	const { version, platform, arch, execPath } = process;
	return `start-${version}-${platform}-${arch}-${statSync(execPath).size}.compiled`;
}

/**
 * Opens the pack in a folder, if that is worth it: it holds copies of files that lie beside it, and reading it saves
 * time only where V8 need not compile it. For the Node that built the command it is compiled already; Node 22 and later
 * keep in the user's cache what they have compiled once.
 * @returns the function that loads the files of the command; undefined when they are to be loaded one by one
 */
export function openPack(folder: string): Pack["load"] | undefined {
	try {
		const compiled = readFileSync(join(folder, compiledName()));
		return readPack(folder, compiled)?.load;
	} catch {
		// Not this Node. Types of Node 20 do not know the function.
		const { enableCompileCache } = Module as { enableCompileCache?(folder: string): { directory?: string } };
		if (!enableCompileCache?.(join(cacheFolder(process.env), "compiled")).directory) return undefined;
		return createLoad(folder, require(join(folder, PACK)));
	}
}

/**
 * Opens the pack in a folder with code compiled before, or without to compile it.
 * @returns undefined when the code does not fit the text, or V8 was started with flags that change what it compiles
 */
export function readPack(folder: string, compiled?: Buffer): Pack | undefined {
	const filename = join(folder, PACK);
	const script = new Script(`(function(module){${readFileSync(filename, "latin1")}\n})`, {
		filename,
		...(compiled ? { cachedData: compiled } : {}),
	});
	if (script.cachedDataRejected) return undefined;
	const module = new Module(filename);
	script.runInThisContext()(module);
	return { load: createLoad(folder, module.exports), compiled: () => script.createCachedData() };
}

function createLoad(folder: string, files: Readonly<Record<string, Define>>): Pack["load"] {
	// Through Node's own table, so that a file of the pack and one outside it meet the same copy of a third.
	return function load(id: string): unknown {
		// As `join` would have it, which takes longer than the rest of this.
		const path = id.startsWith("./") ? folder + sep + id.slice(2) : id;
		const define = files[id];
		if (!define) return require(path);
		const known = require.cache[path];
		if (known) return known.exports;
		const module = new Module(path);
		module.filename = path;
		require.cache[path] = module;
		define(module.exports, load, module);
		module.loaded = true;
		return module.exports;
	};
}
