import { hash } from "node:crypto";
import {
	closeSync,
	constants,
	fstatSync,
	openSync,
	readdirSync,
	readSync,
	rmSync,
	statSync,
	utimesSync,
} from "node:fs";
import { join } from "node:path";
import { isRecord, parseJson } from "../../../base/json.ts";
import type { BatchResult, KnownAnswer } from "../../../batch/index.ts";
import { hasOtherFiles } from "../../../inference/other-files.ts";
import { Draft } from "../../files/draft.ts";
import { makeFolder } from "../../files/replace-file.ts";

/** A scan of the folder follows after this share of its size was written, and shrinks it to this share. */
const WRITTEN_BEFORE_SCAN = 1 / 64;
const KEPT_SHARE = 0.75;
/** Drafts of processes that were killed are removed after this many milliseconds. */
const MAX_DRAFT_AGE_MS = 60_000;
/** A use is recorded at most once in this many milliseconds. */
const NOTED_USE_MS = 60_000;
const ENTRY = /^[0-9a-f]{32}$/;
const MAX_ENTRY = 2 ** 28;
/** Block size of most file systems, in bytes. */
const BLOCK = 4096;

/**
 * Results by the keys of their requests, in a folder that many processes share: a file for each, named by its key, moved
 * into place atomically, with a hash of its content, so that a torn one counts as missing. The results that were used
 * longest ago are removed first.
 */
export class CacheFolder {
	private readonly folder: string;
	private readonly maxBytes: number;
	private unseen = Number.POSITIVE_INFINITY;

	/** @param maxBytes bytes of all results on the disk */
	constructor(folder: string, maxBytes: number) {
		this.folder = folder;
		this.maxBytes = maxBytes;
		makeFolder(folder, 0o700);
	}

	get(key: string): KnownAnswer | undefined {
		const path = this.pathOf(key);
		const content = readEntry(path);
		const end = content?.indexOf(0x0a) ?? -1;
		if (!content || end === -1) return undefined;
		const body = content.subarray(end + 1);
		if (content.toString("latin1", 0, end) !== hash("sha256", body, "hex")) {
			rmSync(path, { force: true });
			return undefined;
		}
		const line = body.indexOf(0x0a);
		const facts = parseJson(body.toString("utf8", 0, line));
		if (!isRecord(facts)) return undefined;
		noteUse(path);
		const { type, output, provider, model } = facts;
		return {
			output: typeof type === "string" ? new Blob([Uint8Array.from(body.subarray(line + 1))], { type }) : output,
			cacheKey: key,
			...(typeof provider === "string" ? { provider } : {}),
			...(typeof model === "string" ? { model } : {}),
		};
	}

	/** Keeps a result, but none of several files. A full disk is not an error: the next run sends the request again. */
	set(key: string, { output, provider, model }: BatchResult): void {
		if (hasOtherFiles(output)) return;
		if (output instanceof Blob) {
			void output.arrayBuffer().then((bytes) => {
				this.write(key, { type: output.type, provider, model }, new Uint8Array(bytes));
			});
		} else this.write(key, { output, provider, model }, new Uint8Array());
	}

	private write(key: string, facts: object, bytes: Uint8Array): void {
		const body = Buffer.concat([Buffer.from(`${JSON.stringify(facts)}\n`), bytes]);
		if (body.length > this.maxBytes * WRITTEN_BEFORE_SCAN * 16) return;
		try {
			const path = this.pathOf(key);
			makeFolder(join(this.folder, key.slice(0, 2)), 0o700);
			const draft = Draft.ofOwn(path);
			try {
				draft.write(Buffer.concat([Buffer.from(`${hash("sha256", body, "hex")}\n`), body]));
				draft.publish(path, true);
			} finally {
				draft.discard();
			}
		} catch {
			return;
		}
		this.unseen += sizeOnDisk(body.length);
		if (this.unseen < this.maxBytes * WRITTEN_BEFORE_SCAN) return;
		this.unseen = 0;
		this.shrink();
	}

	/** Removes the least recently used results, until there is room for what other processes write before their next scan. */
	private shrink(): void {
		const entries: { path: string; size: number; used: number }[] = [];
		let size = 0;
		for (const folder of list(this.folder)) {
			if (!/^[0-9a-f]{2}$/.test(folder)) continue;
			for (const name of list(join(this.folder, folder))) {
				const path = join(this.folder, folder, name);
				const stat = statSync(path, { throwIfNoEntry: false });
				if (!stat?.isFile()) continue;
				const own = sizeOnDisk(stat.size);
				if (ENTRY.test(name)) entries.push({ path, size: own, used: stat.mtimeMs });
				else if (Date.now() - stat.mtimeMs > MAX_DRAFT_AGE_MS) rmSync(path, { force: true });
				size += own;
			}
		}
		if (size <= this.maxBytes * KEPT_SHARE) return;
		entries.sort((a, b) => a.used - b.used);
		for (const { path, size: own } of entries) {
			if (size <= this.maxBytes * KEPT_SHARE) return;
			rmSync(path, { force: true });
			size -= own;
		}
	}

	private pathOf(key: string): string {
		return join(this.folder, key.slice(0, 2), key);
	}
}

/** Size of a file on most disks, in bytes: small results would otherwise take ten times `--cache-size`. */
function sizeOnDisk(bytes: number): number {
	return Math.max(1, Math.ceil(bytes / BLOCK)) * BLOCK;
}

function list(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

/** A link that has the name of an entry is not followed. */
function readEntry(path: string): Buffer | undefined {
	const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
	let file: number;
	try {
		file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
	} catch {
		return undefined;
	}
	try {
		const stat = fstatSync(file);
		if (!stat.isFile() || stat.size > MAX_ENTRY) return undefined;
		const content = Buffer.allocUnsafe(stat.size);
		return readSync(file, content, 0, stat.size, 0) === stat.size ? content : undefined;
	} finally {
		closeSync(file);
	}
}

function noteUse(path: string): void {
	try {
		const now = Date.now();
		if (now - statSync(path).mtimeMs > NOTED_USE_MS) utimesSync(path, now / 1000, now / 1000);
	} catch {
		// Another process has removed it.
	}
}
