import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hasFields, isText, orNull } from "../../../base/check-fields.ts";
import { parseJson } from "../../../base/json.ts";
import {
	type Exchange,
	type LogDetails,
	parseTraceparent,
	type Secrets,
	toLogRecord,
	toSpan,
} from "../../../exchange/index.ts";
import { type CallContent, createSpending, type GatewayOptions, type Spent } from "../../../gateway/index.ts";
import { type Lock, withLock } from "../../../node-lock.ts";
import { hubFolder } from "../../config/folders.ts";
import { appendLines, appendToLog } from "../../config/log.ts";
import type { Config } from "../../config/settings.ts";
import type { Context } from "../../context.ts";
import { makeFolder, replacePrivateFile } from "../../files/replace-file.ts";
import { describeContent, readLogLevel, withoutFileContent } from "../../network/call-recorder.ts";
import { openSpanQueue, readTraceSettings } from "../../network/traces.ts";
import { formatCost } from "../../terminal/amounts.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { paintStyled } from "../../terminal/styled.ts";
import type { ServeCommandOptions } from "./options.ts";

/** Characters of the texts of a call's arguments, and of its result, that are kept. */
const MAX_CHARACTERS = 512 * 1024;

/** Adds each call to the log and to traces, if flags, environment or configuration request it. */
export function createCallKeeper(
	given: ServeCommandOptions,
	secrets: Secrets,
	isSandbox: boolean,
	context: Context,
	config: Config,
): GatewayOptions["onCall"] {
	const level = readLogLevel(given, context, config);
	const traces = readTraceSettings(context.env);
	if (level === undefined && !traces) return undefined;
	const warn = warnOnce("The log cannot be written", context);
	const log = (exchange: Exchange, content: LogDetails): void => {
		if (level === undefined) return;
		const details = { ...content, ...(isSandbox ? { sandbox: true as const } : {}) };
		try {
			appendToLog(toLogRecord(exchange, level, secrets, details), context.env);
		} catch (error) {
			warn(error);
		}
	};
	// Files of a call are read before its line is written.
	const pending = new Set<Promise<void>>();
	context.defer(async () => void (await Promise.allSettled(pending)));
	const keepContent = async (exchange: Exchange, content: CallContent): Promise<void> => {
		const { arguments: args, output, details, traceparent: given } = content;
		const input = await describeContent(args, MAX_CHARACTERS);
		const result = await describeContent(output, MAX_CHARACTERS);
		log(exchange, level === "content" ? { arguments: input, output: result } : {});
		if (!traces) return;
		const { hasContent } = traces;
		// The client's span is nearer than that of the command.
		const traceparent = parseTraceparent(given) ? given : traces.traceparent;
		const messages = hasContent ? { input: withoutFileContent(input), output: withoutFileContent(result) } : undefined;
		openSpanQueue(traces, context)(toSpan(exchange, details, { traceparent, content: messages, secrets }));
	};
	return (exchange, readContent) => {
		if (level !== "content" && !traces) return log(exchange, {});
		const keeping = keepContent(exchange, readContent()).finally(() => pending.delete(keeping));
		pending.add(keeping);
		return keeping;
	};
}

/** Prints each call as a line on a terminal, in addition to `onCall`; `--quiet` leaves the lines out. */
export function showCalls(onCall: GatewayOptions["onCall"], context: Context): GatewayOptions["onCall"] {
	const { stderr, flags, colors } = context;
	if (!stderr.isTTY || flags.quiet) return onCall;
	return (exchange, readContent) => {
		context.note(paintStyled(colors.stderr.dim, describeServed(exchange)));
		return onCall?.(exchange, readContent);
	};
}

/** Characters of a name in a line: clients choose them. */
const MAX_NAME = 60;

/** `15:04:05  ORG/MODEL  groq  200  1.2 s  31 + 9 tokens  $0.0001`; a failure has its name. */
function describeServed(exchange: Exchange): string {
	const { time, key, model, provider, attempts, total_ms, usage, cost_usd, error } = exchange;
	const status = error?.status ?? attempts.at(-1)?.status;
	const name = (text: string): string => sanitize(text.replace(/\s+/g, " ")).slice(0, MAX_NAME);
	const state = error
		? `failed: ${name(error.name)}${status === undefined ? "" : ` (${status})`}`
		: String(status ?? "ok");
	return [
		new Date(time).toTimeString().slice(0, 8),
		...[key, model, provider].flatMap((text) => (text ? name(text) : [])),
		state,
		`${(total_ms / 1000).toFixed(1)} s`,
		...(usage ? [`${usage.input_tokens} + ${usage.output_tokens} tokens`] : []),
		...(cost_usd === null ? [] : [formatCost(cost_usd)]),
	].join("  ");
}

/** Reports the first problem of keeping calls: the next ones would repeat it for each call. */
export function warnOnce(what: string, context: Context): (problem: unknown) => void {
	let hasWarned = false;
	return (problem) => {
		if (!hasWarned) context.warn(`${what}: ${problem instanceof Error ? problem.message : problem}`);
		hasWarned = true;
	};
}

const WRITE_DELAY_MS = 500;
const PATIENCE_MS = 5000;
/** Lines of the file before it is replaced by one with the sums. */
const MAX_LINES = 1000;

const hasSpentFields = hasFields({
	day: (value) => typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value),
	key: orNull(isText),
	usd: (value) => typeof value === "number" && Number.isFinite(value),
}) as (value: unknown) => value is SpentLine;

/** A line of the file. */
interface SpentLine extends Spent {
	/** Corrects an amount that was counted too high before; only then it is below 0. */
	corrects?: true;
}

const isSpent = (value: unknown): value is SpentLine =>
	hasSpentFields(value) && (value.usd > 0 || (value.usd < 0 && value.corrects === true));

const toLine = (spent: Spent): SpentLine => (spent.usd < 0 ? { ...spent, corrects: true } : spent);

/**
 * Keeps what was spent this month in a file, to which every `hub serve` of the user appends under a lock, at most half a
 * second later. The fictional costs of the sandbox are stored separately.
 */
export async function openSpending(isSandbox: boolean, warn: (problem: unknown) => void, context: Context) {
	const folder = hubFolder("data", context.env);
	makeFolder(folder, 0o700);
	const path = join(folder, isSandbox ? "serve-spending-sandbox.jsonl" : "serve-spending.jsonl");
	/** The lines of the file, as last read. */
	let written = createSpending();
	let pending = createSpending();
	let timer: ReturnType<typeof setTimeout> | undefined;
	const write = (lock: Lock): void => {
		// Lines that are cut off or damaged are left out.
		const text = existsSync(path) ? readFileSync(path, "utf8") : "";
		const lines = text.split("\n").flatMap((line) => [parseJson(line)].filter(isSpent));
		const added = [...pending.entries()];
		const month = new Date(context.now()).toISOString().slice(0, 7);
		const sums = createSpending();
		for (const { day, key, usd } of [...lines, ...added]) if (day >= month) sums.add({ day, key, usd });
		const kept = [...sums.entries()];
		lock.assertHeld();
		if (lines.length > MAX_LINES && lines.length > 2 * kept.length) {
			replacePrivateFile(path, kept.map((spent) => `${JSON.stringify(toLine(spent))}\n`).join(""));
		} else if (added.length > 0) appendLines(path, added.map(toLine));
		written = sums;
		pending = createSpending();
	};
	const flush = async (): Promise<void> => {
		clearTimeout(timer);
		timer = undefined;
		// Not the signal of the command: calls end after Ctrl-C too.
		await withLock(path, { shown: "the record of what calls cost", patience: PATIENCE_MS }, write);
	};
	await flush();
	context.defer(() => flush().catch(warn));
	return {
		entries: () => [...written.entries(), ...pending.entries()],
		add: (spent: Spent) => {
			pending.add(spent);
			timer ??= setTimeout(() => void flush().catch(warn), WRITE_DELAY_MS);
		},
	};
}
