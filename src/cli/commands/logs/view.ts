import { taskName } from "../../../catalogue/aliases.ts";
import type { LogRecord } from "../../../exchange/log-record.ts";
import type { Context } from "../../context.ts";
import { withoutFileContent } from "../../network/log-content.ts";
import { formatCost } from "../../terminal/amounts.ts";
import { toJson } from "../../terminal/json.ts";
import { createPage } from "../../terminal/page.ts";
import { type Column, printTable } from "../../terminal/table.ts";

interface ViewOptions {
	content?: boolean;
}

/** Returns a table for a terminal, else tab-separated lines. */
export async function printRecords(
	records: readonly LogRecord[],
	options: ViewOptions,
	context: Context,
): Promise<void> {
	if (options.content) {
		for (const record of records) await context.print(`${formatRecord(record, options, context)}\n`);
		return;
	}
	await printTable(records, { columns: COLUMNS }, context);
}

const COLUMNS: readonly Column<LogRecord>[] = [
	{ title: "ID", value: ({ id }) => id, whole: true, style: "cyan" },
	{ title: "TIME", value: ({ time }) => time.slice(0, 16).replace("T", " "), whole: true },
	{ title: "MODEL", value: ({ model }) => model ?? "-", least: 12 },
	{ title: "STATE", value: describeState, styleOf: ({ error }) => (error ? "red" : undefined) },
	{ title: "PROVIDER", value: ({ provider, endpoint }) => provider ?? (endpoint ? "endpoint" : "-") },
	{ title: "TASK", value: ({ task }) => taskName(task ?? "-") },
	{ title: "TOKENS", value: ({ usage }) => (usage ? `${usage.input_tokens}+${usage.output_tokens}` : "-"), least: 5 },
	{ title: "COST", value: ({ cost_usd }) => (cost_usd === null ? "-" : formatCost(cost_usd)), least: 5 },
	{ title: "SECONDS", value: ({ total_ms }) => (total_ms / 1000).toFixed(2), align: "right", least: 5 },
];

function describeState({ error, rows }: LogRecord): string {
	if (rows && !error)
		return rows.failed > 0 ? `${rows.failed} of ${rows.done + rows.failed} failed` : `${rows.done} rows`;
	if (!error) return "ok";
	return error.status === undefined ? error.name : `${error.status}`;
}

function describeCost({ cost_usd, price_source }: LogRecord): string | undefined {
	if (cost_usd === null) return undefined;
	return price_source === null ? formatCost(cost_usd) : `${formatCost(cost_usd)} (${price_source})`;
}

/** Returns everything known about a call. */
export function formatRecord(record: LogRecord, { content }: ViewOptions, { stdout, colors }: Context): string {
	const page = createPage(stdout.columns ?? 80, colors.stdout);
	const { usage, error, attempts } = record;
	page.title(record.id, record.time);
	page.facts([
		["Task", record.task ?? undefined],
		["Model", record.model ?? undefined],
		["Provider", record.provider ?? undefined],
		["Endpoint", record.endpoint],
		["Tokens", usage ? `${usage.input_tokens} in, ${usage.output_tokens} out` : undefined],
		["Rows", record.rows && `${record.rows.done} done, ${record.rows.failed} failed`],
		["Cost", describeCost(record)],
		["Time", `${(record.total_ms / 1000).toFixed(2)} s`],
		[
			"Attempts",
			attempts.map(({ provider, status, error: failed }) => `${provider ?? "?"} ${status ?? failed}`).join(", "),
		],
		["Ended", record.finish_reason ?? undefined],
		["Error", error && [error.name, error.status, error.message].filter(Boolean).join(" ")],
	]);
	if (content && record.arguments !== undefined) {
		page.heading("Arguments");
		page.paragraph(toJson(withoutFileContent(record.arguments)));
	}
	if (content && record.output !== undefined) {
		page.heading("Output");
		page.paragraph(typeof record.output === "string" ? record.output : toJson(withoutFileContent(record.output)));
	}
	return page.toString();
}
