import { InferenceClientProviderOutputError } from "../errors.ts";
import { abortError, type Fetch, guardRedirects, LONGEST_TIMER, onAbort, race, retry, timeout } from "../http/index.ts";
import { notify } from "./logger.ts";
import type { CallOptions, Options } from "./types.ts";

/** One call while it runs. */
export interface Scope {
	/** The options of the call, with the `fetch` and the signal of this scope. */
	options: CallOptions & { fetch: Fetch };
	/** Ends the scope: gives back its listener and its timer. */
	close(): void;
}

/** Builds the `fetch` of a call: guarded redirects, then time limits for each attempt, then retries. */
export function buildFetch(options: Options): Fetch {
	// Looked up at the time of the call, so that a program can replace the global one.
	const guarded = guardRedirects(options.fetch ?? globalThis.fetch);
	const { timeout: limit, maxRetries, retry_on_error: isRetried } = options;
	const timed = limit === undefined ? guarded : timeout(guarded, { firstByte: limit, idle: limit });
	if (maxRetries === undefined ? isRetried === false : maxRetries <= 0) return timed;
	return retry(timed, { retries: maxRetries, onNotice: (notice) => notify(notice, options) });
}

/**
 * Opens the scope of a call. Its signal follows the caller's, and ends at the deadline. A signal that many calls share
 * gets a single listener, whatever `fetch` does with the signals it is given.
 */
export function openScope(given: CallOptions, deadline?: number): Scope {
	const fetch = buildFetch(given);
	const { signal: outer } = given;
	const isLimited = deadline !== undefined && deadline <= LONGEST_TIMER;
	if (!outer && !isLimited) return { options: { ...given, fetch }, close: () => undefined };
	const controller = new AbortController();
	const follow = (): void => controller.abort(abortError(outer));
	if (outer?.aborted) follow();
	const release = outer?.aborted ? undefined : onAbort(outer, follow);
	const timer = isLimited ? setTimeout(() => controller.abort(deadlineError(deadline)), deadline) : undefined;
	const close = (): void => {
		clearTimeout(timer);
		release?.();
	};
	return { options: { ...given, fetch, signal: controller.signal }, close };
}

/**
 * Does the work of a call that does not stream, within its deadline. An abort cancels the request, poll, wait or download
 * under way, and the promise rejects even if the caller's `fetch` ignores signals.
 */
export async function withScope<Result>(
	given: CallOptions,
	work: (options: Scope["options"]) => Promise<Result>,
): Promise<Result> {
	const { options, close } = openScope(given, given.deadline);
	try {
		if (options.signal?.aborted) throw abortError(options.signal);
		return await race(work(options), options.signal);
	} finally {
		close();
	}
}

function deadlineError(deadline: number): InferenceClientProviderOutputError {
	return new InferenceClientProviderOutputError(`No result within the deadline of ${deadline / 1000} s.`, "timeout");
}
