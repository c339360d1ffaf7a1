import type { Command } from "commander";
import type { LogRecord } from "../../../exchange/log-record.ts";
import { sum } from "../../../exchange/token-price.ts";
import { listLogFiles, readLog } from "../../config/log.ts";
import type { Context } from "../../context.ts";
import { buildCommand } from "../../options/add-options.ts";
import type { GlobalOptions } from "../../options/global-flags.ts";
import { parseSince } from "../../options/parsers.ts";
import { formatCost, formatCount } from "../../terminal/amounts.ts";
import { printJson } from "../../terminal/json.ts";
import { printTable } from "../../terminal/table.ts";
import PAGE from "./command.json" with { type: "json" };

/** `hub usage`: totals of the logged calls. */
export function createCommand(context: Context): Command {
	return buildCommand(PAGE, { choices: { GROUPS } }).action(
		async (given: GlobalOptions & { since: string; by: Group }) => {
			const since = parseSince(given.since, "--since", context.now());
			const records = readLog(context.env, since);
			const rows = summarize(given.sandbox ? records : withoutSandbox(records), given.by);
			const shown = rows.map(({ key, ...row }) => ({ [given.by]: key, ...row }));
			if (context.flags.json) return await printJson(shown, context);
			await print(rows, given.by, context);
			if (rows.length > 0) return;
			const isEmpty = listLogFiles(context.env).length === 0;
			context.note(isEmpty ? "The log is empty. To log calls: hub config set log metadata" : "No calls since then.");
		},
	);
}

const BAR = 16;
/** A number is never truncated; on a narrow terminal the bars are dropped first. */
const UNCUT = Number.POSITIVE_INFINITY;

async function print(rows: readonly UsageRow[], by: Group, context: Context): Promise<void> {
	const cells = (row: UsageRow): string[] => [
		row.key ?? "-",
		String(row.calls),
		String(row.failed),
		formatCount(row.input_tokens),
		formatCount(row.output_tokens),
		row.cost_usd === null ? "-" : formatCost(row.cost_usd),
		`${(row.median_ms / 1000).toFixed(2)} s`,
	];
	const most = Math.max(...rows.map(({ calls }) => calls), 1);
	const titles = [by.toUpperCase(), "CALLS", "FAILED", "IN", "OUT", "COST", "MEDIAN"];
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

const GROUPS = ["model", "provider", "task", "key", "day", "tool"] as const;
type Group = (typeof GROUPS)[number];

interface UsageRow {
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

/** Calls of the sandbox are practice. */
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
