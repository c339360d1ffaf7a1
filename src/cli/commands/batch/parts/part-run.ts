import { createHash, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { decodeLine, parseResult } from "../../../../batch/journal-lines.ts";
import {
	findDifference,
	formatManifest,
	type Manifest,
	parseManifest,
	type RowRange,
	type ShardChoice,
} from "../../../../batch/manifest.ts";
import { type JournalWriter, scanJournal, visitLines } from "../../../../node-journal.ts";
import type { Lock } from "../../../../node-lock.ts";
import { hubFolder } from "../../../config/folders.ts";
import type { Context } from "../../../context.ts";
import { UsageError } from "../../../errors/usage.ts";
import { makeFolder } from "../../../files/replace-file.ts";
import { quoteWord } from "../../../prompts/command-line.ts";
import { lockOutput, type OpenOutput, openJournalWriter, type PartSink } from "../output.ts";
import { findText } from "../result-lines.ts";
import { makeIndex, numbering, PartSum } from "./part-index.ts";
import { type PartsStore, type PlacedFile, readSmall } from "./store.ts";

/** Bytes of lines, before they are compressed, and seconds after which a part is closed. */
export interface PartLimits {
	bytes: number;
	seconds: number;
}

export const PART_LIMITS: PartLimits = { bytes: 64 * 2 ** 20, seconds: 300 };

/** Shard of a run that was not divided. */
export const WHOLE: ShardChoice = { index: 0, count: 1 };

/** A part: the shard whose rows it holds, and the names of its files. */
export interface PartName {
	shard: ShardChoice;
	/** Parts of a shard, in the order in which they were written. */
	sequence: number;
	name: string;
	/** Bytes of the part. */
	size: number;
	index: string;
}

/** Files besides the parts: tools that read a folder leave names with `_` out. */
export const STATE = "_state";
const PART = /^part-(\d{5,7})-of-(\d{5,7})-(\d{6,9})-[0-9a-f]{16}\.(?:jsonl\.gz|parquet)$/;
const MANIFEST = /^_state\/shard-(\d{5,7})-of-(\d{5,7})\.json$/;

const pad = (number: number, digits: number): string => String(number).padStart(digits, "0");

function shardName({ index, count }: ShardChoice): string {
	return `${pad(index, 5)}-of-${pad(count, 5)}`;
}

const manifestName = (shard: ShardChoice): string => `${STATE}/shard-${shardName(shard)}.json`;

/** The parts in a listing whose index is there too. Files that hub did not name are left out. */
export function findParts(files: readonly PlacedFile[]): PartName[] {
	const names = new Set(files.map(({ name }) => name));
	return findPartFiles(files).filter(({ index }) => names.has(index));
}

/** All parts in a listing. */
export function findPartFiles(files: readonly PlacedFile[]): PartName[] {
	const parts: PartName[] = [];
	for (const { name, size } of files) {
		const [, index, count, sequence] = PART.exec(name) ?? [];
		const indexName = `${STATE}/${name.replace(/\.(?:jsonl\.gz|parquet)$/, ".json")}`;
		if (sequence === undefined) continue;
		const shard = { index: Number(index), count: Number(count) };
		parts.push({ shard, sequence: Number(sequence), name, size, index: indexName });
	}
	return parts.sort((a, b) => a.shard.index - b.shard.index || a.sequence - b.sequence || (a.name < b.name ? -1 : 1));
}

/** The names of the manifests in a listing. */
export function listManifests(files: readonly PlacedFile[]): string[] {
	return files.flatMap(({ name }) => (MANIFEST.test(name) ? [name] : []));
}

/** The manifests in a listing. */
export async function readManifests(place: PartsStore, files: readonly PlacedFile[]): Promise<Manifest[]> {
	const manifests: Manifest[] = [];
	for (const name of listManifests(files)) manifests.push(await readShardManifest(place, name));
	return manifests;
}

async function readShardManifest(place: PartsStore, name: string): Promise<Manifest> {
	const manifest = parseManifest(await readSmall(place, name));
	if (manifest) return manifest;
	throw damagedError(name, place);
}

function damagedError(name: string, place: PartsStore): UsageError {
	return new UsageError(
		`${name} in ${place.name} is damaged.`,
		`Run hub batch repair ${quoteWord(place.name)}: it keeps every whole line.`,
		"invalid-file",
	);
}

export const isSameShard = (a: ShardChoice, b: ShardChoice): boolean => a.index === b.index && a.count === b.count;

/**
 * Maximum rows per byte of a part. A line has at least 40 bytes and its own id, and gzip makes them at most a
 * thousand times smaller.
 */
const MAX_ROWS_PER_BYTE = 32;
/** Rows that are cheap to check, however small the part is. */
const MAX_SMALL = 10_000;

/** Adds up the parts of a shard, from their indexes. */
export async function sumParts(
	place: PartsStore,
	parts: readonly PartName[],
	shard: ShardChoice,
	range: RowRange | undefined,
): Promise<PartSum> {
	const sum = new PartSum();
	const own = parts.filter((part) => isSameShard(part.shard, shard));
	const numbers = numbering(shard, range !== undefined);
	const read = async (part: PartName): Promise<void> => {
		const text = await readSmall(place, part.index);
		const bounds = { last: range && range.first + range.rows - 1, most: MAX_SMALL + part.size * MAX_ROWS_PER_BYTE };
		if (sum.add(text, numbers, bounds)) return;
		throw damagedError(part.index, place);
	};
	for (let from = 0; from < own.length; from += 16) await Promise.all(own.slice(from, from + 16).map(read));
	return sum;
}

/** What a shard of a run into a folder has to write to. */
export interface PartTarget {
	place: PartsStore;
	/** Undefined for a run that was not divided. */
	shard: ShardChoice | undefined;
	limits: PartLimits;
	/** Parts are in Parquet. */
	isTable: boolean;
}

/** Opens a shard of a run into a folder, and reads what it has finished before. */
export async function openParts(target: PartTarget, now: Manifest, context: Context): Promise<OpenOutput> {
	const { place, shard = WHOLE } = target;
	const id = createHash("sha256")
		.update(JSON.stringify([place.name, now.fingerprint, now.inputs]))
		.digest("hex")
		.slice(0, 16);
	const above = place.folder === undefined ? join(hubFolder("cache", context.env), "batch") : join(place.folder, STATE);
	const scratch = join(above, `work-${shardName(shard)}-${id}`);
	makeFolder(above, 0o700);
	// In the folder itself, a shard has one lock whatever its options are: of two runs that start at once, one continues.
	const locked = place.folder === undefined ? scratch : join(above, `work-${shardName(shard)}`);
	const lock = await lockOutput(locked, context, place.name);
	try {
		makeFolder(scratch, 0o700);
		const files = await place.list();
		const hasManifest = files.some(({ name }) => name === manifestName(shard));
		const parts = findParts(files).filter((part) => isSameShard(part.shard, shard));
		const foreign = files.find(
			({ name }) => !name.startsWith(`${STATE}/`) && !PART.test(name) && !name.startsWith("rows.files/"),
		);
		const hasState = files.some(({ name }) => name.startsWith(`${STATE}/shard-`));
		if (foreign && !hasState) {
			throw new UsageError(`${place.name} has other files, such as ${foreign.name}.`, "Name a new folder with -o.");
		}
		const found = hasManifest ? await readShardManifest(place, manifestName(shard)) : undefined;
		const before = found?.isRestored ? undefined : found;
		const difference = before && findDifference(before, now);
		if (difference !== undefined) {
			throw new UsageError(`${place.name} belongs to another run: ${difference}.`, "Name another folder with -o.");
		}
		const sum = await sumParts(place, parts, shard, now.range);
		const isRange = now.range !== undefined;
		const sequence = (parts.at(-1)?.sequence ?? -1) + 1;
		const writer = createPartWriter(target, shard, scratch, isRange, sequence, lock);
		// Lines of a killed run that were not uploaded.
		for (const text of await writer.recover()) sum.add(text, numbering(shard, isRange));
		const manifest = before ? { ...before, ended: null } : now;
		if (!before) await writer.save(manifest);
		const release = (): void => {
			// After a takeover it may be gone, or another process's.
			if (existsSync(scratch) && readdirSync(scratch).length === 0) rmdirSync(scratch);
			lock.release();
		};
		const own = { assertHeld: () => lock.assertHeld(), release };
		return { journal: writer.journal, manifest, state: sum.toState(), lock: own, parts: writer };
	} catch (error) {
		lock.release();
		throw error;
	}
}

interface PartWriter extends PartSink {
	/** The journal of the lines that are in no part yet. */
	readonly journal: string;
	/** Writes the lines that an earlier process left as parts. Returns their indexes. */
	recover(): Promise<string[]>;
}

/**
 * Writes lines to a local journal, and journals that are large or old enough as parts.
 * @param scratch private folder for lines that are not in a part yet
 * @param sequence number of the next part
 */
function createPartWriter(
	{ place, limits, isTable }: PartTarget,
	shard: ShardChoice,
	scratch: string,
	isRange: boolean,
	sequence: number,
	lock: Lock,
): PartWriter {
	let next = sequence;
	let writer: JournalWriter | undefined;
	let timer: ReturnType<typeof setInterval> | undefined;
	let size = 0;
	/** The parts that are being written, one after the other. */
	let writing = Promise.resolve();
	let problem: unknown;
	let report: (error: Error) => void = () => undefined;
	const journalOf = (number: number): string => join(scratch, `rows-${pad(number, 6)}.jsonl`);

	/**
	 * Writes a journal as a part, and removes it.
	 * @returns its index; undefined if it has no lines
	 */
	const writePart = async (journal: string, number: number): Promise<string | undefined> => {
		const state = scanJournal(journal);
		let text: string | undefined;
		if (state.size > 0) {
			text = JSON.stringify(makeIndex(state, numbering(shard, isRange)));
			const stem = `part-${shardName(shard)}-${pad(number, 6)}-${randomBytes(8).toString("hex")}`;
			const ending = isTable ? "parquet" : "jsonl.gz";
			const packed = await packLines(journal, state.size, isTable);
			// hub ignores a part without an index, but tools would read its rows; so the index is written first.
			lock.assertHeld();
			await place.put([
				{ name: `${STATE}/${stem}.json`, text },
				{ name: `${stem}.${ending}`, path: packed },
			]);
			rmSync(packed);
		}
		rmSync(journal);
		return text;
	};
	/** Ends the journal, which becomes a part. */
	const closePart = (): void => {
		writer?.close();
		writer = undefined;
		const number = next++;
		size = 0;
		writing = writing.then(async () => {
			const journal = journalOf(number);
			if (problem !== undefined || !existsSync(journal)) return;
			try {
				await writePart(journal, number);
			} catch (error) {
				problem = error;
				report(error as Error);
			}
		});
	};
	const open = (): JournalWriter => openJournalWriter({ journal: journalOf(next), lock }, 0, true, report);
	const turn = (): void => {
		if (size === 0 || !writer) return;
		closePart();
		writer = open();
	};
	const close = (): void => {
		clearInterval(timer);
		writer?.close();
		writer = undefined;
	};

	return {
		get journal() {
			return journalOf(next);
		},
		recover: async () => {
			for (const name of readdirSync(scratch)) if (/\.(?:gz|parquet)$/.test(name)) rmSync(join(scratch, name));
			const left = readdirSync(scratch).filter((name) => /^rows-\d+\.jsonl$/.test(name));
			const indexes: string[] = [];
			for (const name of left.sort()) {
				const number = Math.max(next, Number(/\d+/.exec(name)?.[0]));
				next = number + 1;
				const index = await writePart(join(scratch, name), number);
				if (index !== undefined) indexes.push(index);
			}
			return indexes;
		},
		open: (onFailure) => {
			report = onFailure;
			writer = open();
			timer = setInterval(turn, limits.seconds * 1000);
			timer.unref();
			return {
				append: (line) => {
					const start = writer?.append(line) ?? 0;
					size = start + Buffer.byteLength(line);
					if (size >= limits.bytes) turn();
					return start;
				},
				flush: () => writer?.flush(),
				close,
			};
		},
		finish: async () => {
			close();
			closePart();
			await writing;
			if (problem !== undefined) throw problem;
		},
		save: async (manifest) => {
			lock.assertHeld();
			await place.put([{ name: manifestName(shard), text: formatManifest(manifest) }]);
		},
	};
}

/**
 * Packs the lines of a journal as a part, beside it. A line that was cut off by a crash is left out.
 * @param size bytes of the whole lines
 * @returns the path of the part
 */
export async function packLines(journal: string, size: number, isTable: boolean): Promise<string> {
	const packed = `${journal}.${isTable ? "parquet" : "jsonl.gz"}`;
	if (isTable) {
		await writeTablePart(journal, packed);
		return packed;
	}
	const lines = size > 0 ? createReadStream(journal, { end: size - 1 }) : Readable.from([]);
	await pipeline(lines, createGzip(), createWriteStream(packed, { mode: 0o600 }));
	return packed;
}

/**
 * Writes the lines of a journal as Parquet, with the same columns whatever they hold, so that all parts are one table:
 * strings as they are, other outputs as JSON. `line` is the whole line, for `merge` and `--reuse`.
 */
async function writeTablePart(journal: string, path: string): Promise<void> {
	const { fileWriter, parquetWriteRows } = await import("hyparquet-writer");
	const lines: string[] = [];
	visitLines(journal, ({ bytes, start, end }) => lines.push(decodeLine(bytes, start, end)));
	const rows = function* (): Generator<Record<string, string | bigint | null>, void, undefined> {
		for (const line of lines) {
			const { id, index, output, error } = parseResult(line) ?? {};
			yield {
				id: id ?? null,
				index: index === undefined ? null : BigInt(index),
				output: output === undefined ? null : (findText(output) ?? JSON.stringify(output)),
				error: error ? `${error.kind}: ${error.message}` : null,
				line,
			};
		}
	};
	const columns = ["id", "index", "output", "error", "line"].map((name) => ({
		name,
		type: name === "index" ? ("INT64" as const) : ("STRING" as const),
		nullable: true,
	}));
	await parquetWriteRows({ writer: fileWriter(path), columns, rows: rows(), rowGroupSize: 10_000 });
}
