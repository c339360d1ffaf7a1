import { dirname, isAbsolute, join, relative } from "node:path";
import { compileFunction } from "node:vm";
import { version } from "../../src/base/version.ts";
import { readAsset } from "../../src/cli/files/read-bounded.ts";
import { printLast } from "../../src/cli/startup/ready.ts";

/**
 * The main file of a single executable (`executable.ts` builds it). Node gives it a `require` for its own modules
 * only; this one also loads the files of the built command, which are parts of the executable.
 */

/** A file that was loaded, as Node's module table has them. */
interface LoadedFile {
	exports: unknown;
}

/** Where the files seem to be: below a file, so no file of the system can have such a path. */
const FOLDER = join(process.execPath, "cli");

const CACHE: Record<string, LoadedFile> = {};

/** Loads a module of Node, or a file by its path in `FOLDER`. */
function load(id: string): unknown {
	const path = id.startsWith("./") ? join(FOLDER, id) : id;
	const known = CACHE[path];
	if (known) return known.exports;
	const source = isAbsolute(path) && dirname(path) === FOLDER ? readAsset(relative(FOLDER, path)) : undefined;
	if (source === undefined) return process.getBuiltinModule(id) ?? missing(id);
	const file: LoadedFile = { exports: {} };
	CACHE[path] = file;
	const names = ["exports", "require", "module", "__filename", "__dirname"];
	const run = compileFunction(source.toString("latin1"), names, { filename: path });
	run(file.exports, Object.assign(load, { cache: CACHE }), file, path, FOLDER);
	return file.exports;
}

function missing(id: string): never {
	throw Object.assign(new Error(`Cannot find module '${id}'`), { code: "MODULE_NOT_FOUND" });
}

const [, , first, second] = process.argv;
if (second === undefined && (first === "--version" || first === "-V")) printLast(Buffer.from(`${version}\n`));
else load("./bin.cjs");
