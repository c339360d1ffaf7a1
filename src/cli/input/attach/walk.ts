import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import ignore, { type Ignore } from "ignore";

/** The rules of one `.gitignore`, which apply below its folder. */
interface Rules {
	folder: string;
	ignores: Ignore;
}

/** How a folder is walked. */
export interface WalkOptions {
	/** Skips hidden files, `node_modules` and files that Git ignores. */
	isTidy: boolean;
	/** Whether to enter a folder; default: all. */
	enters?: (path: string) => boolean;
}

/**
 * Returns the files below a folder, sorted by path. Links to folders are not followed, because they may be circular.
 */
export function walk(folder: string, options: WalkOptions): string[] {
	const rules = options.isTidy ? rulesAbove(folder) : [];
	return walkFolder(folder, rules, options);
}

function walkFolder(folder: string, above: readonly Rules[], options: WalkOptions): string[] {
	const own = options.isTidy ? readRules(folder) : undefined;
	const rules = own ? [...above, own] : above;
	const files: string[] = [];
	const entries = readdirSync(folder, { withFileTypes: true });
	for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
		const path = join(folder, entry.name);
		const isFolder = entry.isDirectory();
		if (options.isTidy && isLeftOut(path, entry.name, isFolder, rules)) continue;
		if (isFolder) {
			if (options.enters?.(path) ?? true) files.push(...walkFolder(path, rules, options));
		} else if (entry.isFile() || (entry.isSymbolicLink() && isFile(path))) files.push(path);
	}
	return files;
}

function isLeftOut(path: string, name: string, isFolder: boolean, rules: readonly Rules[]): boolean {
	if (name.startsWith(".") || (isFolder && name === "node_modules")) return true;
	let isIgnored = false;
	// The rules of inner folders win.
	for (const { folder, ignores } of rules) {
		const inner = relative(folder, path).split(sep).join("/");
		const { ignored, unignored } = ignores.test(isFolder ? `${inner}/` : inner);
		if (ignored) isIgnored = true;
		if (unignored) isIgnored = false;
	}
	return isIgnored;
}

/** Returns the rules of the folders around this one, up to the root of the repository; none outside of one. */
function rulesAbove(folder: string): Rules[] {
	const found: Rules[] = [];
	for (let current = folder; ; current = dirname(current)) {
		if (current !== folder) found.unshift(...[readRules(current) ?? []].flat());
		if (statSync(join(current, ".git"), { throwIfNoEntry: false })) return found;
		if (dirname(current) === current) return [];
	}
}

function readRules(folder: string): Rules | undefined {
	try {
		return { folder, ignores: ignore().add(readFileSync(join(folder, ".gitignore"), "utf8")) };
	} catch {
		return undefined;
	}
}

function isFile(path: string): boolean {
	return Boolean(statSync(path, { throwIfNoEntry: false })?.isFile());
}
