import { wait } from "../http/index.ts";

/** A JSON answer. */
export function jsonResponse(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
	return new Response(JSON.stringify(body), {
		status,
		headers: { "content-type": "application/json", ...headers },
	});
}

/** A file as the answer. */
export function bytesResponse(bytes: Uint8Array<ArrayBuffer>, type: string): Response {
	return new Response(bytes, { headers: { "content-type": type, "content-length": String(bytes.length) } });
}

/** An event stream: one event for each value, with a pause before each but the first; a text is sent as it is. */
export function eventResponse(values: Iterable<unknown>, latency: number): Response {
	const encoder = new TextEncoder();
	const stopped = new AbortController();
	const events = values[Symbol.iterator]();
	let isFirst = true;
	const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
		async pull(controller) {
			if (!isFirst && latency > 0) {
				try {
					await wait(latency, stopped.signal);
				} catch {
					return;
				}
			}
			isFirst = false;
			const event = events.next();
			if (event.done) return controller.close();
			const data = typeof event.value === "string" ? event.value : JSON.stringify(event.value);
			controller.enqueue(encoder.encode(`data: ${data}\n\n`));
		},
		cancel() {
			stopped.abort();
		},
	});
	return new Response(body, { headers: { "content-type": "text/event-stream", "cache-control": "no-cache" } });
}
