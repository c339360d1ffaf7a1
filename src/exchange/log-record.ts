import type { Exchange, Json } from "./exchange.ts";
import type { Secrets } from "./secrets.ts";

/** How much of a call is kept: who, what, when, tokens and cost; or its arguments and output too. */
export type LogLevel = "metadata" | "content";

/** A line of the log. */
export interface LogRecord extends Omit<Exchange, "request" | "response"> {
	/** Of level `content`: the arguments of the call. */
	arguments?: Json;
	/** Of level `content`: its result. */
	output?: Json;
	/** Where the call went that named an endpoint of its own. */
	endpoint?: string;
	/** Set where the sandbox answered. */
	sandbox?: true;
	/** Of a run of many rows: how many of them it finished. */
	rows?: { done: number; failed: number };
}

/** What a line tells besides its exchange. */
export interface LogDetails {
	endpoint?: string | undefined;
	sandbox?: true | undefined;
	rows?: LogRecord["rows"] | undefined;
	/** Kept at the level `content` only, as `output`. */
	arguments?: unknown;
	output?: unknown;
}

/**
 * The line of the log for a call, without secrets. Metadata keeps of an error its name and status only, and of an
 * endpoint no query.
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
	return secrets.cleanValue(JSON.parse(JSON.stringify(record)) as LogRecord);
}
