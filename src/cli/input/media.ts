import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Context } from "../context.ts";
import { UsageError } from "../usage-error.ts";
import { readInputFile } from "./file.ts";
import { findMediaType } from "./media-type.ts";

/** A file as the library takes it: its bytes with their type, or the address to fetch them from. */
export async function readMedia(path: string, context: Context): Promise<Blob | URL> {
	if (isAddress(path)) return new URL(path);
	const bytes = await readInputFile(stripAt(path, context), context);
	const name = path === "-" ? "standard input" : path;
	if (bytes.length === 0) throw new UsageError(`${name} is empty.`);
	return new File([new Uint8Array(bytes)], stripAt(path, context), { type: findMediaType(bytes, path) });
}

/** The address of a picture for a chat: a web address as it is, a file as data URL. */
export async function readImageUrl(path: string, context: Context): Promise<string> {
	if (isAddress(path) || path.startsWith("data:")) return path;
	const bytes = await readInputFile(path, context);
	const type = findMediaType(bytes, path);
	if (!type.startsWith("image/")) throw new UsageError(`${path} is not an image in a known format.`);
	return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
}

/** A path may be marked with `@` as values are. */
function stripAt(path: string, { cwd }: Context): string {
	return path.startsWith("@") && !existsSync(resolve(cwd, path)) ? path.slice(1) : path;
}

/** Whether a word is a file: an address, a file that is there, or `-`. */
export function isFileWord(word: string, { cwd }: Context): boolean {
	return word === "-" || isAddress(word) || existsSync(resolve(cwd, word));
}

function isAddress(word: string): boolean {
	return /^https?:\/\//.test(word) && URL.canParse(word);
}
