import { readFileSync, statSync } from "node:fs";
import { Module } from "node:module";
import { sep } from "node:path";
import { constants, Script } from "node:vm";

/** A bundled file as a function: what Node wraps around CommonJS, less what bundled files do not use. */
type Define = (exports: unknown, require: (id: string) => unknown, module: Module) => void;

/** An open pack. */
export interface Pack {
	script: Script;
	/** What it was compiled from: an object literal, file → function. */
	text: string;
	/** Loads a file of the command, out of the pack or from where it lies. */
	load(id: string): unknown;
}

/**
 * Name of the pack for the Node that runs. V8 takes compiled code of another build of itself for its own, and then runs
 * something else than was written; so the size of the program is part of the name, which builds of one version differ in.
 */
export function packName(): string {
	const { version, platform, arch, execPath } = process;
	return `start-${version}-${platform}-${arch}-${statSync(execPath).size}.pack`;
}

/**
 * Opens the pack in a folder: the files of the command that most starts need, in one and already compiled by V8. It
 * holds copies; the files themselves lie beside it, and serve where there is no pack for this Node.
 *
 * A pack is the compiled code, the text it was compiled from, and in the last four bytes the length of the former.
 * @param isCompiled false to leave the compiled code unused
 * @returns undefined when there is none, it is damaged, or V8 was started with flags that change what it compiles
 */
export function openPack(folder: string, isCompiled = true): Pack | undefined {
	let text: string;
	let script: Script;
	try {
		const filename = folder + sep + packName();
		const bytes = readFileSync(filename);
		const length = bytes.readUInt32LE(bytes.length - 4);
		text = bytes.toString("latin1", length, bytes.length - 4);
		script = new Script(text, {
			filename,
			...(isCompiled ? { cachedData: bytes.subarray(0, length) } : {}),
			importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
		});
	} catch {
		return undefined;
	}
	if (script.cachedDataRejected) return undefined;
	const files = script.runInThisContext() as Readonly<Record<string, Define>>;

	// Through Node's own table, so that a file of the pack and one outside it meet the same copy of a third.
	const load = (id: string): unknown => {
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
	return { script, text, load };
}
