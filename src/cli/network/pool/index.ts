import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { type CancellableFetch, type EndSignal, type Fetch, followSignal } from "../../../http/index.ts";
import { LightHeaders, LightResponse } from "../../../http/light-response.ts";
import type { Context } from "../../context.ts";
import { toWebStream } from "../transport/body-stream.ts";
import { PooledBody, PooledResponse } from "./body.ts";

type Controller = Dispatcher.DispatchController;
type IncomingHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2];

/**
 * Sends one request and resolves with the head of its response. It is sent once: on a connection that broke, the
 * service may have carried it out.
 * @param url for the response
 * @param limit the agent's time limit in milliseconds, for messages
 * @throws TypeError "fetch failed" with the failure as its cause, a `TimeoutError`, or the reason of the ending
 */
function exchange(
	agent: Dispatcher,
	request: Dispatcher.DispatchOptions,
	url: string,
	ending: EndSignal | undefined,
	limit: number,
): Promise<Response> {
	if (ending?.isCancelled) return Promise.reject(ending.reason);
	return new Promise((resolve, reject) => {
		agent.dispatch(request, new Exchange(url, ending, limit, resolve, reject));
	});
}

/** One request in flight. An object with methods, because a closure for each event would slow every call. */
class Exchange implements Dispatcher.DispatchHandler {
	private readonly url: string;
	private readonly ending: EndSignal | undefined;
	private readonly limit: number;
	private readonly resolve: (response: Response) => void;
	private readonly reject: (reason: unknown) => void;
	private readonly release: (() => void) | undefined;
	private controller: Controller | undefined;
	private body: PooledBody | undefined;

	constructor(
		url: string,
		ending: EndSignal | undefined,
		limit: number,
		resolve: (response: Response) => void,
		reject: (reason: unknown) => void,
	) {
		this.url = url;
		this.ending = ending;
		this.limit = limit;
		this.resolve = resolve;
		this.reject = reject;
		this.release = ending?.onCancel(() => this.cancel(ending.reason));
	}

	onRequestStart(controller: Controller): void {
		this.controller = controller;
		if (this.ending?.isCancelled) controller.abort(new Error("aborted"));
	}

	onResponseStart(controller: Controller, status: number, headers: IncomingHeaders): void {
		// 1xx responses precede the real one.
		if (status < 200) return;
		const body = new PooledBody(controller);
		this.body = body;
		const facts = { status, statusText: "", headers: toHeaders(headers), url: this.url };
		const encoding = headers["content-encoding"];
		if (encoding === undefined) this.resolve(new PooledResponse(body, facts));
		else {
			decode(body, String(encoding)).then(
				(stream) => this.resolve(new LightResponse(stream, facts)),
				(error: unknown) => this.reject(error),
			);
		}
	}

	onResponseData(_: Controller, chunk: Uint8Array): void {
		this.body?.push(chunk as Uint8Array<ArrayBuffer>);
	}

	onResponseEnd(): void {
		this.release?.();
		this.body?.end();
	}

	onResponseError(_: Controller, error: unknown): void {
		this.release?.();
		const reason = explain(error, this.limit);
		if (this.body) this.body.fail(reason);
		else this.reject(reason);
	}

	private cancel(reason: unknown): void {
		if (this.body) this.body.fail(reason);
		else this.reject(reason);
		this.controller?.abort(reason instanceof Error ? reason : new Error("aborted"));
	}
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

/** Converts undici's timeouts to hub's, and other failures to those of `fetch`. */
function explain(error: unknown, limit: number): unknown {
	const code = error instanceof Error && "code" in error ? String(error.code) : "";
	if (code === "UND_ERR_HEADERS_TIMEOUT") return new DOMException(`No answer within ${limit / 1000} s`, "TimeoutError");
	if (code === "UND_ERR_BODY_TIMEOUT")
		return new DOMException(`Nothing more arrived within ${limit / 1000} s`, "TimeoutError");
	return new TypeError("fetch failed", { cause: error });
}

type Agent = InstanceType<typeof import("undici")["Agent"]>;

/** Number of cached URLs. */
const MAX_PLACES = 1000;

/** Where a URL leads. */
interface Place {
	origin: string;
	path: string;
	isProxied: boolean;
}

interface PoolOptions {
	/** Maximum wait for the first byte and for each next one, in seconds; 0 for none. */
	timeout: number;
	/** Whether a URL is reached through a proxy. */
	hasProxy(url: URL): boolean;
}

/** Loads undici, which takes about 50 ms. */
export async function preload(): Promise<void> {
	await import("undici");
}

/**
 * Sends text POSTs through undici's pool, which takes a quarter of the time of Node's `fetch`, for many calls.
 * Everything else goes to `slow`: other methods and bodies, proxies, redirects to follow.
 */
export function createPool(slow: Fetch, context: Context, { timeout, hasProxy }: PoolOptions): CancellableFetch {
	const limit = timeout * 1000;
	let opening: Promise<Agent> | undefined;
	const open = async (): Promise<Agent> => {
		const { default: undici } = await import("undici");
		const agent = new undici.Agent({ headersTimeout: limit, bodyTimeout: limit, connect: { timeout: 30_000 } });
		context.defer(() => agent.destroy());
		opened = agent;
		return agent;
	};
	let opened: Agent | undefined;
	const places = new Map<string, Place>();
	const locate = (input: string): Place | undefined => {
		const known = places.get(input);
		if (known) return known;
		if (!URL.canParse(input)) return undefined;
		const url = new URL(input);
		const place = { origin: url.origin, path: `${url.pathname}${url.search}`, isProxied: hasProxy(url) };
		if (places.size >= MAX_PLACES) places.clear();
		places.set(input, place);
		return place;
	};
	/** Undefined for requests that `slow` sends. */
	const findPlace = (input: Parameters<Fetch>[0], init: RequestInit | undefined): Place | undefined => {
		const isPost = typeof input === "string" && init?.method === "POST" && typeof init.body === "string";
		if (!isPost || init.redirect !== "manual") return undefined;
		const place = locate(input);
		return place?.isProxied ? undefined : place;
	};
	const post = (
		{ origin, path }: Place,
		input: string,
		{ body, headers: given }: RequestInit,
		ending: EndSignal | undefined,
	): Promise<Response> => {
		const headers = given as Record<string, string>;
		const request = { origin, path, method: "POST", headers, body: body as string } as const;
		const send = (agent: Agent): Promise<Response> => exchange(agent, request, input, ending, limit);
		if (opened) return send(opened);
		opening ??= open();
		return opening.then(send);
	};
	const fetch: Fetch = (input, init = {}) => {
		const place = findPlace(input, init);
		if (!place) return slow(input, init);
		return post(place, String(input), init, init.signal ? followSignal(init.signal) : undefined);
	};
	return Object.assign(fetch, {
		cancellable: (...[input, init, cancellation]: Parameters<CancellableFetch["cancellable"]>) => {
			const place = findPlace(input, init);
			if (!place) return slow(input, { ...init, signal: cancellation.signal });
			return post(place, input, init, cancellation);
		},
	});
}
