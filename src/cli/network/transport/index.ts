import {
	Agent,
	type ClientRequest,
	type IncomingMessage,
	type RequestOptions,
	request as requestPlain,
} from "node:http";
import type { LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { abortReason, type Fetch, guardRedirects, isRequest, onAbort } from "../../../http/index.ts";
import { LightHeaders, LightResponse } from "../../../http/light-response.ts";
import { UsageError } from "../../errors/usage.ts";
import { toWebStream } from "./body-stream.ts";
import {
	bareHost,
	FORBIDDEN_PORTS,
	type OutgoingBody,
	portOf,
	prepareBody,
	prepareHeaders,
	proxyHeaders,
} from "./request-parts.ts";

/** A request with everything that `fetch` adds. */
interface Outgoing {
	url: URL;
	method: string;
	headers: Record<string, string>;
	body: OutgoingBody;
	signal: AbortSignal | null | undefined;
	route: Route;
}

/** undici's connection timeout; the time of the response is limited elsewhere. */
const CONNECT_TIMEOUT = 30_000;
/** Status codes without a body. */
const EMPTY = new Set([101, 204, 205, 304]);

/**
 * Sends one request and resolves with the head of its response.
 *
 * A server may close a kept-alive connection just when the next request is sent; a GET or HEAD is then sent again on a
 * new connection. Other requests may have been processed: they fail, so that the caller counts the retry.
 * @throws TypeError "fetch failed" with the failure as its cause, or the reason of the signal
 */
function exchange(outgoing: Outgoing): Promise<LightResponse> {
	const { url, method, headers, body, signal, route } = outgoing;
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
			const { code }: NodeJS.ErrnoException = error;
			// An abort resets the connection too.
			const isReset = (code === "ECONNRESET" || code === "EPIPE") && !signal?.aborted;
			if (isReset && request.reusedSocket && !isAnswered && /^(GET|HEAD)$/.test(method)) {
				return resolve(exchange(outgoing));
			}
			// A refused host will be refused again, so this is not a network failure, which would be retried.
			reject(error instanceof UsageError ? error : new TypeError("fetch failed", { cause: error }));
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
	const facts = { status, statusText, headers, url: url.hash ? url.href.slice(0, -url.hash.length) : url.href };
	if (method === "HEAD" || EMPTY.has(status)) {
		message.resume();
		release();
		return { response: new LightResponse(null, facts), fail: () => undefined };
	}
	const { stream, fail } = toWebStream(await decoded(message, headers), release, explain);
	return { response: new LightResponse(stream, facts), fail };
}

async function decoded(message: IncomingMessage, headers: LightHeaders): Promise<Readable> {
	const encoding = headers.get("content-encoding");
	if (!encoding) return message;
	// A body that breaks while the decoders load breaks again when it is read.
	message.pause();
	return (await import("./decode-body.ts")).decodeBody(message, encoding);
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

/** Refuses hosts, also after redirects. A proxy resolves names itself. */
export interface HostGuard {
	/** @throws for a host that must not be connected to */
	check(url: URL): void;
	/** Resolves the hosts that are left. */
	lookup: LookupFunction;
}

export interface Transport {
	fetch: Fetch;
	close(): void;
}

/**
 * Returns a `fetch` over `node:http` and `node:https`. The platform's `fetch` loads undici and its WebAssembly parser,
 * which takes longer than everything else in a command with one request.
 *
 * It behaves like the platform's, but follows redirects by the policy of `guardRedirects`, and sets no time limit on a
 * response. Connections stay open for later requests; TLS certificates are checked by Node's settings.
 * @param findProxy the proxy for a URL; undefined to connect directly
 * @param guard default: every host may be connected to
 */
export function createTransport(findProxy: (url: URL) => string | undefined, guard?: HostGuard): Transport {
	const routes = createRoutes(guard ? { lookup: guard.lookup } : {});
	const single: Fetch = async (input, init = {}) => {
		const url = parseUrl(isRequest(input) ? input.url : String(input));
		// Neither goes over the network.
		if (url.protocol === "data:" || url.protocol === "blob:") return globalThis.fetch(url, init);
		const given = isRequest(input) ? describeRequest(input, init) : init;
		const method = normalizeMethod(given.method ?? "GET");
		const hasBody = given.body !== undefined && given.body !== null;
		if (hasBody && /^(GET|HEAD)$/.test(method)) throw new TypeError("Request with GET/HEAD method cannot have body.");
		if (url.protocol !== "http:" && url.protocol !== "https:") throw failed("unknown scheme");
		if (FORBIDDEN_PORTS.has(url.port)) throw failed("bad port");
		guard?.check(url);
		const body = await prepareBody(given.body);
		const headers = prepareHeaders(given.headers, body);
		const route = await routes.find(url, findProxy(url));
		return exchange({ url, method, headers, body, signal: given.signal, route });
	};
	const guarded = guardRedirects(single);
	const fetch: Fetch = async (input, init = {}) => {
		const mode = init.redirect ?? (isRequest(input) ? input.redirect : "follow");
		if (mode === "follow") {
			return isRequest(input) ? guarded(input.url, describeRequest(input, init)) : guarded(input, init);
		}
		const response = await single(input, init);
		const isRedirect = [301, 302, 303, 307, 308].includes(response.status);
		if (mode === "manual" || !isRedirect) return response;
		response.body?.cancel().catch(() => undefined);
		throw failed("unexpected redirect");
	};
	return { fetch, close: routes.close };
}

/** Converts a Request to plain options of `fetch`. */
function describeRequest(request: Request, init: RequestInit): RequestInit {
	const { method, headers, signal, body } = request;
	return { method, headers, signal, ...(body ? { body } : {}), ...init };
}

function parseUrl(text: string): URL {
	if (!URL.canParse(text)) throw new TypeError(`Failed to parse URL from ${text}`);
	const url = new URL(text);
	if (url.username || url.password) {
		throw new TypeError("Request cannot be constructed from a URL that includes credentials");
	}
	return url;
}

/** Methods that `fetch` writes in capitals. */
function normalizeMethod(method: string): string {
	const upper = method.toUpperCase();
	return /^(DELETE|GET|HEAD|OPTIONS|POST|PUT)$/.test(upper) ? upper : method;
}

function failed(reason: string): TypeError {
	return new TypeError("fetch failed", { cause: new Error(reason) });
}

interface Route {
	agent: Agent;
	options(url: URL): RequestOptions;
}

/**
 * The connections of a command, kept open between its requests; none is open yet.
 * @param direct request options of connections without a proxy
 */
function createRoutes(direct: RequestOptions = {}) {
	const agents = new Map<string, Agent>();
	const agentFor = (key: string, create: () => Agent): Agent => {
		const agent = agents.get(key) ?? create();
		agents.set(key, agent);
		return agent;
	};
	const createAgent = (): Agent => new Agent({ keepAlive: true });
	return {
		/** @param proxy URL of the proxy; undefined to connect directly */
		async find({ protocol }: URL, proxy: string | undefined): Promise<Route> {
			if (protocol === "http:" && proxy === undefined) {
				return { agent: agentFor(protocol, createAgent), options: () => direct };
			}
			// Loads TLS, which plain requests do not need.
			const { createSecureAgent, TunnelAgent } = await import("./secure.ts");
			if (proxy === undefined) return { agent: agentFor(protocol, createSecureAgent), options: () => direct };
			const via = new URL(proxy);
			if (protocol === "https:") {
				return { agent: agentFor(`${protocol} ${proxy}`, () => new TunnelAgent(via)), options: () => ({}) };
			}
			const agent = agentFor(`proxy ${via.protocol}`, via.protocol === "https:" ? createSecureAgent : createAgent);
			return { agent, options: (target) => throughProxy(target, via) };
		},
		close() {
			for (const agent of agents.values()) agent.destroy();
		},
	};
}

/** A proxy gets plain requests with the whole URL of their target. */
function throughProxy(target: URL, proxy: URL): RequestOptions {
	return {
		protocol: proxy.protocol,
		hostname: bareHost(proxy),
		port: portOf(proxy),
		path: `${target.origin}${target.pathname}${target.search}`,
		headers: proxyHeaders(proxy, target.host),
	};
}
