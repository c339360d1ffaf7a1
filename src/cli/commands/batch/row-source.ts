import type { BatchRow } from "../../../batch/index.ts";
import { type Bitmap, IdSet } from "../../../batch/row-sets.ts";
import type { BufferedRows } from "../../../batch/types.ts";
import { UsageError } from "../../errors/usage.ts";
import type { RawRow } from "./input/columns.ts";
import { findOwnId, toBatchRow } from "./input/rows.ts";
import type { Plan } from "./plan.ts";

/** Rows up to which ids are compared before the first call. */
const CHECKED_BEFORE = 1_000_000;

/** Start of the ids of rows that cannot be read. */
const BROKEN = "line:";

/** Which rows are sent. */
interface RowFilter {
	/** Rows that are finished. */
	skip: Pick<Bitmap, "has"> | undefined;
	limit: number | undefined;
	/** Only these numbers; undefined: all. */
	only?: ReadonlySet<number> | undefined;
	/** Adds the known result to a row whose request was finished before. */
	answer?: ((row: BatchRow) => BatchRow) | undefined;
	/** Called with the number of rows when the input has been read to its end, or to the limit. */
	onEnd(total: number, isLimited: boolean): void;
}

/** Rows that can be taken one after the other; those that are read already, without a promise. */
export type RowList = BufferedRows & AsyncIterable<BatchRow>;

/** The remaining rows, in the order of the input. */
export function listRows(
	plan: Plan,
	{ skip, limit = Number.POSITIVE_INFINITY, only, answer, onEnd }: RowFilter,
): RowList {
	const { rules, shard, range, rows, lineIds } = plan;
	/** Ids so far, if rows have their own and were not compared before. */
	const ids = plan.hasOwnIds ? new IdSet() : undefined;
	let group: readonly RawRow[] = [];
	/** Position of the next row in the group, and its number in the input. */
	let [place, index] = [0, range?.first ?? 0];
	/** Rows of this shard so far. */
	let counted = 0;
	let isOver = false;
	const end = (isLimited: boolean): void => {
		isOver = true;
		onEnd(counted, isLimited);
	};
	/** An id that no row has, as far as rows were read. */
	const brokenId = (number: number): string => {
		const id = `${BROKEN}${number + 1}`;
		let free = id;
		for (let copy = 2; lineIds.has(free); copy++) free = `${id}.${copy}`;
		return free;
	};
	/** Undefined for a row to skip. */
	const toRow = (raw: RawRow, number: number): BatchRow | undefined => {
		const isOurs = !shard || range || number % shard.count === shard.index;
		if (isOurs) counted++;
		const own = ids && findOwnId(raw, rules);
		if (own?.startsWith(BROKEN)) lineIds.add(own);
		const duplicate = own === undefined ? undefined : ids?.add(own, number);
		if (!isOurs || skip?.has(number) || (only && !only.has(number))) return undefined;
		const row = toBatchRow(
			raw.problem === undefined || raw.name !== undefined ? raw : { ...raw, id: brokenId(number) },
			number,
			rules,
		);
		if (duplicate === undefined) return answer?.(row) ?? row;
		return { ...row, failure: { kind: "input", message: sameId(duplicate, number, row.id) } };
	};
	const takeBuffered = (): BatchRow | undefined => {
		for (let raw = group[place]; raw && !isOver; raw = group[place]) {
			if (index >= limit) {
				end(true);
				return undefined;
			}
			place++;
			const row = toRow(raw, index++);
			if (row) return row;
		}
		return undefined;
	};
	const list: RowList = {
		[Symbol.asyncIterator]: () => list,
		takeBuffered,
		next: async () => {
			while (!isOver) {
				const row = takeBuffered();
				if (row) return { done: false, value: row };
				if (isOver) break;
				const { done, value } = await rows.next();
				if (done) end(false);
				else [group, place] = [value, 0];
			}
			return { done: true, value: undefined };
		},
		return: async () => {
			isOver = true;
			await rows.return();
			return { done: true, value: undefined };
		},
	};
	return list;
}

function sameId(first: number, second: number, id: string): string {
	return `Rows ${first + 1} and ${second + 1} have the same id "${id}".`;
}

/**
 * Reads an input once to find rows with the same id.
 * @returns the plan; if all rows were compared, with their number, and marked so that they are not compared again
 * @throws UsageError that names two of them
 */
export async function checkIds(plan: Plan): Promise<Plan> {
	const { source, rules, hasOwnIds, lineIds, range } = plan;
	if (!hasOwnIds || !source.isFile) return plan;
	const ids = new IdSet();
	const first = range?.first ?? 0;
	let index = first;
	for await (const group of source.read()) {
		for (const raw of group) {
			if (index >= first + CHECKED_BEFORE) return plan;
			const id = findOwnId(raw, rules);
			if (id?.startsWith(BROKEN)) lineIds.add(id);
			const duplicate = id === undefined ? undefined : ids.add(id, index);
			if (id !== undefined && duplicate !== undefined)
				throw new UsageError(
					sameId(duplicate, index, id),
					"Ids must be unique; choose another column with --id-column.",
				);
			index++;
		}
	}
	// Otherwise every id would stay in memory during the run.
	return { ...plan, hasOwnIds: false, rowCount: index - first };
}

/** Counts the rows of an input, or those of a shard. */
export async function countRows(
	plan: Plan,
	limit: number | undefined,
	signal: AbortSignal,
): Promise<number | undefined> {
	const { source, shard, range, rowCount } = plan;
	const most = limit ?? Number.POSITIVE_INFINITY;
	if (range) return Math.max(0, Math.min(range.rows, most - range.first));
	if (!source.isFile) return undefined;
	let count = rowCount ?? 0;
	if (rowCount === undefined) {
		for await (const part of source.count?.() ?? source.read()) {
			if (signal.aborted) return undefined;
			count += typeof part === "number" ? part : part.length;
			if (count >= most) break;
		}
	}
	count = Math.min(count, most);
	return shard ? Math.max(0, Math.ceil((count - shard.index) / shard.count)) : count;
}
