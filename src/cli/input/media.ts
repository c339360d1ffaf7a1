import { isUtf8 } from "node:buffer";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { decodeDataUrl } from "../../base/base64.ts";
import { findMediaType } from "../../base/media-type.ts";
import { findTask } from "../../catalogue/aliases.ts";
import { quoteShell } from "../../snippets/quote.ts";
import type { Context } from "../context.ts";
import { invalidFile, noInput } from "../errors/usage.ts";
import { inputName, isFile, isSample, readInputFile, STDIN, stripAt } from "./file.ts";
import { readPipedStdin } from "./stdin.ts";

/**
 * Reads a file in the library's form: its bytes with their type, or its URL (a data URL is decoded).
 * @throws UsageError for a file that is known to be of another kind
 */
export async function readMedia(path: string, context: Context, kind: MediaKind): Promise<Blob | URL> {
	if (isUrl(path)) return decodeDataUrl(path) ?? new URL(path);
	const bytes = await readInputFile(stripAt(path, context), context);
	const name = inputName(path);
	if (bytes.length === 0) throw noInput(`${name} is empty.`);
	const file = asFile(bytes, stripAt(path, context));
	// The provider decides about files of unknown types; recordings may be in video files.
	const isText = file.type === "" && !/\.svg$/i.test(path) && isUtf8(bytes) && !bytes.includes(0);
	const type = isText ? "text" : file.type;
	const isOther = type !== "" && !(kind === "audio" ? /^(audio|video)\// : new RegExp(`^${kind}/|gif$`)).test(type);
	if (isOther) {
		const wanted = { image: "an image", audio: "an audio file", video: "a video" }[kind];
		throw invalidFile(
			`${name} is not ${wanted}.`,
			`It is ${type}. ${adviseConversion(type, name) ?? `Give ${wanted}.`}`,
		);
	}
	return file;
}

/** Returns the commands that convert a document to images or text; undefined for other types. */
function adviseConversion(type: string, name: string): string | undefined {
	if (type !== "application/pdf") return undefined;
	const file = name === STDIN ? "FILE" : quoteShell(name);
	return `Make images of its pages with pdftoppm -png ${file} page, or ask about its text: hub "…" --file ${file}`;
}

type MediaKind = "image" | "audio" | "video";

/** Reads a piped file in addition to words that are not files; undefined if nothing is piped. */
export async function readPipedMedia(context: Context): Promise<File | undefined> {
	const bytes = await readPipedStdin(context);
	return bytes && asFile(bytes, "-");
}

function asFile(bytes: Uint8Array, path: string): File {
	return new File([new Uint8Array(bytes)], path.replace(/^sample:/, ""), { type: findMediaType(bytes, path) });
}

/** Returns the URL of an image for a chat: a web URL unchanged, a file as data URL. */
export async function readImageUrl(path: string, context: Context): Promise<string> {
	if (isUrl(path)) return path;
	const url = encodeImageUrl(await readInputFile(stripAt(path, context), context), path);
	if (url === undefined) {
		throw invalidFile(`${inputName(path)} is not an image in a known format.`);
	}
	return url;
}

/** Returns an image as data URL; undefined for other files. */
export function encodeImageUrl(bytes: Uint8Array, path: string): string | undefined {
	const type = findMediaType(bytes, path);
	return type.startsWith("image/") ? `data:${type};base64,${Buffer.from(bytes).toString("base64")}` : undefined;
}

/** Whether a word is a file: a URL, an existing file, or `-`. */
export function isFileWord(word: string, { cwd }: Context): boolean {
	return word === "-" || isUrl(word) || isSample(word) || existsSync(resolve(cwd, word));
}

/** Whether a word is named like an image, whether the file exists or not. */
export function isNamedAsImage(word: string): boolean {
	return /\.(png|jpe?g|gif|webp|bmp|tiff?|avif|heic)$/i.test(word) && !/[\r\n]/.test(word);
}

/** Whether a word of a chat is an image: an existing file with an image's extension, or a sample. */
export function isImageWord(word: string, context: Context): boolean {
	if (!isNamedAsImage(word)) return false;
	const path = stripAt(word, context);
	return isSample(path) || isFile(path, context);
}

/**
 * Returns the words of a chat that are images: existing files and samples. For tasks with an image, URLs and missing
 * files count too; the latter are an error.
 */
export function findImages(words: readonly string[], { task }: { task?: string }, context: Context): string[] {
	const needsImage = task !== undefined && findTask(task) === "image-text-to-text";
	return words.filter((word) => isImageWord(word, context) || (needsImage && isNamedAsImage(word) && !/\s/.test(word)));
}

/** Whether a word of a chat is named like an image but is not a file, so it is sent as text. */
export function isMissingImage(word: string, context: Context): boolean {
	return isNamedAsImage(word) && !/\s/.test(word) && !isUrl(word) && !isImageWord(word, context);
}

function isUrl(word: string): boolean {
	return /^(https?:\/\/|data:[^,]*,)/.test(word) && URL.canParse(word);
}
