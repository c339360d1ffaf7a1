import { checkFunction } from "../errors.ts";
import { abortReason, MAX_TIMER_MS, onAbort } from "./abort.ts";
import { readStream, streamPieces } from "./body.ts";
import type { CancellableFetch } from "./cancellation.ts";
import { type Fetch, isRequest } from "./retry.ts";

/** Options of `timeout`. */
export interface TimeoutOptions {
	/** Maximum wait for the head of the response, in milliseconds. */
	firstByte?: number | undefined;
	/** Maximum wait for the next piece of the body, in milliseconds. */
	idle?: number | undefined;
	/** Longest time from the call to the end of the body, in milliseconds. */
	total?: number | undefined;
}

/**
 * Returns a `fetch` with time limits; a limit above 24 days is ignored.
 * A call that runs out of time rejects (or its body errors) with a `DOMException` named `TimeoutError`, and the
 * connection is closed.
 * @param fetch sends the requests
 */
export function timeout(fetch: Fetch, limits: TimeoutOptions): Fetch {
	checkFunction("timeout: fetch", fetch);
	return (input, init) => {
		const outer = init?.signal ?? (isRequest(input) ? input.signal : undefined);
		return fetchInTime(fetch, limits, input, init, (stop) => onAbort(outer, () => stop(abortReason(outer))));
	};
}

/** Like `timeout`; its calls can also follow a cancellation, which costs less than a signal. */
export function cancellableTimeout(fetch: Fetch, limits: TimeoutOptions): CancellableFetch {
	const cancellable: CancellableFetch["cancellable"] = (input, init, cancellation) =>
		fetchInTime(fetch, limits, input, init, (stop) => cancellation.onCancel(() => stop(cancellation.reason)));
	return Object.assign(timeout(fetch, limits), { cancellable });
}

/** @param follow calls its argument when the caller aborts; returns a function that ends this */
async function fetchInTime(
	fetch: Fetch,
	limits: TimeoutOptions,
	input: Parameters<Fetch>[0],
	init: RequestInit | undefined,
	follow: (stop: (reason: unknown) => void) => () => void,
): Promise<Response> {
	const controller = new AbortController();
	const { signal } = controller;
	let release: (() => void) | undefined;
	let rejectPending: ((reason: unknown) => void) | undefined;
	const start = (limit: number | undefined, what: string): ReturnType<typeof setTimeout> | undefined => {
		if (limit === undefined || limit > MAX_TIMER_MS) return undefined;
		return setTimeout(() => stop(new DOMException(`${what} within ${limit / 1000} s`, "TimeoutError")), limit);
	};
	const total = start(limits.total, "The response was not complete");
	const first = start(limits.firstByte, "No response");
	const finish = (): void => {
		clearTimeout(total);
		release?.();
	};
	const stop = (reason: unknown): void => {
		// The timers also have to stop if the caller aborts and no longer reads the body.
		finish();
		controller.abort(reason);
		rejectPending?.(signal.reason);
	};
	/** Settles like the promise, or rejects on abort even if `fetch` ignores its signal. There is one at a time. */
	const unlessStopped = <Value>(pending: Promise<Value>): Promise<Value> =>
		new Promise((resolve, reject) => {
			rejectPending = reject;
			if (signal.aborted) reject(signal.reason);
			pending.then(resolve, reject);
		});
	release = follow(stop);
	try {
		const response = await unlessStopped(fetch(input, { ...init, signal }));
		const { next, cancel } = readStream(response);
		const end = (error?: unknown): void => {
			finish();
			cancel(error);
		};
		if (!response.body) {
			end();
			return response;
		}
		// The idle limit runs only while a read is pending.
		const readInTime = async (): Promise<Uint8Array | undefined> => {
			const idle = start(limits.idle, "Nothing more arrived");
			const piece = await unlessStopped(next()).finally(() => clearTimeout(idle));
			if (!piece) finish();
			return piece;
		};
		return replaceBody(response, streamPieces({ next: readInTime, cancel: end }));
	} catch (error) {
		finish();
		throw error;
	} finally {
		clearTimeout(first);
	}
}

/** A response of a transport that avoids the platform's `Response`: its name loads all of `fetch` in Node. */
interface ReplaceableResponse extends Response {
	withBody(body: ReadableStream<Uint8Array>): Response;
}

/** Returns the response with another body; `url` and the like stay. */
export function replaceBody(response: Response | ReplaceableResponse, body: ReadableStream<Uint8Array>): Response {
	if ("withBody" in response) return response.withBody(body);
	const { status, statusText, headers, url, redirected, ok } = response;
	// Services send statuses above 599, which the constructor rejects.
	const copy = new Response(body, { headers });
	const facts = { status, statusText, url, redirected, ok };
	return Object.defineProperties(
		copy,
		Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, { value }])),
	);
}
