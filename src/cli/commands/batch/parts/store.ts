import { createReadStream } from "node:fs";
import { copyFile, readdir, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { backoff } from "../../../../http/backoff.ts";
import { wait } from "../../../../http/index.ts";
import { UsageError } from "../../../errors/usage.ts";
import { Draft } from "../../../files/draft.ts";
import { makeFolder } from "../../../files/replace-file.ts";

/** A file of a place: its name below the place, with `/`, and its size in bytes. */
export interface PlacedFile {
	name: string;
	size: number;
	/** Changes with the content, if the place reports it. */
	version?: string;
}

/** A folder, or the keys of a bucket or files of a repository that start with one prefix. */
export interface PartsStore {
	/** Its address, without secrets. */
	readonly name: string;
	/** Local folder; undefined for a remote place. */
	readonly folder?: string;
	/** All files below it; none if there is no such place yet. */
	list(): Promise<PlacedFile[]>;
	/** The bytes from `start` up to `end`; default: all. */
	read(name: string, start?: number, end?: number): AsyncIterable<Uint8Array>;
	/** Writes texts or local files atomically, in this order: while the last is missing, the others may exist already. */
	put(files: readonly ({ name: string } & PlacedContent)[]): Promise<void>;
}

/** A text, or a local file; it replaces a file of the same name only with `replaces`. */
type PlacedContent = { text: string } | { path: string; replaces?: boolean };

/** A folder on this machine, or on a disk that machines share. */
export function localPlace(folder: string): PartsStore {
	return {
		name: folder,
		folder,
		async list() {
			const files: PlacedFile[] = [];
			const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
				if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
				throw error;
			});
			for (const entry of names) {
				if (!entry.isFile()) continue;
				const path = join(entry.parentPath, entry.name);
				// Another process may have removed its working files meanwhile.
				const stats = await stat(path).catch(() => undefined);
				if (stats) files.push({ name: relative(folder, path).split(sep).join("/"), size: stats.size });
			}
			return files;
		},
		async *read(name, start = 0, end = Number.POSITIVE_INFINITY) {
			const options = { start, end: end - 1, highWaterMark: 256 * 1024 };
			if (end > start) yield* createReadStream(join(folder, name), options);
		},
		async put(files) {
			for (const file of files) {
				const path = join(folder, file.name);
				makeFolder(dirname(path));
				const draft = Draft.replacing(path);
				try {
					if ("text" in file) draft.write(Buffer.from(file.text));
					else await copyFile(file.path, draft.path);
					draft.sync();
					draft.publish(path, true);
				} finally {
					draft.discard();
				}
			}
		},
	};
}

/** The text of a small file of a place. */
export async function readSmall(place: PartsStore, name: string, limit = 64 * 2 ** 20): Promise<string> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of place.read(name)) {
		size += chunk.length;
		if (size > limit) throw new UsageError(`${name} in ${place.name} is too large.`, undefined, "invalid-file");
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString("utf8");
}

/** The header for a range of bytes; undefined for all of them. */
export function formatRange(start: number, end: number): string | undefined {
	if (start === 0 && end === Number.POSITIVE_INFINITY) return undefined;
	return `bytes=${start}-${Number.isFinite(end) ? end - 1 : ""}`;
}

/** Waits before a further attempt, from 1. */
export async function backOff(attempt: number, signal: AbortSignal): Promise<void> {
	await wait(backoff("storage", attempt), signal);
}
