import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { expandHome } from "../config/folders.ts";
import type { Context } from "../context.ts";

type PathContext = Pick<Context, "cwd" | "env"> & { platform?: NodeJS.Platform };

/** Parses a path that was typed or dropped outside a shell: in quotes, escaped, or from the home folder. */
export function readTypedPath(text: string, place: PathContext): string {
	if (existsSync(resolve(place.cwd, text))) return text;
	const bare =
		/^(['"])(.*)\1$/.exec(text)?.[2] ??
		((place.platform ?? process.platform) === "win32" ? text : text.replace(/\\(.)/g, "$1"));
	const path = expandHome(bare, place.env);
	return existsSync(resolve(place.cwd, path)) ? path : text;
}

/** Returns the certain part of the path, and possible continuations; folders end with a slash. */
export function completePath(text: string, place: PathContext): { text: string; names: readonly string[] } {
	const start = text.lastIndexOf("/") + 1;
	const [folder, beginning] = [text.slice(0, start), text.slice(start)];
	const names = readFolder(resolve(place.cwd, expandHome(folder, place.env)))
		.filter((name) => name.startsWith(beginning) && (beginning !== "" || !name.startsWith(".")))
		.sort();
	return { text: folder + (names.length > 0 ? sharedStart(names) : beginning), names };
}

function readFolder(path: string): string[] {
	try {
		const entries = readdirSync(path, { withFileTypes: true });
		// Names that cannot be typed are not suggested.
		return entries
			.filter(({ name }) => !/\p{Cc}/u.test(name))
			.map((entry) => entry.name + (entry.isDirectory() ? "/" : ""));
	} catch {
		return [];
	}
}

function sharedStart(names: readonly string[]): string {
	const [first = "", ...others] = names;
	const characters = Array.from(first);
	while (!others.every((name) => name.startsWith(characters.join("")))) characters.pop();
	return characters.join("");
}
