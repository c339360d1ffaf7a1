import { closeSync, createReadStream, createWriteStream, mkdtempSync, openSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createManifest, formatManifest, type Manifest, parseManifest } from "../../../batch/manifest.ts";
import { scanJournal } from "../../../node-journal.ts";
import type { Lock } from "../../../node-lock.ts";
import { hubFolder } from "../../config/folders.ts";
import type { Context } from "../../context.ts";
import { makeFolder } from "../../files/replace-file.ts";
import { writeAll } from "../../files/write-all.ts";
import { decompress } from "./input/columns.ts";
import { notAnOutputError } from "./output.ts";
import { makeIndex, numbering } from "./parts/part-index.ts";
import { findPartFiles, isSameShard, listManifests, packLines, STATE, WHOLE } from "./parts/part-run.ts";
import { type PartsStore, readSmall } from "./parts/store.ts";
import { repairJournal } from "./repair.ts";
import { readTableLines } from "./shard-lines.ts";

/** The result of a repair of a folder of parts. */
interface PlaceRepair {
	/** Parts whose index was made again from their lines. */
	indexed: string[];
	/** Parts that lost lines; the files of before are in `_state/damaged/`. */
	cut: string[];
	/** Shards whose manifest was restored. */
	manifests: string[];
}

/**
 * `hub batch repair` of a folder of parts, also of a remote one: every whole line of every part stays, and rows that
 * have none are run by the next run.
 */
export async function repairPlace(place: PartsStore, context: Context): Promise<void> {
	const above = join(hubFolder("cache", context.env), "batch");
	makeFolder(above, 0o700);
	const scratch = mkdtempSync(join(above, "repair-"));
	// A private folder needs no lock.
	const lock = { assertHeld: () => undefined };
	try {
		const files = await place.list();
		const manifests = await repairManifests(place, listManifests(files));
		const parts = findPartFiles(files);
		if (manifests.known.length + manifests.restored.length === 0 && parts.length === 0)
			throw notAnOutputError(place.name);
		const repair: PlaceRepair = { indexed: [], cut: [], manifests: manifests.restored };
		const names = new Set(files.map(({ name }) => name));
		// Cuts are kept where shards are ranges of the input.
		const hasCuts = files.some(({ name }) => name.startsWith(`${STATE}/rows-`));
		for (const part of parts) {
			const own = manifests.known.find((manifest) => isSameShard(manifest.shard ?? WHOLE, part.shard));
			const numbers = numbering(part.shard, own ? own.range !== undefined : hasCuts);
			const text = names.has(part.index) ? await readSmall(place, part.index) : "";
			const packed = join(scratch, part.name);
			const journal = join(scratch, `${part.name}.lines`);
			await pipeline(place.read(part.name), createWriteStream(packed, { mode: 0o600 }));
			const isWhole = await unpackPart(packed, journal, own, lock);
			const state = scanJournal(journal);
			// What an index claims beyond the lines of its part would be believed by the next run.
			const index = { name: part.index, text: JSON.stringify(makeIndex(state, numbers)) };
			if (!(text === index.text && isWhole)) {
				const damaged = `${STATE}/damaged/${part.name}`;
				if (isWhole) await place.put([index]);
				else {
					const mended = await packLines(journal, state.size, part.name.endsWith(".parquet"));
					await place.put([
						{ name: damaged, path: packed, replaces: true },
						index,
						{ name: part.name, path: mended, replaces: true },
					]);
				}
				(isWhole ? repair.indexed : repair.cut).push(part.name);
			}
			for (const file of readdirSync(scratch)) rmSync(join(scratch, file), { force: true });
		}
		if (context.flags.json) return await context.print(`${JSON.stringify(repair)}\n`);
		for (const line of describe(place.name, parts.length, repair)) context.note(line);
	} finally {
		rmSync(scratch, { recursive: true, force: true });
	}
}

function describe(name: string, parts: number, { indexed, cut, manifests }: PlaceRepair): string[] {
	if (indexed.length + cut.length + manifests.length === 0)
		return [`${name} needs no repair: ${parts} parts are whole.`];
	return [
		...(cut.length > 0
			? [
					`${cut.length} of ${parts} parts lost damaged lines: ${cut.join(", ")}. The files of before are in ${STATE}/damaged/.`,
				]
			: []),
		...(indexed.length > 0
			? [`The index of ${indexed.length} of ${parts} parts was made again: ${indexed.join(", ")}.`]
			: []),
		...(manifests.length > 0
			? [
					`${manifests.length} manifests were lost, so the next run cannot check that its input and options are still the same: ${manifests.join(", ")}.`,
				]
			: []),
		"Run the same hub batch command again: it runs the rows that have no result.",
	];
}

/** Restores manifests that cannot be read: the next run adopts them, whatever its own facts are. */
async function repairManifests(
	place: PartsStore,
	names: readonly string[],
): Promise<{ known: Manifest[]; restored: string[] }> {
	const known: Manifest[] = [];
	const restored: string[] = [];
	for (const name of names) {
		const text = await readSmall(place, name);
		const manifest = parseManifest(text);
		if (manifest) {
			known.push(manifest);
			continue;
		}
		restored.push(name);
		await place.put([
			{ name: name.replace(STATE, `${STATE}/damaged`), text },
			{ name, text: formatManifest({ ...createManifest({}, []), isRestored: true }) },
		]);
	}
	return { known, restored };
}

/**
 * Unpacks a part into a file of its whole lines.
 * @returns false if it is damaged, or has lines that are
 */
async function unpackPart(
	packed: string,
	journal: string,
	run: Manifest | undefined,
	lock: Pick<Lock, "assertHeld">,
): Promise<boolean> {
	const file = openSync(journal, "w", 0o600);
	let isWhole = true;
	try {
		const lines = packed.endsWith(".parquet")
			? readTableLines(packed)
			: decompress(createReadStream(packed), "gz", packed);
		for await (const piece of lines) writeAll(file, piece);
	} catch (error) {
		// A full disk does not mean that the part is damaged.
		if (error instanceof Error && "syscall" in error) throw error;
		// All bytes were read, so their content is damaged.
		isWhole = false;
	} finally {
		closeSync(file);
	}
	return repairJournal(journal, run ?? "private", lock).dropped.length === 0 && isWhole;
}
