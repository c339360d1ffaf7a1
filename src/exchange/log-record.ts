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

/** Fields that the level `content` adds. */
export interface LoggedContent {
	arguments?: unknown;
	output?: unknown;
}

/** Returns the log line of a call, without secrets. Of an error, metadata keeps only name and status. */
export function toLogRecord(
	exchange: Exchange,
	level: LogLevel,
	secrets: Secrets,
	content: LoggedContent = {},
): LogRecord {
	const { request: _request, response: _response, error, ...facts } = exchange;
	const metadata: LogRecord = {
		...facts,
		...(error
			? { error: level === "content" ? error : { name: error.name, ...(error.status ? { status: error.status } : {}) } }
			: {}),
	};
	if (level === "metadata") return secrets.cleanValue(metadata);
	const added = {
		...(content.arguments === undefined ? {} : { arguments: content.arguments }),
		...(content.output === undefined ? {} : { output: content.output }),
	};
	return secrets.cleanValue({ ...metadata, ...(JSON.parse(JSON.stringify(added)) as LogRecord) });
}
