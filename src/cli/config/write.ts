import { chmodSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "../context.ts";
import { makeFolder, replaceFile } from "../files/replace-file.ts";
import { hubFolder } from "./folders.ts";
import { withLock } from "./lock.ts";
import { readConfig, type StoredConfig } from "./settings.ts";

/**
 * Changes the configuration. The file is read, changed and replaced as a whole under a lock, so that concurrent
 * commands never undo each other's changes, and a reader never sees a partial file.
 * @param change modifies the stored configuration
 * @returns the path of the file
 */
export async function updateConfig(context: Context, change: (stored: StoredConfig) => void): Promise<string> {
	const folder = hubFolder("config", context.env);
	makeFolder(folder, 0o700);
	// A folder chosen by the user may contain other files, so its mode is not changed; `hub doctor` checks it.
	if (!context.env["HUB_CONFIG_DIR"]) chmodSync(folder, 0o700);
	return await withLock(join(folder, "config.lock"), context.signal, () => {
		const { path, ...stored } = readConfig(context);
		change(stored);
		replaceFile(path, `${JSON.stringify(stored, undefined, "\t")}\n`, 0o600);
		return path;
	});
}
