import { wait } from "./wait.ts";

export type Fetch = typeof globalThis.fetch;

/** Told before each pause between two attempts. */
export interface RetryNotice {
	type: "retry";
	message: string;
	url: string;
	/** Number of the attempt that failed, from 1. */
	attempt: number;
	/** Attempts in all, the first included. */
	attempts: number;
	/** Length of the pause in milliseconds. */
	delay: number;
	/** Status of the answer; absent when there was none. */
	status?: number;
}

export interface RetryOptions {
	/** Attempts after the first. Default 4. */
	retries?: number;
	/** Pause after the first failure in milliseconds; it doubles with each further one. Default 250. */
	baseDelay?: number;
	/** Longest pause in milliseconds. An answer that asks for more with `Retry-After` is final. Default 60 000. */
	maxDelay?: number;
	onNotice?: ((notice: RetryNotice) => void) | undefined;
}

const RETRIED_STATUS = new Set([429, 502, 503, 504]);

/**
 * A `fetch` that tries again: after status 429, 502, 503 and 504 and after connections that failed.
 *
 * It pauses between attempts, exponentially longer and with jitter, or as long as `Retry-After` says (seconds or a date).
 * An abort ends the pause at once. The last answer or error is passed on as it came.
 */
export function retry(fetch: Fetch, options: RetryOptions = {}): Fetch {
	const { retries = 4, baseDelay = 250, maxDelay = 60_000, onNotice } = options;
	return async (input, init) => {
		const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
		for (let attempt = 1; ; attempt++) {
			// A Request's body can be read once only.
			const outcome = await settle(fetch(input instanceof Request ? input.clone() : input, init));
			const reason = attempt > retries ? undefined : describeFailure(outcome);
			const backoff = Math.min(maxDelay, baseDelay * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
			const delay = outcome.response ? (readRetryAfter(outcome.response.headers) ?? backoff) : backoff;
			if (reason === undefined || delay > maxDelay || signal?.aborted) {
				if (outcome.response) return outcome.response;
				throw outcome.error;
			}
			// Not awaited: where a wrapper of `fetch` has cloned the answer, cancelling waits for the clone.
			outcome.response?.body?.cancel().catch(() => undefined);
			const url = input instanceof Request ? input.url : String(input);
			const status = outcome.response?.status;
			onNotice?.({
				type: "retry",
				message: `${reason}; attempt ${attempt + 1} of ${retries + 1} in ${(delay / 1000).toFixed(1)} s`,
				url,
				attempt,
				attempts: retries + 1,
				delay,
				...(status === undefined ? {} : { status }),
			});
			await wait(delay, signal);
		}
	};
}

/** Milliseconds the answer asks to wait; undefined when it does not, or not in a form that can be read. */
export function readRetryAfter(headers: Headers, now: () => number = Date.now): number | undefined {
	const value = headers.get("retry-after")?.trim();
	if (!value) return undefined;
	if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
	const date = Date.parse(value);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now());
}

interface Outcome {
	response?: Response;
	error?: unknown;
}

async function settle(pending: Promise<Response>): Promise<Outcome> {
	try {
		return { response: await pending };
	} catch (error) {
		return { error };
	}
}

function describeFailure({ response, error }: Outcome): string | undefined {
	if (response) return RETRIED_STATUS.has(response.status) ? `The service answered ${response.status}` : undefined;
	return isConnectionFailure(error) ? "The connection failed" : undefined;
}

/** Texts with which browsers and Bun report a connection that failed; Node and Deno give an error code as well. */
const FAILURE_TEXTS =
	/^(failed to fetch|fetch failed|load failed|networkerror when attempting|unable to connect|error sending request|the socket connection was closed)/i;
/** These will not be better in a second: a name that does not exist, an address that cannot be parsed. */
const LASTING_CODES = new Set(["ENOTFOUND", "ERR_INVALID_URL", "ERR_INVALID_ARG_VALUE", "UND_ERR_INVALID_ARG"]);

/** Whether `fetch` rejected because the connection could not be made or broke before an answer. */
export function isConnectionFailure(error: unknown): boolean {
	if (!(error instanceof Error) || error.name === "AbortError" || error.name === "TimeoutError") return false;
	const code = findCode(error);
	if (code !== undefined) return !LASTING_CODES.has(code) && (/^E[A-Z]+$/.test(code) || code.startsWith("UND_ERR_"));
	return FAILURE_TEXTS.test(error.message);
}

function findCode(error: Error): string | undefined {
	for (let current: unknown = error; current instanceof Error; current = current.cause) {
		if ("code" in current && typeof current.code === "string") return current.code;
	}
	return undefined;
}
