import { statSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import picomatch from "picomatch";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { walk } from "./walk.ts";

/** Files and URLs of a word of `--file`. */
export interface Found {
	/** Paths for `readInputFile`, and names for the model. */
	paths: readonly string[];
	/** Whether the files were named one by one; unusable files of folders and patterns are skipped. */
	isExact: boolean;
}

/**
 * Returns the files of a path, a folder or a pattern (`src/**\/*.ts`). A folder means all files below it, except hidden
 * ones, `node_modules` and files that Git ignores; so does a pattern with `**`.
 * @throws UsageError if there are none
 */
export function findFiles(word: string, { cwd }: Pick<Context, "cwd">): Found {
	const path = resolve(cwd, word);
	const stat = statSync(path, { throwIfNoEntry: false });
	const isPattern = !stat && picomatch.scan(word).isGlob;
	// Reading a missing file reports the error.
	if (!stat?.isDirectory() && !isPattern) return { paths: [word], isExact: true };
	const files = stat ? walk(path, { isTidy: true }) : matchFiles(word, cwd);
	if (files.length === 0) {
		throw new UsageError(
			stat ? `The folder ${word} contains no files.` : `No file matches ${word}.`,
			stat
				? "Hidden files and files that Git ignores do not count."
				: "Quote the pattern; ** matches any number of folders.",
			"no-input",
		);
	}
	return { paths: files.map((file) => shorten(file, cwd)), isExact: false };
}

function matchFiles(pattern: string, cwd: string): string[] {
	const { base, glob } = picomatch.scan(pattern);
	const folder = resolve(cwd, base);
	if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
	const isMatch = picomatch(glob);
	const isDeep = glob.includes("**");
	const depth = glob.split("/").length;
	const inner = (path: string): string => relative(folder, path).split(sep).join("/");
	const enters = (path: string): boolean => isDeep || inner(path).split("/").length < depth;
	return walk(folder, { isTidy: isDeep, enters }).filter((file) => isMatch(inner(file)));
}

/** Returns a path relative to the current folder if it is below, else the absolute path. */
function shorten(path: string, cwd: string): string {
	const inner = relative(cwd, path);
	return inner.startsWith("..") ? path : inner;
}
