import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import type { EndSignal } from "../../../http/index.ts";
import { LightHeaders } from "../../../http/light-headers.ts";
import { LightResponse } from "../../../http/light-response.ts";
import { toWebStream } from "../transport/body-stream.ts";
import { PooledBody } from "./body.ts";
import { PooledResponse } from "./response.ts";

type Controller = Dispatcher.DispatchController;
type IncomingHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2];

/**
 * Sends one request and resolves with the head of its response.
 * @param url for the response
 * @param limit of the agent's waits in milliseconds, for messages
 * @throws TypeError "fetch failed" with the failure as its cause, a `TimeoutError`, or the reason of the ending
 */
export function exchange(
	agent: Dispatcher,
	request: Dispatcher.DispatchOptions,
	url: string,
	ending: EndSignal | undefined,
	limit: number,
): Promise<Response> {
	return new Promise((resolve, reject) => {
		if (ending?.isCancelled) return reject(ending.reason);
		let controller: Controller | undefined;
		let body: PooledBody | undefined;
		const release = ending?.onCancel(() => {
			const { reason } = ending;
			if (body) body.fail(reason);
			else reject(reason);
			controller?.abort(reason instanceof Error ? reason : new Error("aborted"));
		});
		agent.dispatch(request, {
			onRequestStart: (given) => {
				controller = given;
				if (ending?.isCancelled) given.abort(new Error("aborted"));
			},
			onResponseStart: (given, status, headers) => {
				// 1xx responses come before the real one.
				if (status < 200) return;
				body = new PooledBody(given);
				const facts = { status, statusText: "", headers: toHeaders(headers), url };
				const encoding = headers["content-encoding"];
				if (encoding === undefined) resolve(new PooledResponse(body, facts));
				else decode(body, String(encoding)).then((stream) => resolve(new LightResponse(stream, facts)), reject);
			},
			onResponseData: (_, chunk) => body?.push(chunk as Uint8Array<ArrayBuffer>),
			onResponseEnd: () => {
				release?.();
				body?.end();
			},
			onResponseError: (_, error) => {
				release?.();
				if (body) body.fail(explain(error, limit));
				else reject(explain(error, limit));
			},
		});
	});
}

/** Whether a request met a connection that the server had closed while it was kept open: nothing of it was answered. */
export function isStale(error: unknown): boolean {
	const cause: unknown = error instanceof TypeError ? error.cause : undefined;
	const socket: unknown = Reflect.get(Object(cause), "socket");
	return (
		Reflect.get(Object(cause), "code") === "UND_ERR_SOCKET" && Number(Reflect.get(Object(socket), "bytesRead")) > 0
	);
}

function toHeaders(given: IncomingHeaders): LightHeaders {
	const headers = new LightHeaders();
	for (const name in given) {
		const value = given[name];
		if (Array.isArray(value)) for (const one of value) headers.append(name, one);
		else if (value !== undefined) headers.append(name, value);
	}
	return headers;
}

async function decode(body: PooledBody, encoding: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
	const { decodeBody } = await import("../transport/decode-body.ts");
	const names = encoding.toLowerCase().split(",");
	const encodings = names.map((name) => name.trim()).filter((name) => name !== "" && name !== "identity");
	const decoded = decodeBody(Readable.from(body), encodings);
	return toWebStream(
		decoded,
		() => undefined,
		(error) => new TypeError("terminated", { cause: error }),
	).stream;
}

/** undici's time limits as ours; other failures in the form `fetch` gives them. */
function explain(error: unknown, limit: number): unknown {
	const code = error instanceof Error && "code" in error ? String(error.code) : "";
	if (code === "UND_ERR_HEADERS_TIMEOUT") return new DOMException(`No answer within ${limit / 1000} s`, "TimeoutError");
	if (code === "UND_ERR_BODY_TIMEOUT")
		return new DOMException(`Nothing more came within ${limit / 1000} s`, "TimeoutError");
	return new TypeError("fetch failed", { cause: error });
}
