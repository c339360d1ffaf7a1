import { lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import ignore, { type Ignore } from "ignore";
import { xdgFolder } from "../config/folders.ts";
import { tokenFiles } from "../config/token.ts";
import type { Context } from "../context.ts";
import { readBounded } from "../files/read-bounded.ts";

/** Names of files that hold keys, as tools name them. */
const KEY_FILE =
	/^\.env|^id_|^credentials|^secrets?\.|^[._]netrc$|^\.(?:npmrc|pypirc|pgpass|git-credentials|htpasswd)$|\.(?:pem|key|p12|pfx|jks|keystore|ppk|kdbx)$/i;
/** Whether a file holds keys, judged by its name. */
export function isNamedAsKey(path: string): boolean {
	return KEY_FILE.test(basename(path));
}

/** Largest list of files to ignore, in bytes; a longer one is not read. */
const MAX_RULES = 2 ** 20;

/** Patterns of files that Git ignores; they apply below a folder. */
interface Rules {
	folder: string;
	ignores: Ignore;
}

/** Files of a folder that were left out. */
export interface LeftOut {
	/** Links that point outside the folder. */
	outside: number;
	/** Files that hold keys, judged by their names. */
	keys: string[];
	ignored: number;
	/** Entries that are not files: broken links, FIFOs, sockets, devices. */
	noFiles: string[];
}

export interface WalkOptions {
	/** Whether to enter a folder; default: all. */
	enters?(path: string): boolean;
	/** Whether to include a file; default: all. */
	isWanted?(path: string): boolean;
	/** Whether hidden files and folders, and `node_modules`, count; by default they do not. */
	takesHidden?: boolean;
}

/**
 * Returns the files below a folder, sorted by path, for all options that take a folder or a pattern. Left out are links
 * out of the folder, files that hold keys, and files that Git ignores: by `.gitignore`, `.git/info/exclude` or the user's
 * own list. A folder that is itself ignored was named on purpose: only the rules inside it apply.
 */
export async function walkFolder(
	folder: string,
	{ env, signal }: Pick<Context, "env" | "signal">,
	{ enters = () => true, isWanted = () => true, takesHidden = false }: WalkOptions = {},
): Promise<{ files: string[]; leftOut: LeftOut }> {
	const root = realpathSync(folder);
	const tokens = new Set(tokenFiles(env).map((path) => realPath(path) ?? path));
	const files: string[] = [];
	const leftOut: LeftOut = { outside: 0, keys: [], ignored: 0, noFiles: [] };

	const isInside = (path: string): boolean => path === root || path.startsWith(join(root, sep));
	const isSkipped = (path: string): boolean => {
		const parts = relative(root, path).split(sep);
		return !takesHidden && parts.some((part) => part.startsWith(".") || part === "node_modules");
	};
	const add = (path: string, real: string, rules: readonly Rules[]): void => {
		if (!isWanted(path)) return;
		if (!isInside(real)) leftOut.outside++;
		else if (isSkipped(real)) return;
		else if (isNamedAsKey(path) || isNamedAsKey(real) || tokens.has(real)) leftOut.keys.push(path);
		else if (isIgnored(path, false, rules)) leftOut.ignored++;
		else files.push(path);
	};
	const addNoFile = (path: string, rules: readonly Rules[]): void => {
		const isHidden = isSkipped(join(root, relative(folder, path)));
		if (isWanted(path) && !isHidden && !isIgnored(path, false, rules)) leftOut.noFiles.push(path);
	};
	const visit = async (current: string, above: readonly Rules[]): Promise<void> => {
		signal.throwIfAborted();
		const rules = [...above, ...(await readRules(current, join(current, ".gitignore"), signal))];
		const entries = readdirSync(current, { withFileTypes: true });
		for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
			const path = join(current, entry.name);
			// Never content, as for Git; its configuration may hold keys.
			if (entry.name === ".git") continue;
			if (entry.isDirectory()) {
				if (isSkipped(join(root, relative(folder, path))) || !enters(path)) continue;
				if (isIgnored(path, true, rules)) leftOut.ignored++;
				else await visit(path, rules);
			} else if (entry.isFile()) add(path, join(root, relative(folder, path)), rules);
			else if (entry.isSymbolicLink()) {
				const real = realPath(path);
				const isFile = real !== undefined && statSync(real, { throwIfNoEntry: false })?.isFile();
				// A folder inside is visited at its own path.
				if (real !== undefined && (isFile || !isInside(real))) add(path, real, rules);
				else if (real === undefined || !statSync(real, { throwIfNoEntry: false })?.isDirectory())
					addNoFile(path, rules);
			} else addNoFile(path, rules);
		}
	};
	const above = await rulesAbove(resolve(folder), env, signal);
	await visit(folder, isIgnored(resolve(folder), true, above) ? [] : above);
	return { files, leftOut };
}

/** Describes what was left out for a note; undefined for nothing worth a note. */
export function describeLeftOut({ outside, keys, ignored, noFiles }: LeftOut, cwd: string): string | undefined {
	const [key, ...otherKeys] = keys;
	const more = otherKeys.length > 0 ? ` and ${otherKeys.length} more` : "";
	const [noFile, ...otherNoFiles] = noFiles;
	const moreNoFiles =
		otherNoFiles.length > 0 ? ` and ${otherNoFiles.length} more, which are not files` : ", which is not a file";
	const parts = [
		...(outside > 0 ? [`${outside} ${outside === 1 ? "link that leads" : "links that lead"} out of the folder`] : []),
		...(key === undefined ? [] : [`${relative(cwd, key)}${more}, which may hold keys (name a file to use it)`]),
		...(ignored > 0 ? [`${ignored} ${ignored === 1 ? "file or folder" : "files or folders"} that Git ignores`] : []),
		...(noFile === undefined ? [] : [`${relative(cwd, noFile)}${moreNoFiles}`]),
	];
	return parts.length === 0 ? undefined : `Left out ${parts.join("; ")}.`;
}

function isIgnored(path: string, isFolder: boolean, rules: readonly Rules[]): boolean {
	let isMatch = false;
	// The rules of inner folders take precedence.
	for (const { folder, ignores } of rules) {
		const inner = relative(folder, path).split(sep).join("/");
		if (inner === "" || inner.startsWith("..")) continue;
		const { ignored, unignored } = ignores.test(isFolder ? `${inner}/` : inner);
		if (ignored) isMatch = true;
		if (unignored) isMatch = false;
	}
	return isMatch;
}

/** Returns the rules for a folder from outside it: the user's own, the repository's, and those of the folders around. */
async function rulesAbove(folder: string, env: Context["env"], signal: AbortSignal): Promise<Rules[]> {
	const found: Rules[] = [];
	for (let current = folder; ; current = dirname(current)) {
		if (current !== folder) found.unshift(...(await readRules(current, join(current, ".gitignore"), signal)));
		const git = join(current, ".git");
		const isRepository = statSync(git, { throwIfNoEntry: false }) !== undefined;
		if (isRepository || dirname(current) === current) {
			const excludes = isRepository ? join(await commonFolder(git, signal), "info", "exclude") : undefined;
			return [
				...(await readRules(isRepository ? current : folder, await userExcludes(env, signal), signal)),
				...(excludes ? await readRules(current, excludes, signal) : []),
				// Without a repository, lists of the folders around mean nothing.
				...(isRepository ? found : []),
			];
		}
	}
}

/** Returns the folder with `info/exclude`: `.git`, or the folder that the file `.git` of a worktree names. */
async function commonFolder(git: string, signal: AbortSignal): Promise<string> {
	if (statSync(git).isDirectory()) return git;
	const own = /^gitdir: (.+)$/m.exec(await readSmall(git, signal))?.[1]?.trim();
	if (own === undefined) return git;
	const folder = resolve(dirname(git), own);
	return resolve(folder, (await readSmall(join(folder, "commondir"), signal)).trim());
}

/** Returns the file of the user's own rules: `core.excludesFile` of Git's configuration, or Git's default. */
async function userExcludes(env: Context["env"], signal: AbortSignal): Promise<string> {
	const home = env["HOME"] ?? "";
	const places = env["GIT_CONFIG_GLOBAL"]
		? [env["GIT_CONFIG_GLOBAL"]]
		: [join(home, ".gitconfig"), join(xdgFolder("config", env), "git", "config")];
	for (const place of places) {
		const sections = (await readSmall(place, signal)).split(/^\s*(?=\[)/m);
		const core = sections.filter((section) => /^\[core\]/i.test(section)).join("\n");
		const named = /^\s*excludesfile\s*=\s*(.+?)\s*$/im.exec(core)?.[1]?.replace(/^"(.*)"$/, "$1");
		if (named) return resolve(home, named.replace(/^~(?=\/)/, home));
	}
	return join(xdgFolder("config", env), "git", "ignore");
}

async function readRules(folder: string, path: string, signal: AbortSignal): Promise<Rules[]> {
	const text = await readSmall(path, signal);
	return text === "" ? [] : [{ folder, ignores: ignore().add(text) }];
}

/** Returns the text of a small file; empty for a link, a device, a long file or none. */
async function readSmall(path: string, signal: AbortSignal): Promise<string> {
	if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) return "";
	try {
		return Buffer.from(await readBounded(path, MAX_RULES, signal, { isRegular: true })).toString();
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof Error) return "";
		throw error;
	}
}

function realPath(path: string): string | undefined {
	try {
		return realpathSync(path);
	} catch {
		return undefined;
	}
}
