import { chmodSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "../../node-lock.ts";
import type { Context } from "../context.ts";
import { makeFolder } from "../files/replace-file.ts";
import { hubFolder } from "./folders.ts";
import { parseConfig, readConfig, type StoredConfig } from "./settings.ts";

/** Another command needs the configuration for some milliseconds. */
const PATIENCE_MS = 15_000;

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
	const options = { shown: "the configuration", patience: PATIENCE_MS, signal: context.signal };
	const { ConfigStore } = await import("./store.ts");
	return await withLock(join(folder, "config"), options, (lock) => {
		const { path, ...stored } = readConfig(context);
		change(stored);
		new ConfigStore(folder, lock, (text) => parseConfig(text, path)).store = stored;
		return path;
	});
}
