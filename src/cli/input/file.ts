import { constants } from "node:buffer";
import { existsSync, statSync } from "node:fs";
import { resolve, sep } from "node:path";
import { parseJsonOrThrow } from "../../base/json.ts";
import { findMediaType } from "../../base/media-type.ts";
import { quoteShell } from "../../snippets/quote.ts";
import type { Context } from "../context.ts";
import { invalidFile, UsageError, unknownWord } from "../errors/usage.ts";
import { readBounded, TooLarge } from "../files/read-bounded.ts";
import { MAX_INPUT } from "../terminal/terminal.ts";
import { readStdin } from "./stdin.ts";

export const STDIN = "standard input";

/** Returns what errors call a file; `-` is standard input. */
export function inputName(path: string): string {
	return path === "-" ? STDIN : path;
}

/** Removes the `@` that may mark a path. */
export function stripAt(path: string, { cwd }: Pick<Context, "cwd">): string {
	return path.startsWith("@") && !existsSync(resolve(cwd, path)) ? path.slice(1) : path;
}

/** Whether a word names an existing file; a text that is too long for a name does not. */
export function isFile(word: string, { cwd }: Pick<Context, "cwd">): boolean {
	const path = resolve(cwd, word);
	return existsSync(path) && statSync(path).isFile();
}

/**
 * Returns the bytes of a file, a FIFO or a device, or of standard input for `-`.
 * @throws UsageError for more than `--max-input`
 */
export async function readInputFile(given: string, context: Context): Promise<Uint8Array> {
	const path = stripAt(given, context);
	if (path === "-") return await readStdin(context);
	if (isSample(path)) return await readSample(path);
	try {
		// The slash marks a missing folder as a folder.
		const slash = path.endsWith("/") || path.endsWith(sep) ? sep : "";
		return await readBounded(resolve(context.cwd, path) + slash, context.flags.maxInput ?? MAX_INPUT, context.signal);
	} catch (error) {
		if (!(error instanceof TooLarge)) throw error;
		const { tooLarge } = await import("./too-large.ts");
		throw tooLarge(path, error.limit);
	}
}

/** Returns the text of a file, or of standard input for `-`. */
export async function readTextFile(path: string, context: Context): Promise<string> {
	return await decodeFile(await readInputFile(path, context), inputName(path), context);
}

/** Returns the JSON value in a file, or on standard input for `-`. */
export async function readJsonFile(
	path: string,
	context: Context,
	parse: (text: string) => unknown = parseJsonOrThrow,
): Promise<unknown> {
	return parseJsonText(await readTextFile(path, context), inputName(path), parse);
}

export function isPdf(bytes: Uint8Array): boolean {
	return findMediaType(bytes) === "application/pdf";
}

/**
 * Returns the text of a file: UTF-8 text, or a PDF; with a note if a part of the PDF is missing.
 * @throws UsageError for other files, and for a PDF without text
 */
export async function decodeFile(
	bytes: Uint8Array,
	name: string,
	{ note, flags, signal }: Pick<Context, "note" | "flags" | "signal">,
): Promise<string> {
	if (!isPdf(bytes)) return decodeText(bytes, name);
	const { readPdfText } = await import("./pdf-text.ts");
	const { text, read, pages, problem } = await readPdfText(bytes, { length: flags.maxInput ?? MAX_INPUT, signal });
	if (text === "") {
		const file = name === STDIN ? "FILE" : quoteShell(name);
		throw invalidFile(
			`${name} has no text that can be read: ${problem ?? "its pages are images"}.`,
			`pdftoppm -png ${file} page makes images of its pages, which many models read.`,
		);
	}
	if (problem !== undefined) note(`Only ${read} of the ${pages} pages of ${name} were read: ${problem}.`);
	return text;
}

export function decodeText(bytes: Uint8Array, name: string): string {
	// Strings are limited to about half a gigabyte.
	if (bytes.length > constants.MAX_STRING_LENGTH) throw new UsageError(`${name} is too large to read as text.`);
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		throw invalidFile(`${name} is not text in UTF-8.`, "Convert it first, for instance with iconv.");
	}
}

/** Parses JSON; an error names the position. */
export function parseJsonText(
	text: string,
	name: string,
	parse: (text: string) => unknown = parseJsonOrThrow,
): unknown {
	try {
		return parse(text);
	} catch (error) {
		throw invalidFile(`${name} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
	}
}

/** Returns a value given on the command line: `@path` is the file's text, `\@` a literal `@`. */
export async function readValue(value: string, context: Context): Promise<string> {
	if (value.startsWith("\\@")) return value.slice(1);
	return value.startsWith("@") ? await readTextFile(value.slice(1), context) : value;
}

const PREFIX = "sample:";

/** Whether a path names a built-in file, such as `sample:street.jpg`. */
export function isSample(path: string): boolean {
	return path.startsWith(PREFIX);
}

/**
 * Returns the bytes of a built-in file.
 * @throws UsageError for an unknown name
 */
export async function readSample(path: string): Promise<Uint8Array> {
	const { findSample, SAMPLES } = await import("../../sandbox/samples/index.ts");
	const sample = findSample(path);
	if (sample) return await sample.read();
	const names = SAMPLES.map(({ name }) => name);
	throw unknownWord("sample", path.slice(PREFIX.length), names, "hub sandbox samples lists them.");
}
