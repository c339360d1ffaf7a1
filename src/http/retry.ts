import { checkFunction } from "../errors.ts";
import { type Wait, wait as waitForTimer } from "./abort.ts";
import { backoff } from "./backoff.ts";
import { dropBody } from "./body.ts";
import { isPassingFailure } from "./connection.ts";
import { redactUrl } from "./redact.ts";
import { kindOfStatus, type StatusKind } from "./status-kind.ts";

export type Fetch = typeof globalThis.fetch;

/** Sent before each pause between two attempts. */
export interface RetryNotice {
	type: "retry";
	message: string;
	/** URL of the request, without credentials. */
	url: string;
	/** Number of the attempt that failed, from 1. */
	attempt: number;
	/** Attempts in all, the first included. */
	attempts: number;
	/** Length of the pause in milliseconds. */
	delay: number;
	/** Status of the response; absent if the connection failed. */
	status?: number;
}

/** Options of `retry`. */
export interface RetryOptions {
	/** Attempts after the first. Default 4. */
	retries?: number | undefined;
	/** Pause after the first failure in milliseconds; it doubles with each further one. Default 250. */
	baseDelay?: number | undefined;
	/** Longest pause in milliseconds. A response with a longer `Retry-After` is final. Default 60 000. */
	maxDelay?: number | undefined;
	/** Called before each pause. */
	onNotice?: ((notice: RetryNotice) => void) | undefined;
	/** Waits between attempts. Default: timers; a replay of recordings need not wait. */
	wait?: Wait | undefined;
}

/** Kinds of status that are retried. */
const RETRIED: readonly StatusKind[] = ["rate-limited", "unavailable", "unreachable"];

/**
 * Returns a `fetch` that retries after status 429, 502, 503, 504 and 529, and after failed connections.
 *
 * It pauses between attempts, exponentially longer and with jitter, and at least the time of `Retry-After` (seconds
 * or a date). An abort ends the pause at once. The last response or error is passed on unchanged. A body that is a
 * stream is sent only once, because it cannot be read again.
 * @param fetch sends the requests
 */
export function retry(fetch: Fetch, options: RetryOptions = {}): Fetch {
	checkFunction("retry: fetch", fetch);
	const { retries = 4, baseDelay, maxDelay = 60_000, onNotice, wait = waitForTimer } = options;
	return async (input, init) => {
		const request = isRequest(input) ? input : undefined;
		const signal = init?.signal ?? request?.signal;
		const attempts = init?.body instanceof ReadableStream ? 1 : retries + 1;
		for (let attempt = 1; ; attempt++) {
			let response: Response | undefined;
			let failure: unknown;
			try {
				// A Request's body can be read once only.
				response = await fetch(request && attempt < attempts ? request.clone() : input, init);
				if (response.ok) return response;
			} catch (error) {
				failure = error;
			}
			const isPassing = response ? RETRIED.includes(kindOfStatus(response.status)) : isPassingFailure(failure);
			// At least the usual pause, even if `Retry-After` is shorter.
			const usual = backoff("request", attempt, { first: baseDelay, longest: maxDelay });
			const delay = Math.max((response && readRetryAfter(response.headers)) ?? 0, usual);
			if (!isPassing || attempt === attempts || signal?.aborted || delay > maxDelay) {
				if (response) return response;
				throw failure;
			}
			if (response) dropBody(response);
			const reason = response ? `The service answered ${response.status}` : "The connection failed";
			onNotice?.({
				type: "retry",
				message: `${reason}; attempt ${attempt + 1} of ${attempts} in ${(delay / 1000).toFixed(1)} s`,
				url: redactUrl(request ? request.url : String(input)),
				attempt,
				attempts,
				delay,
				...(response ? { status: response.status } : {}),
			});
			await wait(delay, signal);
		}
	};
}

/**
 * Tests the shape, not the class: undici has its own Request, and Node loads its builtin one only on demand.
 */
export function isRequest(input: Parameters<Fetch>[0]): input is Request {
	return typeof input === "object" && "clone" in input;
}

/** Limits absurd headers to a value that can be printed. */
const MAX_RETRY_AFTER_MS = 365 * 24 * 60 * 60 * 1000;

/** Returns the delay of `Retry-After` in milliseconds, at most a year; undefined if it is missing or invalid. */
export function readRetryAfter(headers: Pick<Headers, "get">, now: () => number = Date.now): number | undefined {
	const value = headers.get("retry-after")?.trim();
	if (!value) return undefined;
	if (/^\d+(\.\d+)?$/.test(value)) return Math.min(Number(value) * 1000, MAX_RETRY_AFTER_MS);
	// Engines parse almost anything with a digit as a date; an HTTP date starts with the day of the week.
	if (!/^(mon|tue|wed|thu|fri|sat|sun)/i.test(value)) return undefined;
	const date = Date.parse(value.endsWith("GMT") ? value : `${value} GMT`);
	return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - now()), MAX_RETRY_AFTER_MS);
}
