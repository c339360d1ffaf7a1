import { Option } from "@commander-js/extra-typings";
import type { LogRecord } from "../../../exchange/log-record.ts";
import { sum } from "../../../exchange/token-price.ts";
import { listLogFiles, readLog } from "../../config/log.ts";
import type { Context } from "../../context.ts";
import { defineCommand, type OptionGroups } from "../../options/define-command.ts";
import { parseSince } from "../../options/parsers.ts";
import { formatCost, formatCount } from "../../terminal/amounts.ts";
import { printJson } from "../../terminal/json.ts";
import { printTable } from "../../terminal/table.ts";

const GROUPS = ["model", "provider", "task", "key", "day", "tool"] as const;
type Group = (typeof GROUPS)[number];

const OPTIONS = {
	"What to add up:": [
		new Option("--since <time>", "calls since then: 7d, 12h, or a date").default("30d"),
		new Option("--by <what>", "one row each").choices(GROUPS).default("model"),
	],
} as const satisfies OptionGroups;

/** `hub usage`: totals of the logged calls. */
export const createCommand = defineCommand({
	name: "usage",
	description: "Adds up the calls in the log: how many, how many failed, tokens, cost, and the median time.",
	options: OPTIONS,
	help: [
		"Logging is off until you turn it on: hub config set log metadata. The cost is the sum of the known costs; it is left out",
		"if none is known. Calls of the sandbox count only with --sandbox. Keys are the named keys of hub serve.",
		"",
		"Examples:",
		"  hub usage",
		"  hub usage --since 7d --by day",
		"  hub usage --by provider --json",
		"  hub usage --by key",
		"  hub usage --by tool",
		"",
		"JSON: a list of model (or provider, task, key, day, tool), calls, failed, input_tokens,",
		"cached_tokens, output_tokens, cost_usd, median_ms",
		"Exit codes: 0 success, 2 wrong usage",
		"See also:   hub logs, hub config set log",
	],
	action: async (_words, { since: text, by, sandbox }, context) => {
		const since = parseSince(text, context.now());
		const records = readLog(context.env, since);
		const rows = summarize(sandbox ? records : withoutSandbox(records), by);
		const shown = rows.map(({ key, ...row }) => ({ [by]: key, ...row }));
		if (context.flags.json) return await printJson(shown, context);
		await print(rows, by, context);
		if (rows.length > 0) return;
		const isEmpty = listLogFiles(context.env).length === 0;
		context.note(isEmpty ? "The log is empty. To log calls: hub config set log metadata" : "No calls since then.");
	},
});

const BAR = 16;
/** A number is never truncated; on a narrow terminal the bars are dropped first. */
const UNCUT = Number.POSITIVE_INFINITY;

async function print(rows: readonly UsageRow[], by: Group, context: Context): Promise<void> {
	const cells = (row: UsageRow): string[] => [
		row.key ?? "-",
		String(row.calls),
		String(row.failed),
		formatCount(row.input_tokens),
		row.cached_tokens === 0 ? "-" : formatCount(row.cached_tokens),
		formatCount(row.output_tokens),
		row.cost_usd === null ? "-" : formatCost(row.cost_usd),
		`${(row.median_ms / 1000).toFixed(2)} s`,
	];
	const most = Math.max(...rows.map(({ calls }) => calls), 1);
	const titles = [by.toUpperCase(), "CALLS", "FAILED", "IN", "CACHED", "OUT", "COST", "MEDIAN"];
	const columns = titles.map((title, index) => ({
		title,
		value: (row: UsageRow) => cells(row)[index] ?? "",
		...(index === 0 ? { least: 12, style: "cyan" as const } : { align: "right" as const, least: UNCUT }),
	}));
	const bars = {
		title: "",
		value: ({ calls }: UsageRow) => "█".repeat(Math.max(1, Math.round((calls / most) * BAR))),
		style: "dim" as const,
		least: BAR,
	};
	await printTable(rows, { cells, columns: [...columns, bars] }, context);
}

interface UsageRow {
	/** Null for calls without this fact. */
	key: string | null;
	calls: number;
	failed: number;
	input_tokens: number;
	/** Of these, from the provider's cache. */
	cached_tokens: number;
	output_tokens: number;
	/** US dollars; null if no call has a known cost. */
	cost_usd: number | null;
	median_ms: number;
}

/** Sandbox calls are left out: they are only for practice. */
function* withoutSandbox(records: Iterable<LogRecord>): Iterable<LogRecord> {
	for (const record of records) if (!record.sandbox) yield record;
}

/** Returns the rows: days in order, everything else by number of calls. */
export function summarize(records: Iterable<LogRecord>, by: Group): UsageRow[] {
	const groups = new Map<string | null, LogRecord[]>();
	for (const record of by === "tool" ? listToolUses(records) : records) {
		const key = by === "day" ? record.time.slice(0, 10) : ((by === "tool" ? record.command : record[by]) ?? null);
		const group = groups.get(key);
		if (group) group.push(record);
		else groups.set(key, [record]);
	}
	const rows = [...groups].map(([key, group]) => summarizeGroup(key, group));
	const compareKeys = (a: UsageRow, b: UsageRow): number => String(a.key).localeCompare(String(b.key));
	return rows.sort((a, b) => (by === "day" ? 0 : b.calls - a.calls) || compareKeys(a, b));
}

function* listToolUses(records: Iterable<LogRecord>): Iterable<LogRecord> {
	for (const record of records) {
		for (const { name, time, ms, failed } of record.tools ?? []) {
			const { error: _, ...facts } = record;
			const none = { usage: null, cost_usd: null, command: name, time, total_ms: ms };
			yield { ...facts, ...none, ...(failed ? { error: { name: "ToolError" } } : {}) } as LogRecord;
		}
	}
}

function summarizeGroup(key: string | null, group: readonly LogRecord[]): UsageRow {
	const costs = group.flatMap(({ cost_usd, sandbox }) => (typeof cost_usd === "number" && !sandbox ? [cost_usd] : []));
	return {
		key,
		calls: group.length,
		failed: group.filter(({ error }) => error !== undefined).length,
		input_tokens: group.reduce((total, { usage }) => total + (usage?.input_tokens ?? 0), 0),
		cached_tokens: group.reduce((total, { usage }) => total + (usage?.cached_tokens ?? 0), 0),
		output_tokens: group.reduce((total, { usage }) => total + (usage?.output_tokens ?? 0), 0),
		cost_usd: costs.length > 0 ? sum(costs) : null,
		median_ms: median(group.map(({ total_ms }) => total_ms)),
	};
}

function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const upper = sorted[sorted.length >> 1] ?? 0;
	const lower = sorted[(sorted.length - 1) >> 1] ?? upper;
	return (lower + upper) / 2;
}
