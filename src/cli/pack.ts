import { readFileSync } from "node:fs";
import { Module } from "node:module";
import { join } from "node:path";
import { constants, Script } from "node:vm";

/** A bundled file as a function: what Node wraps around CommonJS, less what bundled files do not use. */
type Define = (exports: unknown, require: (id: string) => unknown, module: Module) => void;

/** Name of the pack for the Node that runs: what V8 compiled is of use to the very same one only. */
export const PACK_NAME = `start-${process.version}-${process.platform}-${process.arch}.pack`;

/** A pack that was read. */
export interface Pack {
	script: Script;
	/** What it was compiled from. */
	text: string;
	/** A file of the command, out of the pack or from where it lies. */
	load(id: string): unknown;
}

/**
 * Opens the pack in a folder: the files of the command that most starts need, in one and already compiled by V8. It
 * holds copies; the files themselves lie beside it, and serve where there is no pack for this Node.
 *
 * A pack is the compiled code, the text it was compiled from, and in the last four bytes the length of the former.
 * @param compiled false to leave the compiled code unused
 * @returns undefined when there is none, or V8 was started with flags under which the compiled code does not count
 */
export function openPack(folder: string, compiled = true): Pack | undefined {
	const filename = join(folder, PACK_NAME);
	let text: string;
	let script: Script;
	try {
		const bytes = readFileSync(filename);
		const length = bytes.readUInt32LE(bytes.length - 4);
		text = bytes.latin1Slice(length, bytes.length - 4);
		script = new Script(text, {
			filename,
			...(compiled ? { cachedData: bytes.subarray(0, length) } : {}),
			importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
		});
	} catch {
		return undefined;
	}
	if (script.cachedDataRejected) return undefined;
	const files = script.runInThisContext() as Readonly<Record<string, Define>>;

	// Through Node's own table, so that a file outside the pack and one inside it meet the same copy of a third.
	const load = (id: string): unknown => {
		const define = files[id];
		if (!define) return require(id.startsWith("./") ? join(folder, id) : id);
		const path = join(folder, id);
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
