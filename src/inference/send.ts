import { withCaller } from "../errors.ts";
import {
	abortError,
	type Fetch,
	guardRedirects,
	limitTime,
	race,
	retry,
	send,
	startDeadline,
	timeout,
} from "../http/index.ts";
import type { Prepared } from "./build-request.ts";
import { checkCall } from "./check-call.ts";
import { notify } from "./logger.ts";
import type { CallOptions, Options, ResponseInfo } from "./types.ts";

/** Options of a call, with the `fetch` that all its requests go through. */
export type ScopedOptions = CallOptions & { fetch: Fetch };

/** One call while it runs. */
export interface CallScope {
	/** The options of the call, with the `fetch` and the signal of this scope. */
	options: ScopedOptions;
	/** Removes the time limit of the first token. */
	clearLimit(): void;
	/** Closes the scope: removes its listeners and its timers. */
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
 * Opens the scope of a call. Its signal follows the caller's, and aborts at the deadline and at the time limit of the first
 * token. A signal that many calls share gets a single listener, whatever `fetch` does with its signals.
 * @param firstToken maximum wait for the first token, in milliseconds
 */
export function openScope(given: CallOptions, firstToken?: number): CallScope {
	// Not a spread: see `guardRedirects`.
	const options = Object.assign({}, given, { fetch: buildFetch(given) });
	// Most calls have none.
	if (!given.signal && given.deadline === undefined && firstToken === undefined)
		return { options, clearLimit: nothing, close: nothing };
	const whole = startDeadline(given.deadline, given.signal);
	const first = firstToken === undefined ? whole : limitTime(whole.signal, firstToken, noToken);
	const { signal } = first;
	if (signal) options.signal = signal;
	const close = (): void => {
		first.close();
		whole.close();
	};
	return { options, clearLimit: firstToken === undefined ? nothing : first.clear, close };
}

const noToken = (seconds: number): Error => new DOMException(`No token within ${seconds} s`, "TimeoutError");

const nothing = (): void => undefined;

/**
 * Runs a call that does not stream, within its deadline. An abort cancels the request, poll, wait or download
 * in flight, and the promise rejects even if the caller's `fetch` ignores signals.
 * @param name of the function that was called
 * @throws InputError if an argument or an option has the wrong type
 */
export async function withScope<Result>(
	name: string,
	args: unknown,
	given: CallOptions,
	work: (options: ScopedOptions) => Promise<Result>,
): Promise<Result> {
	checkCall(name, args, given);
	const { options, close } = openScope(given);
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

/**
 * Sends the main request of a call: every request to a model goes through here.
 * @returns the response, its body unread
 * @throws ProviderApiError if the status is not a success
 */
export function sendPrepared(prepared: Prepared, options: ScopedOptions, streaming: boolean): Promise<Response> {
	const { target, request } = prepared;
	const { chatCompletion, limits, onResponse } = options;
	const provider = typeof target.provider === "object" ? target.provider.id : target.provider;
	const chatFailure = chatCompletion
		? `Provider ${provider} does not seem to support chat completion for model ${target.model} .`
		: undefined;
	const observe = onResponse && ((response: Response) => onResponse(describeHead(response, prepared)));
	return send(request, options.fetch, { streaming, chatFailure, limits, onResponse: observe });
}

/** Returns the head of a response to a call. */
export function describeHead({ status, headers }: Response, { helper }: Prepared): ResponseInfo {
	return { status, headers, requestId: headers.get("x-request-id") ?? "", provider: helper.provider.id };
}
