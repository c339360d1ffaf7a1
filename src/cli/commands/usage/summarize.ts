import { sum } from "../../../exchange/decimal.ts";
import type { LogRecord } from "../../../exchange/log-record.ts";

export const GROUPS = ["model", "provider", "task", "day"] as const;
export type Group = (typeof GROUPS)[number];

/** Totals of a group of calls. */
export interface UsageRow {
	/** Null for calls without this fact. */
	key: string | null;
	calls: number;
	failed: number;
	input_tokens: number;
	output_tokens: number;
	/** US dollars; null if no call has a known cost. */
	cost_usd: number | null;
	median_ms: number;
}

/** Returns the rows: days in order, everything else by number of calls. */
export function summarize(records: Iterable<LogRecord>, by: Group): UsageRow[] {
	const groups = new Map<string | null, LogRecord[]>();
	for (const record of records) {
		const key = by === "day" ? record.time.slice(0, 10) : record[by];
		const group = groups.get(key);
		if (group) group.push(record);
		else groups.set(key, [record]);
	}
	const rows = [...groups].map(([key, group]) => summarizeGroup(key, group));
	return by === "day"
		? rows.sort((a, b) => String(a.key).localeCompare(String(b.key)))
		: rows.sort((a, b) => b.calls - a.calls || String(a.key).localeCompare(String(b.key)));
}

function summarizeGroup(key: string | null, group: readonly LogRecord[]): UsageRow {
	const costs = group.flatMap(({ cost_usd }) => (typeof cost_usd === "number" ? [cost_usd] : []));
	return {
		key,
		calls: group.length,
		failed: group.filter(({ error }) => error !== undefined).length,
		input_tokens: group.reduce((total, { usage }) => total + (usage?.input_tokens ?? 0), 0),
		output_tokens: group.reduce((total, { usage }) => total + (usage?.output_tokens ?? 0), 0),
		cost_usd: costs.length > 0 ? sum(costs) : null,
		median_ms: median(group.map(({ total_ms }) => total_ms)),
	};
}

function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	const upper = sorted[middle] ?? 0;
	return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
