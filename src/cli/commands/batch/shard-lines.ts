import { createWriteStream, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { readMember } from "../../../base/json.ts";
import { countRunRows, knownTotal, type Manifest } from "../../../batch/manifest.ts";
import { decompress } from "./input/columns.ts";
import { openParquet, readParquet } from "./input/parquet.ts";
import { notAnOutputError, strayRowError } from "./output.ts";
import { findParts, isSameShard, readManifests, sumParts, WHOLE } from "./parts/part-run.ts";
import type { PartsStore } from "./parts/store.ts";

/** The lines of a shard, or of an output, that are read again. */
export interface ShardLines {
	shown: string;
	manifest: Manifest;
	index: number;
	/** Rows that have a line. */
	there: number;
	/** A local file with its lines; undefined if it has none. */
	open(): Promise<string | undefined>;
}

/** The shards of a folder of parts. */
export async function readShards(place: PartsStore, scratch: string): Promise<ShardLines[]> {
	const files = await place.list();
	const manifests = await readManifests(place, files);
	if (manifests.length === 0) throw notAnOutputError(place.name);
	const parts = findParts(files);
	const shards: ShardLines[] = [];
	for (const manifest of manifests) {
		const shard = manifest.shard ?? WHOLE;
		const { done, failed } = (await sumParts(place, parts, shard, manifest.range)).toState();
		const { stray } = countRunRows({ done, failed }, manifest, knownTotal(manifest));
		if (stray !== undefined) throw strayRowError(place.name, stray, manifest.counts.total ?? 0);
		// The last line of a row counts; reversed, that is the oldest one.
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
async function* readTablePart(place: PartsStore, name: string, scratch: string): AsyncGenerator<Uint8Array> {
	const path = join(scratch, name);
	await pipeline(place.read(name), createWriteStream(path, { mode: 0o600 }));
	try {
		yield* readTableLines(path);
	} finally {
		rmSync(path);
	}
}

/** The lines of a part in Parquet that is on this machine. */
export async function* readTableLines(path: string): AsyncGenerator<Uint8Array> {
	const { file, close } = await openParquet(path);
	try {
		for await (const rows of readParquet(file, basename(path))) {
			yield Buffer.from(rows.map(({ value }) => `${readMember(value, "line")}\n`).join(""));
		}
	} finally {
		await close();
	}
}
