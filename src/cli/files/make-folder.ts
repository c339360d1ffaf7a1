import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it, with `mode` for the ones that are new.
 *
 * Node's own `recursive` never returns where the file system takes no folders and says ENOENT, as `/proc` does.
 * @throws the error of the system where a folder cannot be made, or something else has its name.
 */
export function makeFolder(path: string, mode?: number): void {
	try {
		mkdirSync(path, { mode });
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
		const parent = dirname(path);
		if (code !== "ENOENT" || parent === path || statSync(parent, { throwIfNoEntry: false })) throw error;
		makeFolder(parent, mode);
		makeFolder(path, mode);
	}
}
