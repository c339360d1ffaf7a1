import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Node's module for programs in one file. */
type Assets = Pick<typeof import("node:sea"), "isSea" | "getAsset">;

/**
 * Reads a file of the built command. In a single executable it is a compressed part of the program; its folder lies
 * below the program's own file, where nobody can put another one.
 * @throws where there is no such file
 */
export function readBuiltFile(folder: string, name: string): Buffer {
	try {
		return readFileSync(join(folder, name));
	} catch (error) {
		const part = readAsset(name);
		if (part === undefined) throw error;
		return part;
	}
}

/** Whether the built command has a file. */
export function hasBuiltFile(folder: string, name: string): boolean {
	return existsSync(join(folder, name)) || readAsset(name) !== undefined;
}

/** Returns a file inside a single executable; undefined if there is none, or hub runs on an installed Node. */
export function readAsset(name: string): Buffer | undefined {
	const sea: Assets | undefined = process.getBuiltinModule("node:sea");
	if (!sea?.isSea()) return undefined;
	try {
		return process.getBuiltinModule("node:zlib").brotliDecompressSync(sea.getAsset(name));
	} catch {
		return undefined;
	}
}
