import { isRequest } from "../http/index.ts";
import { LightHeaders, streamOf } from "../http/light-response.ts";

/** The parts of a request that the sandbox reads: the platform's `Request` takes long to load in Node. */
export interface SandboxRequest {
	readonly url: string;
	readonly method: string;
	readonly headers: Pick<Headers, "get">;
	readonly body: ReadableStream<Uint8Array> | null;
	readonly signal: AbortSignal;
}

/** Returns the request of a call of `fetch`; the platform's class encodes forms. */
export function openRequest(input: string | URL | Request, init?: RequestInit): SandboxRequest {
	if (isRequest(input)) return init === undefined ? input : new Request(input, init);
	const content = init?.body ?? undefined;
	const isBytes = content instanceof Uint8Array;
	if (content !== undefined && typeof content !== "string" && !isBytes) return new Request(input, init);
	return {
		url: new URL(input).href,
		method: init?.method?.toUpperCase() ?? "GET",
		headers: openHeaders(init?.headers, typeof content === "string" ? "text/plain;charset=UTF-8" : undefined),
		body:
			content === undefined ? null : streamOf(isBytes ? new Uint8Array(content) : new TextEncoder().encode(content)),
		signal: init?.signal ?? new AbortController().signal,
	};
}

function openHeaders(given: HeadersInit = {}, type: string | undefined): LightHeaders {
	const entries = Symbol.iterator in given ? [...given] : Object.entries(given);
	const headers = new LightHeaders(entries.map(([name = "", value = ""]): [string, string] => [name, value]));
	if (type !== undefined && !headers.has("content-type")) headers.set("content-type", type);
	return headers;
}
