import { join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** Folders of the XDG specification: the variable that sets one, and its default in the home folder. */
const XDG_FOLDERS = {
	config: ["XDG_CONFIG_HOME", ".config"],
	cache: ["XDG_CACHE_HOME", ".cache"],
	data: ["XDG_DATA_HOME", ".local/share"],
} as const;

/** `config` contains settings and keys, `cache` disposable files, `data` conversations and logs. */
type Kind = keyof typeof XDG_FOLDERS;

/** Returns a folder of hub: `HUB_CONFIG_DIR`, `HUB_CACHE_DIR` or `HUB_DATA_DIR`, else `hub` in the XDG folder. */
export function hubFolder(kind: Kind, env: Environment): string {
	return env[`HUB_${kind.toUpperCase()}_DIR`] || join(xdgFolder(kind, env), "hub");
}

/** Returns a folder of the XDG specification, which all programs share. */
export function xdgFolder(kind: Kind, env: Environment): string {
	const [variable, place] = XDG_FOLDERS[kind];
	// Most starts do not need the module, which takes Node a quarter of a millisecond.
	// On Windows every program has the variables of the folders in its environment.
	const windows = env[kind === "config" ? "APPDATA" : "LOCALAPPDATA"];
	if (!env[variable] && windows) return kind === "config" ? windows : join(windows, kind);
	return env[variable] || join(homeFolder(env), place);
}

export function homeFolder(env: Environment): string {
	return env["HOME"] || process.getBuiltinModule("node:os").homedir();
}

/** Puts the home folder in the place of `~/`. */
export function expandHome(path: string, env: Environment): string {
	return path.startsWith("~/") ? join(homeFolder(env), path.slice(2)) : path;
}

export function chatFolder(env: Environment): string {
	return join(hubFolder("data", env), "chats");
}

export const CHAT_EXTENSION = ".jsonl";

export function chatPath(env: Environment, id: string): string {
	return join(chatFolder(env), id + CHAT_EXTENSION);
}
