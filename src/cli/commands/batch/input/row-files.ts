import { isUtf8 } from "node:buffer";
import { realpathSync } from "node:fs";
import { resolve, sep } from "node:path";
import { decodeDataUrl, toBase64 } from "../../../../base/base64.ts";
import { isRecord } from "../../../../base/json.ts";
import { findMediaType } from "../../../../base/media-type.ts";
import { type InputKind, inputFacts } from "../../../../catalogue/kinds.ts";
import { type Fetch, parseHttpUrl, readFile } from "../../../../http/index.ts";
import { UsageError } from "../../../errors/usage.ts";
import { readBounded, TooLarge } from "../../../files/read-bounded.ts";
import { tooLarge } from "../../../input/too-large.ts";
import { isNamedAsKey } from "../../../input/walk-folder.ts";
import { checkPublicHost } from "../../../network/public-hosts.ts";
import { FileRow } from "./columns.ts";

/** What rows may name. */
export interface FileRules {
	/** Folder of the input, which paths are relative to; undefined for a dataset, whose rows may name no path. */
	folder: string | undefined;
	/** Folders and URLs of `--files-from`: rows may name what is below them. */
	allowed: readonly string[];
	/** The error for a path elsewhere. Default: the advice to use `--files-from`. */
	outside?: string;
	cwd: string;
	/** Bytes of the largest file. */
	limit: number;
	/** Seconds that reading a row may take; undefined for no limit. */
	deadline: number | undefined;
	/** Reaches the public internet only. */
	publicFetch: Fetch;
	/** Reaches the URLs of `--files-from`. */
	fetch: Fetch;
}

/** A file that was read. */
interface OpenedFile {
	name: string;
	bytes: Uint8Array;
	/** Its path without links, if a row has named one. */
	path?: string;
}

/** Reads the files of rows. Rows are untrusted data: they decide neither which files are read nor which hosts are called. */
export class RowFiles {
	private readonly rules: FileRules;
	private readonly roots: readonly string[];
	private readonly others = new Map<string, RowFiles>();

	constructor(rules: FileRules) {
		this.rules = rules;
		const { folder, allowed, cwd } = rules;
		const folders = allowed.filter((place) => !isUrl(place)).map((place) => resolve(cwd, place));
		this.roots = folder === undefined ? [] : [folder, ...folders].map((place) => realpathSync(place));
	}

	/** The same for the rows of a file in another folder. */
	at(folder: string): RowFiles {
		const other = this.others.get(folder) ?? new RowFiles({ ...this.rules, folder });
		this.others.set(folder, other);
		return other;
	}

	/**
	 * Reads the file of a row for a task: bytes of a dataset, or a path or URL that the row may name.
	 * @throws UsageError if it may not, or if the file is not an image, audio or video, whichever the task takes
	 */
	async read(value: unknown, kind: InputKind, signal: AbortSignal): Promise<File> {
		const { name, bytes } = await this.open(value, signal);
		const type = checkMedium(bytes, name, kind);
		return new File([bytes as Uint8Array<ArrayBuffer>], name.split("/").at(-1) ?? "", { type });
	}

	/** Reads an image for a chat, as a data URL. A web URL is passed on: the model fetches it. */
	async readImageUrl(value: string, signal: AbortSignal): Promise<string> {
		if (isUrl(value)) return this.checkUrl(value).url.href;
		const { name, bytes } = await this.open(value, signal);
		return toImageUrl(bytes, name);
	}

	/**
	 * Reads the file of a row, whatever it is.
	 * @throws UsageError if the row may not name it
	 */
	async open(value: unknown, signal: AbortSignal): Promise<OpenedFile> {
		if (value instanceof FileRow)
			return { name: value.name, bytes: await this.readPath(value.real, value.path, signal) };
		const content = isRecord(value) && ArrayBuffer.isView(value["bytes"]) ? value["bytes"] : value;
		if (ArrayBuffer.isView(content)) {
			const name = isRecord(value) && typeof value["path"] === "string" ? value["path"] : "The file";
			return { name, bytes: new Uint8Array(content.buffer, content.byteOffset, content.byteLength) };
		}
		const place = isRecord(value) ? (value["path"] ?? value["url"] ?? value["src"]) : value;
		if (typeof place !== "string" || place.trim() === "") throw new UsageError("The row has no file.");
		const blob = decodeDataUrl(place);
		if (blob) return { name: "The data URL", bytes: new Uint8Array(await blob.arrayBuffer()) };
		if (isUrl(place)) return { name: new URL(place).pathname, bytes: await this.download(place, signal) };
		const path = this.locate(place);
		return { name: place, path, bytes: await this.readPath(path, place, signal) };
	}

	/** @throws UsageError for a text that rows may not name: a hidden file, or one with keys */
	checkText({ name, path }: OpenedFile): void {
		if (path === undefined) return;
		const root = this.roots.find((each) => path.startsWith(each)) ?? "";
		const isHidden = path
			.slice(root.length)
			.split(sep)
			.some((part) => part.startsWith("."));
		if (isHidden || isNamedAsKey(path)) throw new UsageError(`${name} may hold keys: rows may not name such files.`);
	}

	/** Returns the path of a file that a row may name, without links. */
	private locate(place: string): string {
		const { folder } = this.rules;
		if (folder === undefined) {
			throw new UsageError("The row names a path: rows of a dataset may only hold bytes or https URLs.");
		}
		// No file has a NUL in its name, and Node takes it for a mistake of the program.
		const path = place.includes("\0") ? undefined : realpathSync(resolve(folder, place));
		if (path !== undefined && this.roots.some((root) => path.startsWith(root.endsWith(sep) ? root : root + sep)))
			return path;
		const { outside = "is not in the folder of the input. Allow its folder with --files-from." } = this.rules;
		throw new UsageError(`${place} ${outside}`);
	}

	/** @param path without links */
	private async readPath(path: string, shown: string, signal: AbortSignal): Promise<Uint8Array> {
		const { limit } = this.rules;
		return await this.withinTime(signal, (limited) =>
			readBounded(path, limit, limited, { isRegular: true, isReal: true }).catch((error: unknown) => {
				throw error instanceof TooLarge ? tooLarge(shown, limit) : error;
			}),
		);
	}

	private async download(place: string, signal: AbortSignal): Promise<Uint8Array> {
		const { url, fetch } = this.checkUrl(place);
		return await this.withinTime(signal, async (limited) => {
			const response = await fetch(url.href, { signal: limited });
			if (!response.ok) {
				response.body?.cancel().catch(() => undefined);
				throw new UsageError(`${url.host} returned status ${response.status}.`);
			}
			return new Uint8Array(await (await readFile(response, { fileBytes: this.rules.limit })).arrayBuffer());
		});
	}

	/**
	 * Checks a URL that a row names.
	 * @returns the `fetch` for it too
	 */
	private checkUrl(place: string): { url: URL; fetch: Fetch } {
		const { allowed, folder, fetch, publicFetch } = this.rules;
		const url = parseHttpUrl(place);
		if (!url) throw new UsageError("The row names a URL that is not http or https, or has a password.");
		if (folder === undefined && url.protocol !== "https:") {
			throw new UsageError("Rows of a dataset may name https URLs only.");
		}
		const isAllowed = folder !== undefined && allowed.some((base) => isUrl(base) && isBelow(url, new URL(base)));
		if (isAllowed) return { url, fetch };
		checkPublicHost(url);
		return { url, fetch: publicFetch };
	}

	private async withinTime<Value>(signal: AbortSignal, read: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
		const { deadline } = this.rules;
		if (!deadline) return await read(signal);
		const timer = AbortSignal.timeout(deadline * 1000);
		try {
			return await read(AbortSignal.any([signal, timer]));
		} catch (error) {
			throw timer.aborted && !signal.aborted
				? new UsageError(`The file was not read within the ${deadline} s of --row-deadline.`)
				: error;
		}
	}
}

export function toImageUrl(bytes: Uint8Array, name: string): string {
	return `data:${checkMedium(bytes, name, "image")};base64,${toBase64(bytes)}`;
}

/**
 * Returns the type of a file by its content: a name proves nothing. Text is never an image, whatever it begins with.
 * @throws UsageError if the task takes no such files
 */
export function checkMedium(bytes: Uint8Array, name: string, kind: InputKind): string {
	if (bytes.length === 0) throw new UsageError(`${name} is empty.`);
	const type = isUtf8(bytes) && !bytes.includes(0) ? "" : findMediaType(bytes);
	if (inputFacts(kind).media.some((start) => type.startsWith(start))) return type;
	const medium = kind === "audio" || kind === "video" ? `${kind} file` : "image";
	throw new UsageError(`${name} is not an ${medium} in a known format.`.replace("an video", "a video"));
}

function isUrl(place: string): boolean {
	return /^[a-z][a-z\d+.-]+:\/\//i.test(place) && URL.canParse(place);
}

function isBelow(url: URL, base: URL): boolean {
	const folder = base.pathname.endsWith("/") ? base.pathname : `${base.pathname}/`;
	return url.origin === base.origin && url.pathname.startsWith(folder);
}
