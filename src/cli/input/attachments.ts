import { isUtf8 } from "node:buffer";
import { statSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import picomatch from "picomatch";
import { type Fetch, readFile, readText } from "../../http/index.ts";
import type { Context } from "../context.ts";
import { invalidFile, noInput, UsageError, wrongValue } from "../errors/usage.ts";
import { formatSize } from "../terminal/amounts.ts";
import { MAX_INPUT } from "../terminal/terminal.ts";
import type { Attachment } from "./attachment.ts";
import { decodeFile, inputName, isPdf, isSample, readInputFile } from "./file.ts";
import { encodeImageUrl } from "./media.ts";
import { tooLarge } from "./too-large.ts";
import { describeLeftOut, type LeftOut, walkFolder } from "./walk-folder.ts";

/**
 * Reads the files of `--file` and `/file`: paths, web URLs, patterns (`src/*.ts`) and folders. Texts are unchanged, images
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
		if (word.trim() === "") throw wrongValue("--file needs a path.", "For this folder: --file .");
		if (/^https?:\/\//.test(word) && URL.canParse(word)) {
			add(await download(new URL(word), await open(), context));
			continue;
		}
		const { paths, isExact, leftOut }: FoundFile =
			isSample(word) || word === "-" ? { paths: [word], isExact: true } : await findFiles(word, context);
		// Ignored files are normal in a project's folder, so the note does not count them.
		const note = leftOut && describeLeftOut({ ...leftOut, ignored: 0 }, context.cwd);
		if (note) context.note(note);
		for (const path of paths) {
			if (seen.has(path)) continue;
			seen.add(path);
			const attachment = await identify(await readInputFile(path, context), path, isExact, context);
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

/** @throws UsageError for a PDF without text that was named */
async function identify(
	bytes: Uint8Array,
	path: string,
	isExact: boolean,
	context: Context,
): Promise<Attachment | undefined> {
	const name = inputName(path);
	const isDocument = isPdf(bytes);
	if (isDocument || (isUtf8(bytes) && !bytes.includes(0))) {
		try {
			return { kind: "text", name, text: await decodeFile(bytes, name, context) };
		} catch (error) {
			if (isDocument && !isExact && error instanceof UsageError) return undefined;
			throw error;
		}
	}
	const url = encodeImageUrl(bytes, path);
	return url === undefined ? undefined : { kind: "image", name, url };
}

function neither(name: string): UsageError {
	return invalidFile(`${name} is neither text in UTF-8 nor an image.`, "--file takes texts, PDFs and images.");
}

/** Fetches a text. The URL of an image stays a URL: the model fetches it. */
async function download(url: URL, fetch: Fetch, context: Context): Promise<Attachment> {
	const name = `${url.origin}${url.pathname}`;
	const response = await fetch(url.href, { signal: context.signal });
	const type = response.headers.get("content-type") ?? "";
	if (!response.ok || type.startsWith("image/")) response.body?.cancel().catch(() => undefined);
	if (!response.ok) throw new UsageError(`${name} returned status ${response.status}.`, undefined, "file");
	if (type.startsWith("image/")) return { kind: "image", name, url: url.href };
	const limit = context.flags.maxInput ?? MAX_INPUT;
	if (type.startsWith("application/pdf")) {
		const bytes = await (await readFile(response, { fileBytes: limit })).arrayBuffer();
		return { kind: "text", name, text: await decodeFile(new Uint8Array(bytes), name, context) };
	}
	const text = await readText(response, { jsonBytes: limit });
	if (text.includes("\0")) throw neither(name);
	return { kind: "text", name, text };
}

/** Files of a word of `--file`. */
interface FoundFile {
	/** Paths for `readInputFile`, and names for the model. */
	paths: readonly string[];
	/** Whether the file was named; unusable files of folders and patterns are skipped. */
	isExact: boolean;
	leftOut?: LeftOut;
}

/**
 * Returns the files of a path, a folder or a pattern (`src/**\/*.ts`). A folder means all files below it that
 * `walkFolder` finds; so does a pattern.
 * @throws UsageError if there are none
 */
async function findFiles(word: string, context: Context): Promise<FoundFile> {
	const { cwd } = context;
	const path = resolve(cwd, word);
	const stat = statSync(path, { throwIfNoEntry: false });
	const isPattern = !stat && picomatch.scan(word).isGlob;
	// Reading a missing file reports the error.
	if (!stat?.isDirectory() && !isPattern) return { paths: [word], isExact: true };
	const { files, leftOut } = stat ? await walkFolder(path, context) : await matchFiles(word, context);
	if (files.length === 0) {
		const hint = stat ? "hub skips hidden files." : "Quote the pattern; ** matches any number of folders.";
		const problem = stat ? `The folder ${word} contains no files to attach.` : `No file matches ${word}.`;
		throw noInput(problem, describeLeftOut(leftOut, cwd) ?? hint);
	}
	return { paths: files.map((file) => shorten(file, cwd)), isExact: false, leftOut };
}

async function matchFiles(pattern: string, context: Context): ReturnType<typeof walkFolder> {
	const { base, glob } = picomatch.scan(pattern);
	const folder = resolve(context.cwd, base);
	if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
		return { files: [], leftOut: { outside: 0, keys: [], ignored: 0, noFiles: [] } };
	const isMatch = picomatch(glob);
	const isDeep = glob.includes("**");
	const depth = glob.split("/").length;
	const inner = (path: string): string => relative(folder, path).split(sep).join("/");
	return await walkFolder(folder, context, {
		enters: (path) => isDeep || inner(path).split("/").length < depth,
		isWanted: (path) => isMatch(inner(path)),
		// `.github/*.yml` names a hidden folder.
		takesHidden: !isDeep,
	});
}

/** Returns a path relative to the current folder if it is below, else the absolute path. */
function shorten(path: string, cwd: string): string {
	const inner = relative(cwd, path);
	return inner.startsWith("..") ? path : inner;
}

/** Describes attachments for a note: `Attached 3 files (12.4 kB): a.ts, b.ts and 1 more.` */
export function describeAttached(attachments: readonly Attachment[]): string {
	const sizes = attachments.map((file) => (file.kind === "text" ? Buffer.byteLength(file.text) : imageSize(file.url)));
	const size = sizes.reduce((sum, bytes) => sum + bytes, 0);
	const names = attachments.slice(0, MAX_NAMED).map(({ name }) => name);
	const others = attachments.length - names.length;
	const count = `${attachments.length} ${attachments.length === 1 ? "file" : "files"}`;
	return `Attached ${count} (${formatSize(size)}): ${names.join(", ")}${others > 0 ? ` and ${others} more` : ""}.`;
}

/** Bytes of an image: 0 for a web URL, since the model fetches it. */
function imageSize(url: string): number {
	const base64 = url.slice(url.indexOf(",") + 1).replace(/(?<!=)=+$/, "");
	return url.startsWith("data:") ? Math.floor((base64.length * 3) / 4) : 0;
}

/** Maximum attachments to name in a note. */
const MAX_NAMED = 5;
