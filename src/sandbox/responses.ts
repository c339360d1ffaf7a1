import { isType, race, readPieces, replaceBody, streamPieces, wait } from "../http/index.ts";
import { LightHeaders, LightResponse } from "../http/light-response.ts";

export function jsonResponse(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
	return bytesResponse(new TextEncoder().encode(JSON.stringify(body)), "application/json", status, headers);
}

export function textResponse(text: string, type = "text/plain; charset=utf-8"): Response {
	return bytesResponse(new TextEncoder().encode(text), type);
}

export function bytesResponse(
	bytes: Uint8Array<ArrayBuffer>,
	type: string,
	status = 200,
	headers: Readonly<Record<string, string>> = {},
): Response {
	const all = { "content-type": type, "content-length": String(bytes.length), ...headers };
	return new LightResponse(bytes, { status, headers: new LightHeaders(Object.entries(all)) });
}

export function emptyResponse(status: number, headers: Readonly<Record<string, string>> = {}): Response {
	return new LightResponse(null, { status, headers: new LightHeaders(Object.entries(headers)) });
}

/**
 * Returns an event stream: one event for each value; a string is sent as it is.
 * @param nameOf the name of an event; without it events have none
 * @param pause milliseconds between the first event and each of the others, counted from the first, so that they keep
 * time
 */
export function eventResponse<Value>(
	values: Iterable<Value>,
	pause: number,
	nameOf?: (value: Value) => string,
): Response {
	const encoder = new TextEncoder();
	const stopped = new AbortController();
	const events = values[Symbol.iterator]();
	let sent = 0;
	let started = 0;
	const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
		async pull(controller) {
			if (sent === 0) started = performance.now();
			const left = started + sent++ * pause - performance.now();
			if (pause > 0 && left > 0) {
				try {
					await wait(left, stopped.signal);
				} catch {
					return;
				}
			}
			const event = events.next();
			if (event.done) return controller.close();
			const data = typeof event.value === "string" ? event.value : JSON.stringify(event.value);
			const name = nameOf?.(event.value);
			controller.enqueue(encoder.encode(`${name === undefined ? "" : `event: ${name}\n`}data: ${data}\n\n`));
		},
		cancel() {
			stopped.abort();
		},
	});
	const headers = { "content-type": "text/event-stream", "cache-control": "no-cache" };
	return new LightResponse(body, { status: 200, headers: new LightHeaders(Object.entries(headers)) });
}

/** Returns an event stream whose events are named after their `type`. */
export function namedEventResponse(values: Iterable<Record<string, unknown>>, pause: number): Response {
	return eventResponse(values, pause, (value) => String(value["type"]));
}

/** Ends an event stream with the reason of the abort, as a connection does that the caller has closed. */
export function endOnAbort(response: Response, signal: AbortSignal): Response {
	if (!isType(response.headers, "text/event-stream") || !response.body) return response;
	const { next, cancel } = readPieces(response);
	return replaceBody(response, streamPieces({ next: () => race(next(), signal), cancel }));
}
