import { createHash } from "node:crypto";
import type { AsyncBuffer } from "hyparquet";
import { hasFields, isCount, isListOf } from "../../../../base/check-fields.ts";
import { parseJson } from "../../../../base/json.ts";
import type { RowRange, ShardChoice } from "../../../../batch/manifest.ts";
import { type PartsStore, readSmall } from "../parts/store.ts";
import type { RowGroups } from "./columns.ts";
import { listRowGroups } from "./parquet.ts";
import { countFilled, LF, readBlocks } from "./text-rows.ts";

/** Where a shard starts: a file, a byte of it (of Parquet: a row), and how many rows come before. */
export interface Cut {
	file: number;
	offset: number;
	row: number;
}

/** Bytes that can be read from any place. */
export interface SeekableFile {
	size: number;
	read(start?: number, end?: number): AsyncIterable<Uint8Array>;
}

/** Cuts texts into parts of about the same size, at line ends. The last cut is the end. */
export async function cutLines(files: readonly SeekableFile[], count: number): Promise<Cut[]> {
	const total = files.reduce((sum, { size }) => sum + size, 0);
	const cuts: Cut[] = [{ file: 0, offset: 0, row: 0 }];
	let row = 0;
	/** Bytes of the files before this one. */
	let before = 0;
	for (const [file, { size, read }] of files.entries()) {
		let offset = 0;
		for await (const block of readBlocks(read())) {
			let from = 0;
			while (cuts.length < count) {
				const target = Math.floor((total * cuts.length) / count) - before - offset;
				if (target > block.length + 1) break;
				const end = target <= from ? from - 1 : block.indexOf(LF, target - 1);
				const place = end === -1 && target > from ? block.length + 1 : end + 1;
				row += countFilled(block.subarray(from, place));
				cuts.push({ file, offset: Math.min(size, offset + place), row });
				from = place;
			}
			row += countFilled(block.subarray(from));
			offset += block.length + 1;
		}
		before += size;
	}
	while (cuts.length <= count) cuts.push({ file: files.length, offset: 0, row });
	return cuts;
}

/** Cuts Parquet files at row groups, or within them if there are fewer than parts. The last cut is the end. */
export async function cutTables(
	files: readonly { name: string; open(): Promise<{ file: AsyncBuffer; close(): Promise<void> }> }[],
	count: number,
): Promise<Cut[]> {
	const groups: Cut[] = [];
	const ends: number[] = [];
	let row = 0;
	for (const [index, { name, open }] of files.entries()) {
		const { file, close } = await open();
		let offset = 0;
		for (const rows of await listRowGroups(file, name).finally(close)) {
			groups.push({ file: index, offset, row });
			offset += rows;
			row += rows;
		}
		ends.push(row);
	}
	const end: Cut = { file: files.length, offset: 0, row };
	const cuts: Cut[] = [{ file: 0, offset: 0, row: 0 }];
	while (cuts.length < count) {
		const target = Math.floor((row * cuts.length) / count);
		const file = ends.findIndex((last) => target < last);
		const within = { file, offset: target - (file > 0 ? (ends[file - 1] ?? 0) : 0), row: target };
		const atGroup = groups.find((group) => group.row >= target) ?? end;
		cuts.push(groups.length >= count ? atGroup : file === -1 ? end : within);
	}
	cuts.push(end);
	return cuts;
}

/** Reads a part of an input without what comes before it. */
export interface Ranges {
	canCut(): Promise<boolean>;
	/** Places that cut the input into `count` parts: one more than parts. */
	cut(count: number): Promise<Cut[]>;
	read(from: Cut, to: Cut): RowGroups;
}

interface Divisible {
	marks: readonly object[];
	read(): RowGroups;
	count?: unknown;
	ranges?: Ranges;
}

const isCutList = isListOf(hasFields({ file: isCount, offset: isCount, row: isCount })) as (
	value: unknown,
) => value is Cut[];

/**
 * The part of an input that a shard reads, if the input can be cut. The cuts are computed once for all shards
 * and stored in the folder of the output: row numbers are global, so the rows before a cut have to be counted.
 */
export async function takeRange<Given extends Divisible>(
	source: Given,
	shard: ShardChoice,
	place: PartsStore,
): Promise<{ source: Given; range: RowRange | undefined }> {
	const { ranges, marks } = source;
	if (!ranges || !(await ranges.canCut())) return { source, range: undefined };
	const hash = createHash("sha256").update(JSON.stringify(marks)).digest("hex").slice(0, 16);
	const name = `_state/rows-${shard.count}-${hash}.json`;
	const isKnown = (await place.list()).some((file) => file.name === name);
	const known = isKnown ? parseJson(await readSmall(place, name)) : undefined;
	const isWhole = isCutList(known) && known.length === shard.count + 1 && known.every(isAfter);
	const cuts = isWhole ? known : await ranges.cut(shard.count);
	if (!isWhole) await place.put([{ name, text: JSON.stringify(cuts) }]);
	const [from, to] = [cuts[shard.index], cuts[shard.index + 1]];
	if (!from || !to) return { source, range: undefined };
	const range = { first: from.row, rows: to.row - from.row };
	return { source: { ...source, read: () => ranges.read(from, to), count: undefined }, range };
}

function isAfter(cut: Cut, place: number, cuts: readonly Cut[]): boolean {
	const before = cuts[place - 1];
	if (!before) return cut.row === 0 && cut.file === 0 && cut.offset === 0;
	return cut.row >= before.row && (cut.file > before.file || (cut.file === before.file && cut.offset >= before.offset));
}
