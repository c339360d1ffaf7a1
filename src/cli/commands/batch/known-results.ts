import { hash } from "node:crypto";
import {
	closeSync,
	constants,
	createWriteStream,
	fstatSync,
	mkdtempSync,
	openSync,
	readdirSync,
	readSync,
	rmSync,
	statSync,
	utimesSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { isRecord, parseJson, readMember } from "../../../base/json.ts";
import type { BatchResult, BatchRow, KnownAnswer, ResultCache } from "../../../batch/index.ts";
import type { Manifest } from "../../../batch/manifest.ts";
import type { Context } from "../../context.ts";
import { Draft } from "../../files/draft.ts";
import { makeFolder } from "../../files/replace-file.ts";
import { decompress } from "./input/columns.ts";
import { openParquet, readParquet } from "./input/parquet.ts";
import { isPlace, openPlace } from "./input/source.ts";
import { findOutput, notAnOutputError } from "./journal/open.ts";

import type { BatchCommandOptions } from "./options.ts";
import type { Place } from "./parts/place.ts";
import type { Plan } from "./plan.ts";
import { type FinishedRows, indexFinishedRows, requestKeys } from "./result-cache.ts";

/** Most bytes of `--cache FOLDER`, unless `--cache-size` says otherwise. */
const CACHE_BYTES = 2 ** 30;

/** Results of other runs that rows of this one may take. */
interface KnownResults {
	cache: ResultCache;
	/** Adds the answer to a row whose request is finished in an output of `--reuse`; files are read at the row's turn. */
	answer: ((row: BatchRow) => BatchRow) | undefined;
	/** Keeps a result for later runs. */
	keep(result: BatchResult): void;
	close(): void;
}

/** Opens what `--reuse` and `--cache` name. */
export async function openKnownResults(
	plan: Plan,
	options: BatchCommandOptions,
	context: Context,
): Promise<KnownResults> {
	const { reuse = [], cache, cacheSize = CACHE_BYTES } = options;
	const key = requestKeys(plan);
	const outputs: FinishedRows[] = [];
	for (const shown of reuse) outputs.push(...(await openFinishedRows(shown, options, context)));
	const disk = typeof cache === "string" ? new DiskCache(resolve(context.cwd, cache), cacheSize) : undefined;
	const places = disk ? [...outputs, disk] : outputs;
	const find = (request: string): KnownAnswer | undefined => {
		for (const place of places) {
			const known = place.get(request);
			if (known) return known;
		}
		return undefined;
	};
	const answer = (row: BatchRow): BatchRow => {
		if (row.failure || !row.args || typeof row.args === "function") return row;
		const request = key(row.args, row.model ?? plan.targets[0]?.model);
		const known = typeof request === "string" ? find(request) : undefined;
		return known ? { ...row, answer: known } : row;
	};
	return {
		cache: { key, get: find, isShared: cache !== undefined },
		answer: places.length > 0 ? answer : undefined,
		keep: (result) => {
			if (disk && result.cacheKey !== undefined && !result.error && !result.cached) disk.set(result.cacheKey, result);
		},
		close: () => {
			for (const output of outputs) output.close();
		},
	};
}

/** Opens the finished rows of an earlier output: a file, a folder of parts or a remote place. */
async function openFinishedRows(
	shown: string,
	options: BatchCommandOptions,
	context: Context,
): Promise<FinishedRows[]> {
	const wantsText = options.text ?? false;
	if (!(await isPlace(shown, context))) {
		const { output, journal, manifest } = findOutput(shown, context);
		return [indexFinishedRows(shown, journal, resolve(output, ".."), manifest, wantsText)];
	}
	const scratch = mkdtempSync(join(tmpdir(), "hub-reuse-"));
	const remove = (): void => rmSync(scratch, { recursive: true, force: true });
	try {
		const place = await openPlace(shown, options, context);
		const found: FinishedRows[] = [];
		for (const { manifest, open } of await readPlace(place, scratch)) {
			const journal = await open();
			if (journal === undefined) continue;
			found.push(indexFinishedRows(shown, journal, place.folder, manifest, wantsText));
		}
		return [...found, { get: () => undefined, close: remove }];
	} catch (error) {
		remove();
		throw error;
	}
}

/** A part of a merge. */
export interface Part {
	shown: string;
	manifest: Manifest;
	index: number;
	/** Rows that have a line. */
	there: number;
	/** A local file with its lines; undefined if it has none. */
	open(): Promise<string | undefined>;
}

/** The shards of a folder of parts. */
export async function readPlace(place: Place, scratch: string): Promise<Part[]> {
	const { findParts, isSameShard, readManifests, sumParts, WHOLE } = await import("./parts/part-run.ts");
	const files = await place.list();
	const manifests = await readManifests(place, files);
	if (manifests.length === 0) throw notAnOutputError(place.name);
	const parts = findParts(files);
	const shards: Part[] = [];
	for (const manifest of manifests) {
		const shard = manifest.shard ?? WHOLE;
		const { done, failed } = (await sumParts(place, parts, shard, manifest.range)).toState();
		// The last line of a row counts, and here that is to be the one that was there first.
		const own = parts.filter((part) => isSameShard(part.shard, shard)).reverse();
		const open = async (): Promise<string> => {
			const path = join(scratch, `${shard.index}.jsonl`);
			const lines = async function* (): AsyncGenerator<Uint8Array> {
				for (const { name } of own)
					yield* name.endsWith(".parquet")
						? readTablePart(place, name, scratch)
						: decompress(place.read(name), "gz", name);
			};
			await pipeline(lines, createWriteStream(path, { mode: 0o600 }));
			return path;
		};
		const shown = `Shard ${shard.index} of ${place.name}`;
		const there = done.count + failed.count;
		shards.push({ shown, manifest: { ...manifest, shard }, index: shard.index, there, open });
	}
	return shards;
}

/** The lines of a part in Parquet. */
async function* readTablePart(place: Place, name: string, scratch: string): AsyncGenerator<Uint8Array> {
	const path = join(scratch, name);
	await pipeline(place.read(name), createWriteStream(path, { mode: 0o600 }));
	const { file, close } = await openParquet(path);
	try {
		for await (const rows of readParquet(file, name)) {
			yield Buffer.from(rows.map(({ value }) => `${readMember(value, "line")}\n`).join(""));
		}
	} finally {
		await close();
		rmSync(path);
	}
}

/** A scan of the folder follows when this share of its size was written, and leaves this share of it. */
const WRITTEN_BEFORE_SCAN = 1 / 64;
const KEPT_SHARE = 0.75;
/** Drafts of processes that were killed are removed after this many milliseconds. */
const MAX_DRAFT_AGE_MS = 60_000;
/** A use is noted at most once in this many milliseconds. */
const NOTED_USE_MS = 60_000;
const ENTRY = /^[0-9a-f]{32}$/;
const MAX_ENTRY = 2 ** 28;

/**
 * Results by the keys of their requests, in a folder that many processes share: a file for each, named by its key, moved
 * to its place whole, and with a hash of its content, so that a torn one counts as missing. The results that were used
 * longest ago are removed first.
 */
export class DiskCache {
	private readonly folder: string;
	private readonly most: number;
	private unseen = Number.POSITIVE_INFINITY;

	/** @param most bytes of all results */
	constructor(folder: string, most: number) {
		this.folder = folder;
		this.most = most;
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

	/** Keeps a result. A full disk is no error: the next run asks again. */
	set(key: string, { output, provider, model }: BatchResult): void {
		if (output instanceof Blob) {
			void output.arrayBuffer().then((bytes) => {
				this.write(key, { type: output.type, provider, model }, new Uint8Array(bytes));
			});
		} else this.write(key, { output, provider, model }, new Uint8Array());
	}

	private write(key: string, facts: object, bytes: Uint8Array): void {
		const body = Buffer.concat([Buffer.from(`${JSON.stringify(facts)}\n`), bytes]);
		if (body.length > this.most * WRITTEN_BEFORE_SCAN * 16) return;
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
		this.unseen += body.length;
		if (this.unseen < this.most * WRITTEN_BEFORE_SCAN) return;
		this.unseen = 0;
		this.shrink();
	}

	/** Removes what was used longest ago, until there is room for what other processes write before they look. */
	private shrink(): void {
		const entries: { path: string; size: number; used: number }[] = [];
		let size = 0;
		for (const folder of list(this.folder)) {
			if (!/^[0-9a-f]{2}$/.test(folder)) continue;
			for (const name of list(join(this.folder, folder))) {
				const path = join(this.folder, folder, name);
				const stat = statSync(path, { throwIfNoEntry: false });
				if (!stat?.isFile()) continue;
				if (ENTRY.test(name)) entries.push({ path, size: stat.size, used: stat.mtimeMs });
				else if (Date.now() - stat.mtimeMs > MAX_DRAFT_AGE_MS) rmSync(path, { force: true });
				size += stat.size;
			}
		}
		if (size <= this.most * KEPT_SHARE) return;
		entries.sort((a, b) => a.used - b.used);
		for (const { path, size: own } of entries) {
			if (size <= this.most * KEPT_SHARE) return;
			rmSync(path, { force: true });
			size -= own;
		}
	}

	private pathOf(key: string): string {
		return join(this.folder, key.slice(0, 2), key);
	}
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
