import { MAX_RECORD_DEPTH, mapStrings, parseJson, stringify } from "../base/json.ts";
import type { Exchange, Json } from "./exchange.ts";
import type { Secrets } from "./secrets.ts";

/** How much of a call is logged: provider, model, time, tokens and cost; or also arguments and output. */
export type LogLevel = "metadata" | "content";

/** A line of the log. */
export interface LogRecord extends Omit<Exchange, "request" | "response"> {
	/** Of level `content`: the arguments of the call. */
	arguments?: Json;
	/** Of level `content`: its result. */
	output?: Json;
	/** URL of the endpoint, if the call named one. */
	endpoint?: string;
	/** Set if the sandbox answered. */
	sandbox?: true;
	/** For a batch: the number of finished rows. */
	rows?: { done: number; failed: number };
}

/** Facts of a line besides its exchange. */
export interface LogDetails {
	endpoint?: string | undefined;
	sandbox?: true | undefined;
	rows?: LogRecord["rows"] | undefined;
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
	{ arguments: args, output, endpoint, sandbox, rows }: LogDetails = {},
): LogRecord {
	const { request: _request, response: _response, error, ...facts } = exchange;
	const hasContent = level === "content";
	const kept = hasContent ? error : error && { name: error.name, ...(error.status ? { status: error.status } : {}) };
	const record = {
		...facts,
		...(kept ? { error: kept } : {}),
		...(hasContent && args !== undefined ? { arguments: args } : {}),
		...(hasContent && output !== undefined ? { output } : {}),
		...(endpoint === undefined ? {} : { endpoint: hasContent ? endpoint : endpoint.replace(/[?#].*$/, "") }),
		...(sandbox ? { sandbox } : {}),
		...(rows ? { rows } : {}),
	};
	// Arguments that a program has built may have any depth.
	const copy = parseJson(stringify(record, Number.POSITIVE_INFINITY), MAX_RECORD_DEPTH) ?? mapStrings(record, String);
	return secrets.cleanValue(copy as LogRecord);
}
