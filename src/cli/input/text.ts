import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { findMediaType } from "../../base/media-type.ts";
import { quoteShell } from "../../snippets/quote.ts";
import type { Context } from "../context.ts";
import { invalidInput, noInput } from "../errors/usage.ts";
import { decodeFile, isSample, readValue, STDIN } from "./file.ts";
import { readStdin } from "./stdin.ts";

/**
 * Replaces `@path` by the text of the file, and `\@` by `@`. User names begin with `@` too, so only a single word must
 * be a file.
 */
export async function readWords(words: readonly string[], context: Context): Promise<string[]> {
	return Promise.all(
		words.map(async (word) => {
			if (!/^\\?@/.test(word)) return word;
			const isFile = isTextFileWord(word, context);
			const isName = word.startsWith("@") && (words.length > 1 || /\s/.test(word));
			if (!isFile && isName) return word;
			const text = await readValue(word, context);
			return isFile ? text.replace(/\r?\n$/, "") : text;
		}),
	);
}

/** Notes words that are sent as text and name a file, which may have been meant. */
export function noteFileNames(words: readonly string[], { cwd, note }: Pick<Context, "cwd" | "note">): void {
	const [only = ""] = words;
	const isMedia = MEDIA.test(nameType(only)) || nameType(only).startsWith("image/");
	if (words.length === 1 && isMedia && !/\s|:\/\//.test(only) && !existsSync(resolve(cwd, only))) {
		note(`There is no file ${only} here, so its name is sent as text.`);
	}
	for (const word of words) {
		// Ordinary words may be names of files too, so only a single word counts.
		const mayBeName =
			!word.startsWith("@") && (words.length === 1 || /[./]/.test(word)) && existsSync(resolve(cwd, word));
		if (!mayBeName || !statSync(resolve(cwd, word)).isFile()) continue;
		if (words.length === 1) refuseMedia(word);
		note(`${word} is a file here; write @${word} to read it.`);
	}
}

/** Files that are never read as text. */
const MEDIA = /^(audio|video)\/|^application\/pdf$/;

/** The media type that the extension of a name stands for. */
function nameType(name: string): string {
	return findMediaType(new Uint8Array(), name);
}

/** A text that is exactly the name of a recording, a video or a document was meant as a file. */
function refuseMedia(word: string): void {
	const type = nameType(word);
	const name = quoteShell(word);
	const advice: Readonly<Record<string, string>> = {
		audio: `To transcribe it: hub infer -t asr ${name}`,
		video: `To classify it: hub infer -t video-classification ${name}`,
		application: `To send its text: @${name}`,
	};
	if (!MEDIA.test(type)) return;
	throw invalidInput(`${word} is a file here (${type}), and this task takes text.`, advice[type.split("/")[0] ?? ""]);
}

/** Whether a word names the text of a file: `@path`, and the file exists. */
export function isTextFileWord(word: string, { cwd }: Context): boolean {
	return word.startsWith("@") && (isSample(word.slice(1)) || existsSync(resolve(cwd, word.slice(1))));
}

/** Joins the words, the text of standard input in front of them if `-` is among them; without words returns that text. */
export async function readText(words: readonly string[], context: Context): Promise<string | undefined> {
	if (words.length > 0 && !words.includes("-")) return words.some((word) => word.trim()) ? words.join(" ") : undefined;
	if (words.length === 0 && (context.stdin.isTTY || context.flags.stdin === false)) return undefined;
	return joinPiped(await decodeFile(await readStdin(context), STDIN, context), words);
}

/** Returns the piped text, a blank line, and the words other than `-`; undefined if there is neither. */
export function joinPiped(text: string, words: readonly string[]): string | undefined {
	const joined = words.filter((word) => word !== "-").join(" ");
	const prompt = joined.trim() === "" ? undefined : joined;
	if (text.trim() === "") return prompt;
	return prompt === undefined ? text.replace(/\r?\n$/, "") : `${text.trimEnd()}\n\n${prompt}`;
}

export function throwNoInput(what = "There is no input.", hint = 'Give it as an argument ("…") or pipe it in.'): never {
	throw noInput(what, hint);
}
