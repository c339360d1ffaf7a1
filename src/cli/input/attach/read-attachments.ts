import { isUtf8 } from "node:buffer";
import { type Fetch, readText } from "../../../http/index.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { MAX_INPUT } from "../../terminal/terminal.ts";
import { decodeText, readInputFile } from "../file.ts";
import { encodeImageUrl } from "../media.ts";
import { isSample } from "../sample.ts";
import { tooLarge } from "../too-large.ts";
import type { Attachment } from "./fence-texts.ts";
import { findFiles } from "./find-files.ts";

/**
 * Reads what `--file` and `/file` name: paths, web URLs, patterns (`src/*.ts`) and folders. Texts are unchanged, images
 * become data URLs. Other files of folders and patterns are skipped, with a note.
 * @param open creates the `fetch` for web URLs; called only if there is one
 * @throws UsageError if there is no such file, it is neither text nor an image, or all together exceed `--max-input`
 */
export async function readAttachments(
	words: readonly string[],
	open: () => Fetch | Promise<Fetch>,
	context: Context,
): Promise<Attachment[]> {
	const attachments: Attachment[] = [];
	const limit = context.flags.maxInput ?? MAX_INPUT;
	const seen = new Set<string>();
	const skipped: string[] = [];
	let size = 0;
	const add = (attachment: Attachment): void => {
		size += attachment.kind === "text" ? attachment.text.length : attachment.url.length;
		if (size > limit) throw tooLarge("--file", limit);
		attachments.push(attachment);
	};
	for (const word of words) {
		// An empty variable must not mean all files of this folder.
		if (word.trim() === "") throw new UsageError("--file needs a path.", "For this folder: --file .", "option-value");
		if (isWebUrl(word)) {
			add(await download(new URL(word), await open(), context));
			continue;
		}
		const { paths, isExact } =
			isSample(word) || word === "-" ? { paths: [word], isExact: true } : findFiles(word, context);
		for (const path of paths) {
			if (seen.has(path)) continue;
			seen.add(path);
			const attachment = identify(await readInputFile(path, context), path);
			if (attachment) add(attachment);
			else if (isExact) throw neither(path);
			else skipped.push(path);
		}
	}
	if (skipped.length > 0) {
		const [first, ...others] = skipped;
		const rest = others.length > 0 ? ` and ${others.length} more` : "";
		context.note(`Left out ${first}${rest}: neither text nor an image.`);
	}
	return attachments;
}

function identify(bytes: Uint8Array, path: string): Attachment | undefined {
	const name = path === "-" ? "standard input" : path;
	if (isUtf8(bytes) && !bytes.includes(0)) return { kind: "text", name, text: decodeText(bytes, name) };
	const url = encodeImageUrl(bytes, path);
	return url === undefined ? undefined : { kind: "image", name, url };
}

function neither(name: string): UsageError {
	return new UsageError(
		`${name} is neither text in UTF-8 nor an image.`,
		"--file takes texts and images.",
		"invalid-file",
	);
}

function isWebUrl(word: string): boolean {
	return /^https?:\/\//.test(word) && URL.canParse(word);
}

/** Fetches a text. The URL of an image is passed on: the model fetches it. */
async function download(url: URL, fetch: Fetch, context: Context): Promise<Attachment> {
	const name = `${url.origin}${url.pathname}`;
	const response = await fetch(url.href, { signal: context.signal });
	const type = response.headers.get("content-type") ?? "";
	if (!response.ok || type.startsWith("image/")) response.body?.cancel().catch(() => undefined);
	if (!response.ok) throw new UsageError(`${name} answered with status ${response.status}.`, undefined, "file");
	if (type.startsWith("image/")) return { kind: "image", name, url: url.href };
	const limit = context.flags.maxInput ?? MAX_INPUT;
	const text = await readText(response, { jsonBytes: limit });
	if (text.includes("\0")) throw neither(name);
	return { kind: "text", name, text };
}
