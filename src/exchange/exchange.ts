/** JSON as it is in a file. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Bytes that are not text, as base64 or in a file next to the recording. */
export type RecordedBytes = { base64: string } | { file: string; range?: [from: number, to: number] };

/** A part of a form. */
export type FormPart =
	| { name: string; value: string }
	| ({ name: string; filename?: string; type?: string } & RecordedBytes);

/**
 * A request body: JSON as it is, text as a string, a form by its parts, anything else as bytes. A JSON object that
 * looks like one of the wrappers is wrapped in `{ json }`.
 */
export type RequestBody = Json | { form: FormPart[] } | RecordedBytes;

/** A piece of a response body and its time of arrival, in milliseconds since the request was sent. */
export type Chunk = [ms: number, content: string | RecordedBytes];

export interface ExchangeRequest {
	method: string;
	url: string;
	/** Only headers of an allow-list; never one that contains a secret. */
	headers: Record<string, string>;
	/** `null` without a body, or if content is not kept. */
	body: RequestBody | null;
}

export interface ExchangeResponse {
	status: number;
	headers: Record<string, string>;
	chunks: Chunk[];
}

/** Tokens of a call. `input_tokens` include those from the provider's cache, `output_tokens` those of reasoning. */
export interface Usage {
	input_tokens: number;
	output_tokens: number;
	cached_tokens?: number;
	reasoning_tokens?: number;
	/** The service reported no usage, since the call was aborted. */
	estimated?: true;
}

/**
 * Where a cost comes from: the response, the router's list of prices, or the prices bundled with this version.
 */
export type PriceSource = "reported" | "router" | "bundled";

/** One request of a call to a model: where it went and how it ended. */
export interface Attempt {
	provider: string | null;
	status?: number;
	/** Name or code of the error if there was no status. */
	error?: string;
	ms: number;
}

export interface ExchangeError {
	name: string;
	message?: string;
	code?: string;
	status?: number;
}

/** The task, model and provider of a request or a call. */
export interface CallIdentity {
	/** Such as `conversational`; null if the URL does not show it. */
	task: string | null;
	/** The model as the caller named it. */
	model: string | null;
	/** The provider that served it; null if unknown. */
	provider: string | null;
	/** Whether it went through the router. */
	routed: boolean;
	host: string | null;
}

/** One HTTP request with its response: the contents of a recording. */
export interface Recording extends CallIdentity {
	id: string;
	/** Time of sending, in ISO 8601. */
	time: string;
	/** The `hub` command that sent it. */
	command?: string;
	request: ExchangeRequest;
	/** Null if the connection failed before a response arrived. */
	response: ExchangeResponse | null;
	/** Until the response began; null if none did. */
	first_ms: number | null;
	total_ms: number;
	finish_reason: string | null;
	/** Set if the request failed or the body was cut off; such a body is replayed cut off. */
	error?: ExchangeError;
}

/** One call with all its requests, as shown by the log, statistics and traces. */
export interface Exchange extends CallIdentity {
	id: string;
	time: string;
	command?: string | undefined;
	/** Name of the client's key at `hub serve`. */
	key?: string;
	request?: ExchangeRequest;
	response?: ExchangeResponse | null;
	usage: Usage | null;
	/** US dollars; null if unknown. Never estimated, unless `usage` is. */
	cost_usd: number | null;
	price_source: PriceSource | null;
	attempts: Attempt[];
	first_ms: number | null;
	total_ms: number;
	finish_reason: string | null;
	error?: ExchangeError;
}

let lastId = 0;

/** Returns a short id; ids of one process sort by time. */
export function createId(now: number = Date.now()): string {
	return formatId(reserveId(now));
}

/** Reserves the number of an id: formatting the id costs more than reserving it. */
export function reserveId(now: number): number {
	// Two calls in one millisecond still get ids that sort.
	lastId = Math.max(lastId + 1, now * 16);
	return lastId;
}

export function formatId(reserved: number): string {
	const random = Math.floor(Math.random() * 36 ** 4);
	return `${reserved.toString(36)}${random.toString(36).padStart(4, "0")}`;
}
