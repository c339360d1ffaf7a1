import { homedir } from "node:os";
import { join } from "node:path";

/** Variables of the process. */
type Environment = Readonly<Record<string, string | undefined>>;

/** The folder of the configuration: `HUB_CONFIG_DIR`, or `hub` in the XDG folder. */
export function configFolder(env: Environment): string {
	return env["HUB_CONFIG_DIR"] || join(xdgFolder(env, "XDG_CONFIG_HOME", ".config"), "hub");
}

/** The folder of what may be lost: `HUB_CACHE_DIR`, or `hub` in the XDG folder. */
export function cacheFolder(env: Environment): string {
	return env["HUB_CACHE_DIR"] || join(xdgFolder(env, "XDG_CACHE_HOME", ".cache"), "hub");
}

/** The folder of what is to be kept: `HUB_DATA_DIR`, or `hub` in the XDG folder. */
export function dataFolder(env: Environment): string {
	return env["HUB_DATA_DIR"] || join(xdgFolder(env, "XDG_DATA_HOME", ".local/share"), "hub");
}

/** A folder of the XDG specification, by its variable or its place in the home. */
export function xdgFolder(env: Environment, variable: string, fallback: string): string {
	return env[variable] || join(env["HOME"] || homedir(), fallback);
}
