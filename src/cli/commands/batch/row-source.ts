import type { BatchRow } from "../../../batch/index.ts";
import { UsageError } from "../../errors/usage.ts";
import { IdSet } from "./input/id-set.ts";
import { findOwnId, toBatchRow } from "./input/rows.ts";
import type { Bitmap } from "./journal/bitmap.ts";
import type { Plan } from "./plan.ts";

/** Rows up to which ids are compared before the first call. */
const CHECKED_BEFORE = 1_000_000;

/** Which rows are asked. */
export interface RowFilter {
	/** Rows that are finished. */
	skip: Pick<Bitmap, "has"> | undefined;
	limit: number | undefined;
	/** Only these numbers; undefined: all. */
	only: ReadonlySet<number> | undefined;
	/** Called with the number of rows when the input has been read to its end. */
	onEnd(total: number): void;
}

/** The rows that are left to ask, in the order of the input. */
export async function* listRows(plan: Plan, filter: RowFilter): AsyncGenerator<BatchRow, void, undefined> {
	const { rules, shard, hasOwnIds, rows } = plan;
	const { skip, limit = Number.POSITIVE_INFINITY, only } = filter;
	const ids = hasOwnIds ? new IdSet() : undefined;
	let index = 0;
	let counted = 0;
	for await (const group of rows) {
		for (const raw of group) {
			const number = index++;
			if (number >= limit) return filter.onEnd(counted);
			const isOurs = !shard || number % shard.count === shard.index;
			if (isOurs) counted++;
			const id = ids && findOwnId(raw, rules);
			const twin = id === undefined ? undefined : ids?.add(id, number);
			if (!isOurs || skip?.has(number) || (only && !only.has(number))) continue;
			const row = toBatchRow(raw, number, rules);
			yield twin === undefined ? row : { ...row, failure: { kind: "input", message: sameId(twin, number, row.id) } };
		}
	}
	filter.onEnd(counted);
}

function sameId(first: number, second: number, id: string): string {
	return `Rows ${first} and ${second} have the same id "${id}".`;
}

/**
 * Reads an input once to find rows with the same id.
 * @returns whether all rows were compared
 * @throws UsageError that names two of them
 */
export async function checkIds(plan: Plan): Promise<boolean> {
	const { source, rules, hasOwnIds } = plan;
	if (!hasOwnIds) return true;
	if (!source.isFile) return false;
	const ids = new IdSet();
	let index = 0;
	for await (const group of source.read()) {
		for (const raw of group) {
			if (index >= CHECKED_BEFORE) return false;
			const id = findOwnId(raw, rules);
			const twin = id === undefined ? undefined : ids.add(id, index);
			if (id !== undefined && twin !== undefined)
				throw new UsageError(sameId(twin, index, id), "Ids must be unique; --id-column names the column.");
			index++;
		}
	}
	return true;
}

/** Counts the rows of an input, or as many as fall to a shard. */
export async function countRows(
	plan: Plan,
	limit: number | undefined,
	signal: AbortSignal,
): Promise<number | undefined> {
	const { source, shard } = plan;
	if (!source.isFile) return undefined;
	let count = await source.count();
	if (count === undefined) {
		count = 0;
		for await (const group of source.read()) {
			if (signal.aborted) return undefined;
			count += group.length;
		}
	}
	if (limit !== undefined) count = Math.min(count, limit);
	return shard ? Math.max(0, Math.ceil((count - shard.index) / shard.count)) : count;
}
