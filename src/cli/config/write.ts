import { chmodSync } from "node:fs";
import { dirname, join } from "node:path";
import { withLock } from "../../node-lock.ts";
import type { Context } from "../context.ts";
import { invalidConfig } from "../errors/usage.ts";
import { makeFolder, replaceFile } from "../files/replace-file.ts";
import { hubFolder } from "./folders.ts";
import { type ConfigProblem, checkConfig, configPath, readConfigText, type StoredConfig } from "./settings.ts";

/** Maximum wait for another command, which holds the configuration for some milliseconds. */
const PATIENCE_MS = 15_000;

/**
 * Changes the configuration. The file is read, changed and replaced as a whole under a lock, so that concurrent
 * commands never undo each other's changes, and a reader never sees a partial file.
 * @param change modifies the stored configuration
 * @returns the path of the file
 * @throws UsageError if the file is not a JSON object: its content would be lost
 */
export async function updateConfig(context: Context, change: (stored: StoredConfig) => void): Promise<string> {
	const path = configPath(context.env);
	const folder = makeConfigFolder(context.env);
	const options = { shown: "the configuration", patience: PATIENCE_MS, signal: context.signal };
	const { ConfigStore } = await import("./store.ts");
	return await withLock(join(folder, "config"), options, (lock) => {
		const stored = readWhole(path);
		const before = structuredClone(stored);
		change(stored);
		new ConfigStore(dirname(path), lock, before).store = stored;
		return path;
	});
}

/** Creates the folder of the configuration, which only its owner may read. */
export function makeConfigFolder(env: Context["env"]): string {
	const folder = hubFolder("config", env);
	makeFolder(folder, 0o700);
	// A folder chosen by the user may contain other files, so its mode is not changed; `hub doctor` checks it.
	if (!env["HUB_CONFIG_DIR"]) chmodSync(folder, 0o700);
	return folder;
}

/** Returns what is stored, with entries that are wrong or that a later version wrote. */
function readWhole(path: string): StoredConfig {
	const { stored, problems } = checkConfig(readConfigText(path) ?? "{}", path);
	const whole = problems.find(({ name }) => name === "");
	if (whole) throw invalidConfig(whole.message, "Correct it with hub config edit, or remove the file to start over.");
	return stored;
}

/**
 * Lets the user edit the text of the configuration. Wrong entries are reported, and stored anyway: they are not used, and the
 * next edit shows them. A text that is not a JSON object would lose everything, so it is not stored.
 * @returns the new text if it was stored, and its problems
 * @throws UsageError if it is not a JSON object, or another command has changed the file meanwhile
 */
export async function editConfig(
	context: Context,
	edit: (text: string) => string,
): Promise<{ path: string; text: string | undefined; problems: ConfigProblem[] }> {
	const path = configPath(context.env);
	const before = readConfigText(path);
	const text = edit(before ?? "{\n}\n");
	const { problems } = checkConfig(text, path);
	if (text === before || (before === undefined && text.trim() === "{\n}")) return { path, text: undefined, problems };
	const whole = problems.find(({ name }) => name === "");
	if (whole) throw invalidConfig(whole.message, "Nothing was stored.");
	const folder = makeConfigFolder(context.env);
	const options = { shown: "the configuration", patience: PATIENCE_MS, signal: context.signal };
	await withLock(join(folder, "config"), options, (lock) => {
		if (readConfigText(path) !== before) {
			throw invalidConfig(
				"Another command has changed the configuration meanwhile.",
				"Nothing was stored; edit it again.",
			);
		}
		lock.assertHeld();
		replaceFile(path, text, 0o600);
	});
	return { path, text, problems };
}
