import { rmSync } from "node:fs";
import { basename } from "node:path";
import { Argument, Option } from "@commander-js/extra-typings";
import { isRecord, omitUndefined } from "../../../base/json.ts";
import { taskName } from "../../../catalogue/aliases.ts";
import { matchesWords } from "../../../catalogue/search-words.ts";
import type { LogRecord } from "../../../exchange/log-record.ts";
import type { Args } from "../../../inference/index.ts";
import { splitModelName } from "../../../inference/model-name.ts";
import { listLogFiles, logFolder, readLog } from "../../config/log.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { lacksFile, restoreContent, withoutFileContent } from "../../network/call-recorder.ts";
import { defineCommand, type OptionGroups, type OptionValues } from "../../options/define-command.ts";
import type { GlobalOptions } from "../../options/global-options.ts";
import { integer, parseSince } from "../../options/parsers.ts";
import { PROVIDER_NAMES } from "../../options/provider.ts";
import { checkTask } from "../../options/task.ts";
import { formatCost } from "../../terminal/amounts.ts";
import { printJson, toJson } from "../../terminal/json.ts";
import { Page } from "../../terminal/page.ts";
import { question } from "../../terminal/question.ts";
import { drawn } from "../../terminal/styled.ts";
import { type Column, printTable } from "../../terminal/table.ts";
import { columnsOf } from "../../terminal/width.ts";

type Action = (words: string[], options: LogsOptions, context: Context) => Promise<void>;

const OPTIONS = {
	"What to show:": [
		new Option("-n, --limit <n>", "maximum number of calls (default: 20)").argParser(integer("the number of calls", 1)),
		new Option("--search <words>", "calls that contain every word"),
		new Option("-m, --model <id>", "calls of this model; rerun: the model to use instead"),
		new Option("-p, --provider <id>", "calls that this provider served; rerun: the provider to use instead"),
		new Option("-t, --task <task>", "calls of this task"),
		new Option("--since <time>", "calls since then: 7d, 12h, or a date"),
		new Option("--failed", "calls that failed"),
		new Option("--content", "also show arguments and outputs, if logged"),
		new Option("--before <month>", "clear: only the months before this one, such as 2026-01 (default: all)"),
	],
} as const satisfies OptionGroups;

type LogsOptions = OptionValues<typeof OPTIONS> & GlobalOptions;

/** `hub logs`: the logged calls. */
export const createCommand = defineCommand({
	name: "logs",
	description:
		"Shows the logged calls, the newest last. Logging is off until you turn it on: hub config set log metadata, HUB_LOG, or --log.",
	arguments: [
		new Argument("[action]", "show ID, rerun ID, path, or clear"),
		new Argument("[id]", "id of a call, or the beginning of it"),
	],
	options: OPTIONS,
	help: [
		"The log has the time, task, model, provider, tokens and cost of each call (metadata), or also its arguments and output",
		"(content), in one file per month that only you can read. hub logs show ID prints a call. hub logs rerun ID runs a call",
		"again if its content was logged; -m chooses another model.",
		"",
		"Examples:",
		"  hub config set log metadata",
		"  hub logs --since 7d --failed",
		"  hub logs -n 5 --json",
		"  hub logs clear --before 2025-01",
		"",
		"JSON: a list of id, time, command, task, model, provider, routed, host, usage, cost_usd, price_source, attempts, first_ms,",
		"total_ms, finish_reason, error; arguments and output with --content.",
		"Exit codes: 0 success, 2 wrong usage, no such call, or no content to run again; rerun: those of hub infer",
		"See also:   hub usage, hub config set log",
	],
	action: async ([action, id], options, context) => {
		const words = [action, id].filter((word) => word !== undefined);
		const run = ACTIONS[action ?? "list"];
		if (!run) throw new UsageError(`Unknown command "hub logs ${action}".`, "Commands: show, rerun, path, clear.");
		await run(words.slice(1), options, context);
	},
});

const ACTIONS: Readonly<Record<string, Action | undefined>> = {
	list,
	show: async ([id], options, context) => {
		const record = findRecord(id, context);
		if (context.flags.json) await printJson(record, context);
		else await context.print(drawn(formatRecord(record, { ...options, content: true }, context)));
	},
	rerun: async ([id], options, context) => await rerun(findRecord(id, context), options, context),
	path: async (_words, _options, context) => {
		const path = logFolder(context.env);
		if (context.flags.json) await printJson({ path, files: listLogFiles(context.env) }, context);
		else await context.print(`${path}\n`);
	},
	clear: async (_words, { before }, context) => {
		if (before !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(before)) {
			throw new UsageError(`--before ${before} is not a month.`, "Write it as 2026-01.");
		}
		const old = listLogFiles(context.env).filter((path) => before === undefined || basename(path, ".jsonl") < before);
		const isAll = before === undefined;
		const months = old.map((path) => basename(path, ".jsonl")).toSorted();
		const [first = ""] = months;
		const last = months.at(-1) ?? "";
		const named = `${months.length} ${months.length === 1 ? "month" : "months"}`;
		const range = first === last ? first : `${first} to ${last}`;
		// Removed calls cannot be restored. Scripts get a note of what was removed.
		if (isAll && months.length > 0 && context.isInteractive) {
			const { askKey } = await import("../../ui/keys.ts");
			const asked = question`Remove the whole log, ${months.length === 1 ? question`1 month` : question`${months.length} months`} from ${first}? y/n: `;
			if (!(await askKey(context, asked, new Map(Object.entries({ y: true, n: false })))))
				return context.note("Nothing was removed. hub logs clear --before MONTH removes only older months.");
		}
		for (const path of old) rmSync(path, { force: true });
		if (months.length === 0) return context.note(isAll ? "The log is empty." : `There are no logs before ${before}.`);
		context.note(isAll ? `Removed the whole log: ${named} (${range}).` : `Removed ${named} of logs before ${before}.`);
	},
};

async function list(_words: string[], options: LogsOptions, context: Context): Promise<void> {
	const found = selectRecords(options, context);
	if (context.flags.json) {
		const shown = options.content ? found : found.map(({ arguments: _arguments, output: _output, ...rest }) => rest);
		return await printJson(shown, context);
	}
	if (options.content) {
		for (const record of found) await context.print(drawn(`${formatRecord(record, options, context)}\n`));
	} else await printTable(found, { columns: COLUMNS }, context);
	if (found.length === 0) {
		const isEmpty = listLogFiles(context.env).length === 0;
		context.note(isEmpty ? "The log is empty. To log calls: hub config set log metadata" : "No call matches.");
	}
}

/** Returns the calls that fit, the newest last. */
function selectRecords(options: LogsOptions, { env, now }: Context): LogRecord[] {
	const { limit = 20, search, model, provider, failed, sandbox } = options;
	const since = options.since === undefined ? 0 : parseSince(options.since, now());
	const task = options.task === undefined ? undefined : checkTask(options.task);
	const found: LogRecord[] = [];
	for (const record of readLog(env, since)) {
		const fits =
			(model === undefined || isCallOf(record, model)) &&
			(provider === undefined || record.provider === provider) &&
			(!sandbox || record.sandbox === true) &&
			(task === undefined || record.task === task) &&
			(!failed || record.error !== undefined || (record.rows?.failed ?? 0) > 0) &&
			(search === undefined || matchesWords(search, [toJson(record)]));
		if (fits) found.push(record);
		if (found.length >= limit) break;
	}
	return found.reverse();
}

/** Whether a call was made to a model, which may name its provider. */
function isCallOf({ model: called, provider }: LogRecord, wanted: string): boolean {
	if (called === null || called === wanted) return called === wanted;
	const isProvider = (word: string): boolean => PROVIDER_NAMES.includes(word);
	const [own, other] = [splitModelName(called, isProvider), splitModelName(wanted, isProvider)];
	const isThere = other.suffix === undefined || other.suffix === provider || other.suffix === own.suffix;
	return own.model === other.model && isThere;
}

function findRecord(id: string | undefined, { env }: Context): LogRecord {
	if (id === undefined)
		throw new UsageError("The id of the call is missing.", "hub logs lists the calls and their ids.");
	const found: LogRecord[] = [];
	for (const record of readLog(env)) {
		if (record.id === id) return record;
		if (record.id.startsWith(id)) found.push(record);
	}
	const [record, other] = found;
	if (!record) throw new UsageError(`The log has no call "${id}".`, "hub logs lists them.");
	if (other) throw new UsageError(`Several calls begin with ${id}.`, "Type more of the id.");
	return record;
}

const COLUMNS: readonly Column<LogRecord>[] = [
	{ title: "ID", value: ({ id }) => id, whole: true, style: "cyan" },
	{ title: "TIME", value: ({ time }) => time.slice(0, 16).replace("T", " "), whole: true },
	{ title: "MODEL", value: ({ model }) => model ?? "-", least: 12 },
	{ title: "STATE", value: describeState, styleOf: ({ error }) => (error ? "red" : undefined) },
	{ title: "PROVIDER", value: ({ provider, endpoint }) => provider ?? (endpoint ? "endpoint" : "-") },
	{ title: "TASK", value: ({ task }) => taskName(task ?? "-") },
	{ title: "TOKENS", value: ({ usage }) => (usage ? `${usage.input_tokens}+${usage.output_tokens}` : "-"), least: 5 },
	{
		title: "COST",
		value: ({ cost_usd, sandbox }) => (cost_usd === null || sandbox ? "-" : formatCost(cost_usd)),
		least: 5,
	},
	{ title: "SECONDS", value: ({ total_ms }) => (total_ms / 1000).toFixed(2), align: "right", least: 5 },
];

function describeState({ error, rows }: LogRecord): string {
	if (error) return String(error.status ?? error.name);
	if (!rows) return "ok";
	return rows.failed > 0 ? `${rows.failed} of ${rows.done + rows.failed} failed` : `${rows.done} rows`;
}

function describeCost({ cost_usd, price_source, sandbox }: LogRecord): string | undefined {
	if (cost_usd === null || sandbox) return undefined;
	return price_source === null ? formatCost(cost_usd) : `${formatCost(cost_usd)} (${price_source})`;
}

function formatRecord(
	record: LogRecord,
	{ content }: Pick<LogsOptions, "content">,
	{ stdout, colors }: Context,
): string {
	const page = new Page(columnsOf(stdout), colors.stdout);
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

/** Runs a call again, with the same provider, model and arguments. */
async function rerun(record: LogRecord, options: LogsOptions, context: Context): Promise<void> {
	const args = record.arguments;
	if (!isRecord(args) || record.task === null) {
		throw new UsageError(
			`The arguments of ${record.id} were not logged.`,
			"Calls can be run again if they were made with --log=content, or with hub config set log content.",
		);
	}
	if (lacksFile(args)) throw new UsageError(`A file of ${record.id} was too large to be kept.`);
	const provider = options.provider ?? (options.model === undefined ? placeOf(record) : undefined);
	const model = options.model ?? record.model ?? undefined;
	// A completion object was not streamed: its server may not support streams.
	const stream = isRecord(record.output) ? false : undefined;
	const { endpoint, sandbox = options.sandbox } = record;
	const given = { ...options, task: record.task, ...omitUndefined({ model, provider, endpoint, sandbox, stream }) };
	const [{ runInfer }, { describeLeftOut, readCallerInput }] = await Promise.all([
		import("../infer/run.ts"),
		import("../../../inference/caller-input.ts"),
	]);
	// A log may have been edited, so its arguments are checked like any input.
	const { fields, leftOut } = readCallerInput(checkTask(record.task), restoreContent(args) as Args);
	const notice = describeLeftOut(`the arguments of ${record.id}`, leftOut);
	if (notice !== undefined) context.note(notice);
	await runInfer([], given, context, fields);
}

/** Returns the provider that served the call, if the caller named one. */
function placeOf({ provider, host, endpoint, sandbox }: LogRecord): string | undefined {
	const isOwn = provider !== null && endpoint === undefined && !sandbox && host !== "router.huggingface.co";
	return isOwn ? provider : undefined;
}
