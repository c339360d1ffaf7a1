import { chmodSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "../context.ts";
import { makeFolder, replaceFile } from "../files/replace-file.ts";
import { hubFolder } from "./folders.ts";
import { withLock } from "./lock.ts";
import { readConfig, type StoredConfig } from "./settings.ts";

/**
 * Changes what is stored. The file is read, changed and replaced as a whole under a lock, so that of two commands that
 * run at once neither undoes what the other did, and a reader never meets half a file.
 * @param change is handed what is stored now, and alters it
 * @returns the path of the file
 */
export async function updateConfig(context: Context, change: (stored: StoredConfig) => void): Promise<string> {
	const folder = hubFolder("config", context.env);
	makeFolder(folder, 0o700);
	// A folder the user chose may hold other things as well, so its mode is theirs; `hub doctor` looks at it.
	if (!context.env["HUB_CONFIG_DIR"]) chmodSync(folder, 0o700);
	return await withLock(join(folder, "config.lock"), context.signal, () => {
		const { path, ...stored } = readConfig(context);
		change(stored);
		replaceFile(path, `${JSON.stringify(stored, undefined, "\t")}\n`, 0o600);
		return path;
	});
}
