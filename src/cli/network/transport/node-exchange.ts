import { type ClientRequest, type IncomingMessage, request as requestPlain } from "node:http";
import type { Readable } from "node:stream";
import { abortReason, onAbort } from "../../../http/index.ts";
import { LightHeaders, LightResponse } from "../../../http/light-response.ts";

import { UsageError } from "../../errors/usage.ts";
import { toWebStream } from "./body-stream.ts";
import type { OutgoingBody } from "./request-parts.ts";
import type { Route } from "./routes.ts";

/** A request with everything that `fetch` adds. */
export interface Outgoing {
	url: URL;
	method: string;
	headers: Record<string, string>;
	body: OutgoingBody;
	signal: AbortSignal | null | undefined;
}

/** undici's connection timeout; the time of the response is limited elsewhere. */
const CONNECT_TIMEOUT = 30_000;
/** Status codes without a body. */
const EMPTY = new Set([101, 204, 205, 304]);

/**
 * Sends one request and resolves with the head of its response.
 *
 * A server may close a kept-alive connection just when the next request is sent; a GET or HEAD is then sent again on a
 * new connection. Other requests may have been carried out: they fail, so that whoever sends them again counts that.
 * @throws TypeError "fetch failed" with the failure as its cause, or the reason of the signal
 */
export async function exchange(outgoing: Outgoing, route: Route): Promise<LightResponse> {
	for (;;) {
		try {
			return await attempt(outgoing, route);
		} catch (error) {
			if (!(error instanceof StaleConnection)) throw error;
		}
	}
}

class StaleConnection extends Error {}

function attempt(outgoing: Outgoing, route: Route): Promise<LightResponse> {
	const { url, method, headers, body, signal } = outgoing;
	return new Promise((resolve, reject) => {
		if (signal?.aborted) return reject(abortReason(signal));
		const { headers: extra, ...options } = route.options(url);
		// `headers` come last: a proxy sets its own, `host` included.
		const request = requestPlain(url, { agent: route.agent, method, ...options, headers: { ...headers, ...extra } });
		let failure: Error | undefined;
		let isAnswered = false;
		let failBody: ((error: unknown) => void) | undefined;
		const release = onAbort(signal, () => {
			const reason = abortReason(signal);
			if (failBody) failBody(reason);
			else reject(reason);
			request.destroy();
		});
		const stopTimer = limitConnecting(request);
		const explain = (error: Error): TypeError => new TypeError("terminated", { cause: failure ?? error });
		request.on("error", (error) => {
			failure ??= error;
			stopTimer();
			if (failBody) return failBody(explain(error));
			release();
			const isStale =
				request.reusedSocket &&
				!isAnswered &&
				/^(GET|HEAD)$/.test(method) &&
				/^(ECONNRESET|EPIPE)$/.test(codeOf(error));
			// A host that was refused will be refused again: no network failure, which would be tried again.
			const isFinal = error instanceof UsageError;
			reject(isStale ? new StaleConnection() : isFinal ? error : new TypeError("fetch failed", { cause: error }));
		});
		request.on("response", (message) => {
			isAnswered = true;
			stopTimer();
			receive(message, outgoing, release, explain).then(({ response, fail }) => {
				failBody = fail;
				if (signal?.aborted) fail(abortReason(signal));
				resolve(response);
			}, reject);
		});
		send(request, body).catch((error: Error) => {
			reject(error);
			request.destroy();
		});
	});
}

/** @param release called when the body is over */
async function receive(
	message: IncomingMessage,
	{ url, method }: Outgoing,
	release: () => void,
	explain: (error: Error) => unknown,
): Promise<{ response: LightResponse; fail(error: unknown): void }> {
	const { statusCode: status = 0, statusMessage: statusText = "", rawHeaders } = message;
	const headers = new LightHeaders();
	for (let index = 0; index < rawHeaders.length; index += 2) {
		headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
	}
	const facts = { status, statusText, headers, url: withoutFragment(url) };
	if (method === "HEAD" || EMPTY.has(status)) {
		message.resume();
		release();
		return { response: new LightResponse(null, facts), fail: () => undefined };
	}
	const { stream, fail } = toWebStream(await decoded(message, headers), release, explain);
	return { response: new LightResponse(stream, facts), fail };
}

async function decoded(message: IncomingMessage, headers: LightHeaders): Promise<Readable> {
	const encodings = (headers.get("content-encoding") ?? "")
		.toLowerCase()
		.split(",")
		.map((name) => name.trim())
		.filter((name) => name !== "" && name !== "identity");
	if (encodings.length === 0) return message;
	// A body that breaks while the decoders load breaks again when it is read.
	message.pause();
	const { decodeBody } = await import("./decode-body.ts");
	return decodeBody(message, encodings);
}

async function send(request: ClientRequest, { content }: OutgoingBody): Promise<void> {
	if (!(content instanceof ReadableStream)) {
		request.end(content);
		return;
	}
	const reader = content.getReader();
	for (;;) {
		const { done, value } = await reader.read();
		if (done) break;
		if (request.destroyed) return void reader.cancel().catch(() => undefined);
		if (!request.write(value)) await drained(request);
	}
	request.end();
}

function drained(request: ClientRequest): Promise<void> {
	return new Promise((resolve) => {
		const settle = (): void => {
			request.off("drain", settle).off("close", settle);
			resolve();
		};
		request.on("drain", settle).on("close", settle);
	});
}

/** @returns stops the timer */
function limitConnecting(request: ClientRequest): () => void {
	const timer = setTimeout(() => {
		request.destroy(Object.assign(new Error("connect timeout"), { code: "ETIMEDOUT" }));
	}, CONNECT_TIMEOUT);
	const stop = (): void => clearTimeout(timer);
	request.once("socket", (socket) => {
		if (socket.connecting) socket.once("secureConnect" in socket ? "secureConnect" : "connect", stop);
		else stop();
	});
	return stop;
}

function codeOf(error: Error): string {
	return "code" in error ? String(error.code) : "";
}

function withoutFragment(url: URL): string {
	return url.hash ? url.href.slice(0, -url.hash.length) : url.href;
}
