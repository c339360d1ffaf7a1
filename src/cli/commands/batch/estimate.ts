import { parseJson } from "../../../base/json.ts";
import type { BatchResult, LaneState } from "../../../batch/index.ts";
import { decodeLine } from "../../../batch/journal-lines.ts";
import type { JournalState } from "../../../batch/journal-state.ts";
import { visitLines } from "../../../node-journal.ts";
import type { Context } from "../../context.ts";
import { formatCost } from "../../terminal/amounts.ts";
import type { BatchCommandOptions } from "./options.ts";
import type { Plan } from "./plan.ts";
import { countRows } from "./row-source.ts";
import type { Tally } from "./tally.ts";

const MAX_IN_FLIGHT = 128;

/** A figure with its range. */
interface Range {
	low: number;
	expected: number;
	high: number;
}

interface Estimate {
	rows: number | null;
	sampled: number;
	cost_usd: Range | null;
	seconds: Range | null;
	input_tokens: number | null;
	output_tokens: number | null;
}

type Sampled = Pick<BatchResult, "usage" | "cost_usd" | "seconds">;

/** The mean, twice its standard error below and above. */
function spread(values: readonly number[], scale: number): Range {
	const mean = values.reduce((total, value) => total + value, 0) / values.length;
	const variance = values.reduce((total, value) => total + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
	const error = 2 * Math.sqrt(variance / values.length);
	const round = (value: number): number => Number((value * scale).toPrecision(6));
	return { low: round(Math.max(0, mean - error)), expected: round(mean), high: round(mean + error) };
}

/** At worst as fast as the sample; at best with the maximum calls in flight. */
function estimateTime(
	sample: readonly Sampled[],
	rows: number,
	seconds: number,
	lanes: readonly LaneState[],
	concurrency: number,
): Range {
	const perCall = sample.reduce((total, result) => total + result.seconds, 0) / sample.length;
	const limits = lanes.reduce((total, { limit }) => total + limit, 0);
	const high = (seconds / sample.length) * rows;
	const expected = Math.min(high, (perCall * rows) / Math.max(1, limits));
	return { low: Math.min(expected, (perCall * rows) / concurrency), expected, high };
}

/** Terms of a provider's batch service. */
export interface Discount {
	/** Share of the usual price. */
	share: number;
	/** Longest time of a job, such as `24h` or `7d`. */
	window: string;
}

/** The estimate if all rows but the sample go to a batch service. */
function applyDiscount(estimate: Estimate, { share, window }: Discount): Estimate {
	const { rows, sampled, cost_usd, seconds } = estimate;
	if (rows === null) return estimate;
	const scale = rows === 0 ? 1 : (sampled + (rows - sampled) * share) / rows;
	const [, amount, unit] = /^(\d+)([hd])$/.exec(window) ?? [];
	const longest = amount === undefined ? undefined : Number(amount) * (unit === "d" ? 86_400 : 3600);
	return {
		...estimate,
		cost_usd: cost_usd && {
			low: cost_usd.low * scale,
			expected: cost_usd.expected * scale,
			high: cost_usd.high * scale,
		},
		// A service promises only its time window.
		seconds: seconds && longest !== undefined ? { low: seconds.low, expected: longest, high: longest } : seconds,
	};
}

export async function printEstimate(estimate: Estimate, context: Context): Promise<void> {
	if (context.flags.json) return await context.print(`${JSON.stringify(estimate)}\n`);
	const { rows, sampled, cost_usd, seconds, input_tokens, output_tokens } = estimate;
	const lines = [
		`Rows    ${rows ?? "unknown"} (${sampled} sampled)`,
		...(input_tokens === null ? [] : [`Tokens  ${input_tokens} in, ${output_tokens} out`]),
		`Cost    ${cost_usd === null ? "unknown" : `${formatCost(cost_usd.expected)} (${formatCost(cost_usd.low)} to ${formatCost(cost_usd.high)})`}`,
		...(seconds === null
			? []
			: [`Time    ${describe(seconds.expected)} (${describe(seconds.low)} to ${describe(seconds.high)})`]),
	];
	await context.print(`${lines.join("\n")}\n`);
}

function describe(seconds: number): string {
	if (seconds < 120) return `${Number(seconds.toPrecision(2))} s`;
	return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Number((seconds / 3600).toPrecision(2))} h`;
}

const SAMPLE = 50;

/** Rows to run for an estimate. */
export interface EstimateSample {
	/** Their numbers: the first ones, if the number of rows is not known. */
	only: ReadonlySet<number>;
	rows: number | null;
	results: Sampled[];
	/** Seconds that results of earlier runs took. */
	secondsBefore: number;
	/** The rows that are not sampled go to a provider's batch service. */
	discount: Discount | undefined;
}

export async function startSample(
	plan: Plan,
	discount: Discount | undefined,
	options: BatchCommandOptions,
	context: Context,
): Promise<EstimateSample> {
	const rows = (await countRows({ ...plan, shard: undefined }, options.limit, context.signal)) ?? null;
	const size = options.sample ?? SAMPLE;
	const count = Math.min(rows ?? size, size);
	// Spread evenly over the input, if its rows are counted.
	const numberOf = (place: number): number => (rows === null ? place : Math.floor(((place + 0.5) * rows) / count));
	const only = new Set(Array.from({ length: count }, (_, place) => numberOf(place)));
	return { only, rows, results: [], secondsBefore: 0, discount };
}

/**
 * Adds results of earlier runs for the sampled rows.
 * @param seconds of the earlier runs
 */
export function addKept(
	sample: EstimateSample,
	journal: string,
	{ done, failed }: JournalState,
	seconds: number,
): void {
	visitLines(journal, ({ head, bytes, start, end }) => {
		if (!head || head.isFailed || !sample.only.has(head.index)) return;
		const { usage = null, cost_usd = null, seconds = 0 } = parseJson(decodeLine(bytes, start, end)) as Partial<Sampled>;
		sample.results.push({ usage, cost_usd, seconds });
	});
	sample.secondsBefore = (seconds * sample.results.length) / Math.max(1, done.count + failed.count);
}

export function estimateAll(
	{ results, rows, secondsBefore, discount }: EstimateSample,
	tally: Tally,
	{ concurrency = MAX_IN_FLIGHT }: BatchCommandOptions,
): Estimate {
	const sampled = results.length;
	const scale = sampled === 0 ? null : rows;
	const costs = results.flatMap(({ cost_usd }) => (typeof cost_usd === "number" ? [cost_usd] : []));
	const hasTokens = results.some(({ usage }) => usage);
	const tokens = (kind: "input_tokens" | "output_tokens"): number | null => {
		const sum = results.reduce((total, { usage }) => total + (usage?.[kind] ?? 0), 0);
		return scale === null || !hasTokens ? null : Math.round((sum / sampled) * scale);
	};
	const lanes = [...tally.lanes.values()];
	const estimate = {
		rows,
		sampled,
		cost_usd: scale === null || costs.length === 0 ? null : spread(costs, scale),
		seconds: scale === null ? null : estimateTime(results, scale, secondsBefore + tally.seconds, lanes, concurrency),
		input_tokens: tokens("input_tokens"),
		output_tokens: tokens("output_tokens"),
	};
	return discount ? applyDiscount(estimate, discount) : estimate;
}
