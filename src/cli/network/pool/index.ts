import { Readable } from "node:stream";
import type { Client, Dispatcher } from "undici";
import { joinBytes } from "../../../base/bytes.ts";
import { memoize } from "../../../base/memoize.ts";
import {
	type BodyObserver,
	type BoundedBody,
	type BoundedResponse,
	type CancellableFetch,
	type EndSignal,
	type Fetch,
	findErrorCode,
	followSignal,
	joinObservers,
	type ObservableResponse,
	type PieceReader,
} from "../../../http/index.ts";
import { LightHeaders, LightResponse } from "../../../http/light-response.ts";
import type { Context } from "../../context.ts";
import { toWebStream } from "../transport/body-stream.ts";

type Controller = Dispatcher.DispatchController;
type IncomingHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2];

/** The target of a request, and its callbacks. */
interface Sending {
	/** For the response. */
	url: string;
	ending: EndSignal | undefined;
	/** The connections' time limit in milliseconds, for messages. */
	limit: number;
	resolve(response: Response): void;
	/** @param reason TypeError "fetch failed" with the failure as its cause, a `TimeoutError`, or that of the ending */
	reject(reason: unknown): void;
	/** Releases the connection for another request. */
	free(): void;
}

/**
 * One request in flight. It is sent once: on a connection that broke, the service may have carried it out. An object with
 * methods, because a closure for each event would slow every call.
 */
class PoolRequest implements Dispatcher.DispatchHandler {
	private readonly sending: Sending;
	private readonly release: (() => void) | undefined;
	private controller: Controller | undefined;
	private body: PooledBody | undefined;

	constructor(sending: Sending) {
		const { ending } = sending;
		this.sending = sending;
		this.release = ending?.onCancel(() => this.cancel(ending.reason));
	}

	onRequestStart(controller: Controller): void {
		this.controller = controller;
		if (this.sending.ending?.isCancelled) controller.abort(new Error("aborted"));
	}

	onResponseStart(controller: Controller, status: number, headers: IncomingHeaders): void {
		// 1xx responses precede the real one.
		if (status < 200) return;
		const body = new PooledBody(controller);
		this.body = body;
		const { url, resolve, reject } = this.sending;
		const facts = { status, statusText: "", headers: toHeaders(headers), url };
		const encoding = headers["content-encoding"];
		if (encoding === undefined) resolve(new PooledResponse(body, facts));
		else decode(body, String(encoding)).then((stream) => resolve(new LightResponse(stream, facts)), reject);
	}

	onResponseData(_: Controller, chunk: Uint8Array): void {
		this.body?.push(chunk as Uint8Array<ArrayBuffer>);
	}

	onResponseEnd(): void {
		this.release?.();
		this.sending.free();
		this.body?.end();
	}

	onResponseError(_: Controller, error: unknown): void {
		this.release?.();
		const { free, reject, limit } = this.sending;
		free();
		const reason = explain(error, limit);
		if (this.body) this.body.fail(reason);
		else reject(reason);
	}

	private cancel(reason: unknown): void {
		if (this.body) this.body.fail(reason);
		else this.sending.reject(reason);
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
	const explain = (error: Error): TypeError => new TypeError("terminated", { cause: error });
	return toWebStream(decodeBody(Readable.from(body), encoding), () => body.cancel(), explain).stream;
}

/** Converts undici's timeouts to hub's, and other failures to those of `fetch`. */
function explain(error: unknown, limit: number): unknown {
	const code = findErrorCode(error);
	if (code === "UND_ERR_HEADERS_TIMEOUT")
		return new DOMException(`No response within ${limit / 1000} s`, "TimeoutError");
	if (code === "UND_ERR_BODY_TIMEOUT")
		return new DOMException(`Nothing more arrived within ${limit / 1000} s`, "TimeoutError");
	return new TypeError("fetch failed", { cause: error });
}

interface PoolAddress {
	origin: string;
	path: string;
}

interface PoolOptions {
	/** Maximum wait for the first byte and for each next one, in seconds; 0 for none. */
	timeout: number;
	hasProxy(url: URL): boolean;
}

/** Loads undici, which takes about 50 ms. */
export async function preload(): Promise<void> {
	await import("undici");
}

/**
 * Sends text POSTs through undici's connections, which takes a quarter of the time of Node's `fetch`, for many calls.
 * Everything else goes to `slow`: other methods and bodies, proxies, redirects to follow.
 */
export function createPool(slow: Fetch, context: Context, { timeout, hasProxy }: PoolOptions): CancellableFetch {
	const limit = timeout * 1000;
	type Connect = (origin: string) => Client;
	let connect: Connect | undefined;
	let opening: Promise<Connect> | undefined;
	const open = async (): Promise<Connect> => {
		const { default: undici } = await import("undici");
		const options = { headersTimeout: limit, bodyTimeout: limit, connect: { timeout: 30_000 } };
		const clients: Client[] = [];
		context.defer(async () => void (await Promise.all(clients.map((client) => client.destroy()))));
		connect = (origin) => {
			const client = new undici.Client(origin, options);
			clients.push(client);
			return client;
		};
		return connect;
	};
	/** Each is for a request at a time. Undici's own pool looks through all of an origin for each request. */
	const idle = new Map<string, Client[]>();
	const locate = memoize((input): PoolAddress | undefined => {
		if (!URL.canParse(input)) return undefined;
		const url = new URL(input);
		return hasProxy(url) ? undefined : { origin: url.origin, path: `${url.pathname}${url.search}` };
	});
	/** Undefined for requests that `slow` sends. */
	const findPlace = (input: Parameters<Fetch>[0], init: RequestInit | undefined): PoolAddress | undefined => {
		const isPost = typeof input === "string" && init?.method === "POST" && typeof init.body === "string";
		return isPost && init.redirect === "manual" ? locate(input) : undefined;
	};
	const post = (
		{ origin, path }: PoolAddress,
		url: string,
		{ body, headers: given }: RequestInit,
		ending: EndSignal | undefined,
	): Promise<Response> => {
		const headers = given as Record<string, string>;
		const request = { origin, path, method: "POST", headers, body: body as string } as const;
		const send = (create: Connect): Promise<Response> => {
			if (ending?.isCancelled) return Promise.reject(ending.reason);
			const clients = idle.get(origin) ?? [];
			idle.set(origin, clients);
			return new Promise((resolve, reject) => {
				const client = clients.pop() ?? create(origin);
				const free = (): void => void clients.push(client);
				client.dispatch(request, new PoolRequest({ url, ending, limit, resolve, reject, free }));
			});
		};
		if (connect) return send(connect);
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

/** Bytes buffered for a reader that is slower than the network. */
const MAX_BUFFERED_BYTES = 2 ** 18;

/** The body of a response as it arrives. A chunk of the network is read as one chunk. */
class PooledBody implements AsyncIterable<Uint8Array<ArrayBuffer>> {
	observer: BodyObserver | undefined;
	private readonly source: Dispatcher.DispatchController;
	private chunks: Uint8Array<ArrayBuffer>[] = [];
	private size = 0;
	private isComplete = false;
	private failure: { reason: unknown } | undefined;
	private wake: (() => void) | undefined;

	constructor(source: Dispatcher.DispatchController) {
		this.source = source;
	}

	push(chunk: Uint8Array<ArrayBuffer>): void {
		this.chunks.push(chunk);
		this.size += chunk.length;
		if (this.size > MAX_BUFFERED_BYTES) this.source.pause();
		this.settle();
	}

	end(): void {
		this.isComplete = true;
		this.settle();
	}

	fail(reason: unknown): void {
		if (this.isComplete) return;
		this.failure ??= { reason };
		this.settle();
	}

	/** Aborts an incomplete response. */
	cancel(): void {
		// A reader that has seen the last event does not wait for the end, which has arrived already.
		if (this.isComplete) this.reportEnd();
		if (this.isComplete || this.failure) return;
		this.chunks = [];
		const error = new Error("canceled");
		this.failure = { reason: error };
		this.reportEnd();
		this.source.abort(error);
	}

	/** Returns the next data, waiting for it; undefined at the end. */
	async next(): Promise<Uint8Array<ArrayBuffer> | undefined> {
		while (this.chunks.length === 0) {
			if (this.failure) {
				this.reportEnd(this.failure.reason);
				throw this.failure.reason;
			}
			if (this.isComplete) {
				this.reportEnd();
				return undefined;
			}
			await new Promise<void>((resolve) => {
				this.wake = resolve;
			});
		}
		const chunks = this.takeAll();
		const [only] = chunks;
		const piece = only && chunks.length === 1 ? only : joinBytes(chunks);
		this.observer?.piece(piece);
		return piece;
	}

	/**
	 * Reads the body up to a number of bytes and drops the rest. Uses one promise: one per chunk costs as much as the
	 * call.
	 */
	read(limit: number): Promise<BoundedBody> {
		const chunks: Uint8Array<ArrayBuffer>[] = [];
		let size = 0;
		return new Promise((resolve, reject) => {
			const take = (): void => {
				for (const chunk of this.takeAll()) {
					this.observer?.piece(chunk);
					size += chunk.length;
					if (size > limit) {
						this.cancel();
						chunks.push(chunk.subarray(0, chunk.length - (size - limit)));
						resolve({ chunks, isComplete: false });
						return;
					}
					chunks.push(chunk);
				}
				if (this.failure) {
					this.reportEnd(this.failure.reason);
					reject(this.failure.reason);
				} else if (this.isComplete) {
					this.reportEnd();
					resolve({ chunks, isComplete: true });
				} else this.wake = take;
			};
			take();
		});
	}

	stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
		return new ReadableStream<Uint8Array<ArrayBuffer>>(
			{
				pull: async (sink) => {
					const chunk = await this.next();
					if (chunk) sink.enqueue(chunk);
					else sink.close();
				},
				cancel: () => this.cancel(),
			},
			{ highWaterMark: 0 },
		);
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array<ArrayBuffer>> {
		for (let chunk = await this.next(); chunk; chunk = await this.next()) yield chunk;
	}

	private takeAll(): readonly Uint8Array<ArrayBuffer>[] {
		const { chunks } = this;
		if (chunks.length === 0) return chunks;
		this.chunks = [];
		this.size = 0;
		if (this.source.paused) this.source.resume();
		return chunks;
	}

	private reportEnd(error?: unknown): void {
		this.observer?.end(error);
		this.observer = undefined;
	}

	private settle(): void {
		const { wake } = this;
		this.wake = undefined;
		wake?.();
	}
}

/** A response whose body becomes a web stream only on request: creating one costs as much as a call. */
class PooledResponse extends LightResponse implements BoundedResponse, ObservableResponse {
	private readonly source: PooledBody;

	constructor(source: PooledBody, facts: ConstructorParameters<typeof LightResponse>[1]) {
		super(() => source.stream(), facts);
		this.source = source;
	}

	observe(observer: BodyObserver): void {
		this.source.observer = joinObservers(this.source.observer, observer);
	}

	pieces(): PieceReader {
		return this.source;
	}

	readWithin(limit: number): Promise<BoundedBody> {
		return this.source.read(limit);
	}
}
