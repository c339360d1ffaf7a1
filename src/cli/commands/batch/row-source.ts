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
	only: ReadonlySet<number> | undefined;
	/** Adds the answer to a row whose request was finished before. */
	answer?: ((row: BatchRow) => BatchRow) | undefined;
	/** Called with the number of rows when the input has been read to its end, or to the limit. */
	onEnd(total: number, isLimited: boolean): void;
}

/** The remaining rows, in the order of the input. */
export class RowList implements BufferedRows {
	private readonly plan: Plan;
	private readonly filter: RowFilter;
	private readonly limit: number;
	/** Ids so far, if rows have their own and were not compared before. */
	private readonly ids: IdSet | undefined;
	private group: readonly RawRow[] = [];
	/** Position of the next row in the group, and its number in the input. */
	private place = 0;
	private index = 0;
	/** Rows of this shard so far. */
	private counted = 0;
	private isOver = false;

	constructor(plan: Plan, filter: RowFilter) {
		this.plan = plan;
		this.filter = filter;
		this.limit = filter.limit ?? Number.POSITIVE_INFINITY;
		this.ids = plan.hasOwnIds ? new IdSet() : undefined;
		this.index = plan.range?.first ?? 0;
	}

	[Symbol.asyncIterator](): this {
		return this;
	}

	async next(): Promise<IteratorResult<BatchRow, void>> {
		while (!this.isOver) {
			const row = this.take();
			if (row) return { done: false, value: row };
			if (this.isOver) break;
			const { done, value } = await this.plan.rows.next();
			if (done) this.end(false);
			else [this.group, this.place] = [value, 0];
		}
		return { done: true, value: undefined };
	}

	take(): BatchRow | undefined {
		for (let raw = this.group[this.place]; raw && !this.isOver; raw = this.group[this.place]) {
			if (this.index >= this.limit) {
				this.end(true);
				return undefined;
			}
			this.place++;
			const row = this.toRow(raw, this.index++);
			if (row) return row;
		}
		return undefined;
	}

	async return(): Promise<IteratorResult<BatchRow, void>> {
		this.isOver = true;
		await this.plan.rows.return();
		return { done: true, value: undefined };
	}

	/** Undefined for a row to skip. */
	private toRow(raw: RawRow, number: number): BatchRow | undefined {
		const { rules, shard, range } = this.plan;
		const { skip, only } = this.filter;
		const isOurs = !shard || range || number % shard.count === shard.index;
		if (isOurs) this.counted++;
		const id = this.ids && findOwnId(raw, rules);
		if (id?.startsWith(BROKEN)) this.plan.lineIds.add(id);
		const duplicate = id === undefined ? undefined : this.ids?.add(id, number);
		if (!isOurs || skip?.has(number) || (only && !only.has(number))) return undefined;
		const row = toBatchRow(raw.problem === undefined ? raw : { ...raw, id: this.brokenId(number) }, number, rules);
		if (duplicate === undefined) return this.filter.answer?.(row) ?? row;
		return { ...row, failure: { kind: "input", message: sameId(duplicate, number, row.id) } };
	}

	/** An id that no row has, as far as rows were read. */
	private brokenId(number: number): string {
		const id = `${BROKEN}${number + 1}`;
		let free = id;
		for (let copy = 2; this.plan.lineIds.has(free); copy++) free = `${id}.${copy}`;
		return free;
	}

	private end(isLimited: boolean): void {
		this.isOver = true;
		this.filter.onEnd(this.counted, isLimited);
	}
}

function sameId(first: number, second: number, id: string): string {
	return `Rows ${first} and ${second} have the same id "${id}".`;
}

/**
 * Reads an input once to find rows with the same id.
 * @returns the plan; of rows that were compared, it says that they need no further comparison, and how many they are
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
	// Compared again, every id would stay in memory during the run.
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
