import { hasFields, isBoolean, isListOf, isNumber, isText, isTime, orMissing, orNull } from "../base/check-fields.ts";
import { isRecord, MAX_RECORD_DEPTH, mapStrings, omitUndefined, parseJson, stringify } from "../base/json.ts";
import type { Exchange, Json } from "./exchange.ts";
import type { Secrets } from "./secrets.ts";

/** How much of a call is logged: provider, model, time, tokens and cost; or also arguments and output. */
export type LogLevel = "metadata" | "content";

/** A tool call, between two answers of a model. */
export interface ToolUse {
	/** `server/tool`. */
	name: string;
	/** When it began, in ISO 8601. */
	time: string;
	ms: number;
	/** Bytes of the result that the model got. */
	bytes: number;
	failed?: true;
}

/** A line of the log. */
export interface LogRecord extends Omit<Exchange, "request" | "response"> {
	/** Of level `content`: the arguments of the call. */
	arguments?: Json;
	/** Of level `content`: its result. */
	output?: Json;
	/** URL of the endpoint, if the call named one. */
	endpoint?: string;
	/** Set if the sandbox served the call. */
	sandbox?: true;
	/** For a batch: the number of finished rows. */
	rows?: { done: number; failed: number };
	/** Tool calls, in the order in which they ended. */
	tools?: readonly ToolUse[];
}

/** Facts of a line besides its exchange. */
export interface LogDetails {
	endpoint?: string | undefined;
	sandbox?: true | undefined;
	rows?: LogRecord["rows"] | undefined;
	tools?: LogRecord["tools"] | undefined;
	/** Kept at the level `content` only, as `output`. */
	arguments?: unknown;
	output?: unknown;
}

/**
 * Returns the log line of a call, without secrets. Of an error, metadata keeps only name and status; of an endpoint, no
 * query.
 */
export function toLogRecord(
	exchange: Exchange,
	level: LogLevel,
	secrets: Secrets,
	{ arguments: args, output, endpoint, sandbox, rows, tools }: LogDetails = {},
): LogRecord {
	const { request: _request, response: _response, error, ...facts } = exchange;
	const hasContent = level === "content";
	const kept = hasContent ? error : error && { name: error.name, ...(error.status ? { status: error.status } : {}) };
	const record = {
		...facts,
		...omitUndefined({
			error: kept,
			...(hasContent ? { arguments: args, output, endpoint } : { endpoint: endpoint?.replace(/[?#].*$/, "") }),
			sandbox,
			rows,
			tools: tools?.length ? tools : undefined,
		}),
	};
	// Arguments that a program has built may have any depth.
	const copy = parseJson(stringify(record, Number.POSITIVE_INFINITY), MAX_RECORD_DEPTH) ?? mapStrings(record, String);
	return secrets.cleanValue(copy as LogRecord);
}

/** Facts that a call without requests does not have; nor a line of an older version, or of a batch. */
export const NO_FACTS = {
	task: null,
	model: null,
	provider: null,
	routed: false,
	host: null,
	usage: null,
	cost_usd: null,
	price_source: null,
	attempts: [],
	first_ms: null,
	total_ms: 0,
	finish_reason: null,
} as const satisfies Partial<LogRecord>;

const isLogRecord = hasFields({
	id: isText,
	time: isTime,
	command: orMissing(isText),
	endpoint: orMissing(isText),
	key: orMissing(isText),
	task: orNull(isText),
	model: orNull(isText),
	provider: orNull(isText),
	host: orNull(isText),
	routed: isBoolean,
	usage: orNull(hasFields({ input_tokens: isNumber, output_tokens: isNumber })),
	cost_usd: orNull(isNumber),
	price_source: orNull(isText),
	attempts: isListOf(hasFields({ provider: orNull(isText), ms: isNumber })),
	first_ms: orNull(isNumber),
	total_ms: isNumber,
	finish_reason: orNull(isText),
	error: orMissing(hasFields({ name: isText, message: orMissing(isText), status: orMissing(isNumber) })),
	rows: orMissing(hasFields({ done: isNumber, failed: isNumber })),
	tools: orMissing(isListOf(hasFields({ name: isText, time: isTime, ms: isNumber, bytes: isNumber }))),
}) as (value: unknown) => value is LogRecord;

/**
 * Parses a line of the log, which programs and people may have changed.
 * @returns undefined for a line that is cut off, or has a fact of another type
 */
export function parseLogRecord(line: string): LogRecord | undefined {
	const value = parseJson(line, MAX_RECORD_DEPTH);
	const record: unknown = isRecord(value) ? { ...NO_FACTS, ...value } : undefined;
	return isLogRecord(record) ? record : undefined;
}
