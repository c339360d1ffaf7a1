import { InferenceClientDeadlineError, withCaller } from "../errors.ts";
import { abortError, type Fetch, guardRedirects, MAX_TIMER_MS, onAbort, race, retry, timeout } from "../http/index.ts";
import { notify } from "./logger.ts";
import type { CallOptions, Options } from "./types.ts";

/** One call while it runs. */
export interface Scope {
	/** The options of the call, with the `fetch` and the signal of this scope. */
	options: CallOptions & { fetch: Fetch };
	/** Ends the time limit. */
	clearLimit(): void;
	/** Ends the scope: removes its listener and its timer. */
	close(): void;
}

/** Builds the `fetch` of a call: guarded redirects, then time limits for each attempt, then retries. */
export function buildFetch(options: Options): Fetch {
	// Looked up for each call, so that a program can replace the global one.
	const guarded = guardRedirects(options.fetch ?? globalThis.fetch);
	const { timeout: limit, maxRetries, retry_on_error: isRetried } = options;
	const timed = limit === undefined ? guarded : timeout(guarded, { firstByte: limit, idle: limit });
	if (maxRetries === undefined ? isRetried === false : maxRetries <= 0) return timed;
	return retry(timed, { retries: maxRetries, wait: options.wait, onNotice: (notice) => notify(notice, options) });
}

/**
 * Opens the scope of a call. Its signal follows the caller's and aborts at the limit. A signal that many calls share
 * gets a single listener, whatever `fetch` does with its signals.
 * @param time in milliseconds; no limit if undefined or too long for a timer
 * @param fail returns the error when time is up
 */
export function openScope(given: CallOptions, time: number | undefined, fail: (seconds: number) => Error): Scope {
	const fetch = buildFetch(given);
	const { signal: outer } = given;
	const isLimited = time !== undefined && time <= MAX_TIMER_MS;
	if (!outer && !isLimited) {
		// Not a spread: see `guardRedirects`.
		return { options: Object.assign({}, given, { fetch }), clearLimit: nothing, close: nothing };
	}
	const controller = new AbortController();
	const follow = (): void => controller.abort(abortError(outer));
	if (outer?.aborted) follow();
	const release = outer?.aborted ? undefined : onAbort(outer, follow);
	const timer = isLimited ? setTimeout(() => controller.abort(fail(time / 1000)), time) : undefined;
	const clearLimit = (): void => clearTimeout(timer);
	const close = (): void => {
		clearLimit();
		release?.();
	};
	return { options: { ...given, fetch, signal: controller.signal }, clearLimit, close };
}

/**
 * Does the work of a call that does not stream, within its deadline. An abort cancels the request, poll, wait or download
 * under way, and the promise rejects even if the caller's `fetch` ignores signals.
 */
export async function withScope<Result>(
	given: CallOptions,
	work: (options: Scope["options"]) => Promise<Result>,
): Promise<Result> {
	const { options, close } = openScope(given, given.deadline, (seconds) => new InferenceClientDeadlineError(seconds));
	const { signal } = options;
	try {
		if (signal?.aborted) throw abortError(signal);
		return await (signal ? race(work(options), signal) : work(options));
	} catch (error) {
		throw withCaller(error);
	} finally {
		if (signal) close();
	}
}

const nothing = (): void => undefined;
