import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Context } from "./context.ts";
import { UsageError } from "./usage-error.ts";

/** What the user has stored. */
export interface Config {
	/** The file it is read from. */
	path: string;
	/** Hub token of `hub login`. */
	token?: string;
	/** Provider id → its own key. */
	keys?: Record<string, string>;
	/** Provider used when none is named. */
	provider?: string;
	/** Seconds. */
	timeout?: number;
}

/** The folder of the configuration: `HUB_CONFIG_DIR`, or `hub` in the XDG folder. */
export function configFolder(env: Context["env"]): string {
	return env["HUB_CONFIG_DIR"] || join(env["XDG_CONFIG_HOME"] || join(env["HOME"] ?? homedir(), ".config"), "hub");
}

/**
 * Reads the configuration. The file is what `conf` writes, plain JSON, so that reading it needs no package.
 * @throws UsageError when the file is there and is not JSON
 */
export function readConfig({ env }: Pick<Context, "env">): Config {
	const path = join(configFolder(env), "config.json");
	let text: string;
	try {
		text = readFileSync(path, "utf8");
	} catch {
		return { path };
	}
	try {
		return { ...(JSON.parse(text) as Omit<Config, "path">), path };
	} catch {
		throw new UsageError(`The configuration in ${path} is not JSON.`, "Mend the file, or remove it to start afresh.");
	}
}
