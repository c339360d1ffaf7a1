import { hasFields, isCount, isListOf, isNumber, isText, orMissing } from "../../../../base/check-fields.ts";
import { omitUndefined, parseJson } from "../../../../base/json.ts";
import { type ErrorCount, ErrorCounts, type JournalState } from "../../../../batch/journal-state.ts";
import type { ShardChoice } from "../../../../batch/manifest.ts";
import { Bitmap } from "../../../../batch/row-sets.ts";

/** The contents of a part, so that a resumed run does not have to read the part itself. */
export interface PartIndex {
	/** Rows with a result, as `0-99,102`. */
	done: string;
	/** Rows that failed, by cause. */
	failed: { kind: string; status?: number; message: string; rows: string }[];
	cost_usd: number;
}

const isPartIndex = hasFields({
	done: isText,
	failed: isListOf(hasFields({ kind: isText, status: orMissing(isCount), message: isText, rows: isText })),
	cost_usd: isNumber,
}) as (value: unknown) => value is PartIndex;

/** Rows assigned round-robin to a shard are numbered without gaps. */
interface Numbering {
	toRow(number: number): number;
	toNumber(row: number): number;
}

export function numbering(shard: ShardChoice, isRange: boolean): Numbering {
	const { index, count } = isRange ? { index: 0, count: 1 } : shard;
	return { toRow: (number) => number * count + index, toNumber: (row) => (row - index) / count };
}

/** The index of a journal. */
export function makeIndex({ done, causes, failed, cost }: JournalState, { toNumber }: Numbering): PartIndex {
	const byCause = new Map<ErrorCount, number[]>();
	for (const [row, cause] of causes) {
		if (!failed.has(row)) continue;
		const rows = byCause.get(cause) ?? [];
		rows.push(toNumber(row));
		byCause.set(cause, rows);
	}
	return {
		done: joinRanges(Array.from(done.rows(), toNumber)),
		failed: [...byCause].map(([{ kind, status, message }, rows]) => ({
			kind,
			...omitUndefined({ status }),
			message,
			rows: joinRanges(rows.sort((a, b) => a - b)),
		})),
		cost_usd: cost,
	};
}

/** @param numbers in ascending order */
function joinRanges(numbers: readonly number[]): string {
	const ranges: string[] = [];
	let first: number | undefined;
	for (const [place, number] of numbers.entries()) {
		first ??= number;
		if (numbers[place + 1] === number + 1) continue;
		ranges.push(first === number ? `${number}` : `${first}-${number}`);
		first = undefined;
	}
	return ranges.join(",");
}

const MAX_NUMBER = 2 ** 32 - 2;

/** The numbers of a text of ranges, in ascending order. Undefined if they are in no order, or too large. */
function splitRanges(text: string): [number, number][] | undefined {
	const ranges: [number, number][] = [];
	let before = -1;
	for (const range of text === "" ? [] : text.split(",")) {
		const [, from, to = from] = /^(\d{1,10})(?:-(\d{1,10}))?$/.exec(range) ?? [];
		const [first, last] = [Number(from), Number(to)];
		if (!(first > before && last >= first && last <= MAX_NUMBER)) return undefined;
		ranges.push([first, last]);
		before = last;
	}
	return ranges;
}

interface RowBounds {
	last?: number | undefined;
	most?: number | undefined;
}

/** Adds up the contents of the parts of a shard. */
export class PartSum {
	readonly done = new Bitmap();
	private readonly failed = new Map<number, ErrorCount>();
	private readonly messages = new ErrorCounts();
	private cost = 0;

	/**
	 * @param bounds number of the last row there is, and the most rows that the part can hold
	 * @returns false if the text is not an index of a part of these rows
	 */
	add(text: string, { toRow }: Numbering, { last = MAX_NUMBER, most = MAX_NUMBER }: RowBounds = {}): boolean {
		const index = parseJson(text);
		if (!isPartIndex(index)) return false;
		const lists = [index.done, ...index.failed.map(({ rows }) => rows)].map(splitRanges);
		const isWithin = lists.every((ranges) => ranges?.every(([, to]) => toRow(to) <= last));
		const count = lists.flatMap((ranges) => ranges ?? []).reduce((sum, [from, to]) => sum + to - from + 1, 0);
		const [done, ...failed] = lists;
		if (!isWithin || !done || count > most) return false;
		this.cost += index.cost_usd;
		visit(done, (number) => {
			const row = toRow(number);
			this.done.add(row);
			this.failed.delete(row);
		});
		for (const [place, cause] of index.failed.entries()) {
			const error = this.messages.of(cause);
			visit(failed[place] ?? [], (number) => {
				const row = toRow(number);
				if (!this.done.has(row)) this.failed.set(row, error);
			});
		}
		return true;
	}

	/** The sum, in the form of a journal's. */
	toState(): JournalState {
		const failed = new Bitmap();
		for (const error of this.messages.list()) error.count = 0;
		for (const [row, error] of this.failed) {
			failed.add(row);
			error.count++;
		}
		const { done, cost, failed: causes, messages } = this;
		return { done, failed, causes, hasRepeats: false, cost, errors: messages.list(), size: 0, foreignLine: undefined };
	}
}

function visit(ranges: readonly [number, number][], each: (number: number) => void): void {
	for (const [from, to] of ranges) for (let number = from; number <= to; number++) each(number);
}
