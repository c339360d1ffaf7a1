import type { Context } from "../../context.ts";
import {
	applyDiscount,
	chooseSample,
	type Discount,
	type Estimate,
	extrapolate,
	readKept,
	type Sampled,
} from "./estimate.ts";
import type { JournalState } from "./journal/scan.ts";
import type { BatchCommandOptions } from "./options.ts";
import type { Plan } from "./plan.ts";
import { countRows } from "./row-source.ts";
import type { Tally } from "./tally.ts";

/** Rows of an estimate. */
const SAMPLE = 50;

/** Rows to run for an estimate. */
export interface Sample {
	/** Undefined: the first ones, since the number of rows is not known. */
	only: ReadonlySet<number> | undefined;
	rows: number | null;
	results: Sampled[];
	/** Seconds that results of earlier runs took. */
	secondsBefore: number;
	/** The rows that are not sampled go to a provider's batch service. */
	discount: Discount | undefined;
}

/** Chooses the rows of an estimate. */
export async function startSample(
	plan: Plan,
	discount: Discount | undefined,
	options: BatchCommandOptions,
	context: Context,
): Promise<Sample> {
	const rows = (await countRows({ ...plan, shard: undefined }, options.limit, context.signal)) ?? null;
	const size = options.sample ?? SAMPLE;
	const only = rows === null ? new Set(Array.from({ length: size }, (_, index) => index)) : chooseSample(rows, size);
	return { only, rows, results: [], secondsBefore: 0, discount };
}

/**
 * Adds results of earlier runs for the sampled rows.
 * @param seconds of the earlier runs
 */
export function addKept(sample: Sample, journal: string, { done, failed }: JournalState, seconds: number): void {
	if (!sample.only) return;
	sample.results.push(...readKept(journal, sample.only));
	sample.secondsBefore = (seconds * sample.results.length) / Math.max(1, done.count + failed.count);
}

/** The estimate for all rows, from the sample. */
export function estimateAll(
	{ results, rows, secondsBefore, discount }: Sample,
	tally: Tally,
	options: BatchCommandOptions,
): Estimate {
	const estimate = extrapolate(
		results,
		rows,
		secondsBefore + tally.seconds,
		[...tally.lanes.values()],
		options.concurrency,
	);
	return discount ? applyDiscount(estimate, discount) : estimate;
}
