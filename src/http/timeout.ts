import { checkFunction } from "../errors.ts";
import { abortReason, MAX_TIMER_MS } from "./abort.ts";
import { readStream, streamPieces } from "./body.ts";
import { type CancellableFetch, Cancellation, type EndSignal, fetchWith, followSignal } from "./cancellation.ts";
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
	const send = async (
		input: Parameters<Fetch>[0],
		init: RequestInit | undefined,
		outer: EndSignal | undefined,
	): Promise<Response> => {
		const cancellation = new Cancellation();
		const release = outer?.onCancel(() => cancellation.cancel(abortReason(outer)));

		const start = (limit: number | undefined, what: string): (() => void) => {
			if (limit === undefined || limit > MAX_TIMER_MS) return () => undefined;
			const timer = setTimeout(() => {
				cancellation.cancel(new DOMException(`${what} within ${limit / 1000} s`, "TimeoutError"));
			}, limit);
			return () => clearTimeout(timer);
		};
		const stopTotal = start(limits.total, "The response was not complete");
		const stopFirst = start(limits.firstByte, "No response");
		const finish = (): void => {
			stopTotal();
			release?.();
		};
		// The timers also have to stop if the caller aborts and no longer reads the body.
		cancellation.onCancel(finish);
		try {
			// Rejects on abort even if `fetch` ignores its signal.
			const response = await cancellation.race(fetchWith(fetch, input, init ?? {}, cancellation));
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
				const stopIdle = start(limits.idle, "Nothing more arrived");
				const piece = await cancellation.race(next()).finally(stopIdle);
				if (!piece) finish();
				return piece;
			};
			return replaceBody(response, streamPieces({ next: readInTime, cancel: end }));
		} catch (error) {
			finish();
			throw error;
		} finally {
			stopFirst();
		}
	};
	const limited: Fetch = (input, init) => {
		const signal = init?.signal ?? (isRequest(input) ? input.signal : undefined);
		return send(input, init, signal ? followSignal(signal) : undefined);
	};
	return Object.assign(limited, { cancellable: send } satisfies Pick<CancellableFetch, "cancellable">);
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
