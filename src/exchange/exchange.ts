/** JSON as it stands in a file. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Bytes that are not text, as base64; or where they stand: in a file beside the recording. */
export type Bytes = { base64: string } | { file: string; range?: [from: number, to: number] };

/** A part of a form. */
export type FormPart = { name: string; value: string } | ({ name: string; filename?: string; type?: string } & Bytes);

/**
 * A request body: a JSON value as it is, text as a string, a form by its parts, anything else as bytes. A JSON object
 * that looks like one of the wrappers stands in `{ json }`.
 */
export type RequestBody = Json | { form: FormPart[] } | Bytes;

/** A piece of a response body and when it came, in milliseconds since the request was sent. */
export type Chunk = [ms: number, content: string | Bytes];

export interface ExchangeRequest {
	method: string;
	url: string;
	/** Only those of an allow-list; never one that holds a secret. */
	headers: Record<string, string>;
	/** `null` without a body, and where content is not kept. */
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
}

/**
 * Where a cost comes from: the response told it; the router's list of prices; the prices that came with this version.
 */
export type PriceSource = "reported" | "router" | "bundled";

/** One request of a call to a model: whom it went to and how it ended. */
export interface Attempt {
	provider: string | null;
	status?: number;
	/** Name or code of the error where there was no status. */
	error?: string;
	ms: number;
}

export interface ExchangeError {
	name: string;
	message?: string;
	code?: string;
	status?: number;
}

/** Whom a request or a call is for. */
export interface Parties {
	/** Such as `conversational`; null where the URL does not tell. */
	task: string | null;
	/** The model as the caller named it. */
	model: string | null;
	/** Who served it; null where nobody told. */
	provider: string | null;
	/** Whether it went through the router. */
	routed: boolean;
	host: string | null;
}

/** One HTTP request with its response: the content of a recording. */
export interface Recording extends Parties {
	id: string;
	/** When it was sent, as ISO 8601. */
	time: string;
	/** The command of `hub` that sent it. */
	command?: string;
	request: ExchangeRequest;
	/** Null where the connection failed before a response came. */
	response: ExchangeResponse | null;
	/** Until the response began; null where none did. */
	first_ms: number | null;
	total_ms: number;
	finish_reason: string | null;
	/** Set where the request failed or the body was cut; such a body is replayed cut. */
	error?: ExchangeError;
}

/** One call: all its requests together. The log, statistics and traces show it. */
export interface Exchange extends Parties {
	id: string;
	time: string;
	command?: string | undefined;
	request?: ExchangeRequest;
	response?: ExchangeResponse | null;
	usage: Usage | null;
	/** US dollars; null where unknown, never estimated. */
	cost_usd: number | null;
	price_source: PriceSource | null;
	attempts: Attempt[];
	first_ms: number | null;
	total_ms: number;
	finish_reason: string | null;
	error?: ExchangeError;
}

let lastId = 0;

/** A short id; ids of one process sort by time. */
export function createId(now: number = Date.now()): string {
	return formatId(reserveId(now));
}

/** The number of an id that is not written yet: to write one costs more than to reserve it. */
export function reserveId(now: number): number {
	// Two calls in one millisecond still get ids that sort.
	lastId = Math.max(lastId + 1, now * 16);
	return lastId;
}

/** The id with a reserved number; another one each time. */
export function formatId(reserved: number): string {
	const random = Math.floor(Math.random() * 36 ** 4);
	return `${reserved.toString(36)}${random.toString(36).padStart(4, "0")}`;
}
