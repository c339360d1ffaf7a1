import { type Wait } from "./wait.ts";
export type Fetch = typeof globalThis.fetch;
/** Told before each pause between two attempts. */
export interface RetryNotice {
    type: "retry";
    message: string;
    /** Address of the request, without credentials. */
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
/** What `retry` takes besides a `fetch`. */
export interface RetryOptions {
    /** Attempts after the first. Default 4. */
    retries?: number | undefined;
    /** Pause after the first failure in milliseconds; it doubles with each further one. Default 250. */
    baseDelay?: number | undefined;
    /** Longest pause in milliseconds. An answer that asks for more with `Retry-After` is final. Default 60 000. */
    maxDelay?: number | undefined;
    onNotice?: ((notice: RetryNotice) => void) | undefined;
    /** Makes the pauses. Default: timers; a program that replays recordings need not wait. */
    wait?: Wait | undefined;
}
/**
 * Returns a `fetch` that tries again: after status 429, 502, 503 and 504 and after connections that failed.
 *
 * It pauses between attempts, exponentially longer and with jitter, and at least as long as `Retry-After` says (seconds
 * or a date). An abort ends the pause at once. The last answer or error is passed on as it came. A body that is a
 * stream is sent once only, because it cannot be read again.
 */
export declare function retry(fetch: Fetch, options?: RetryOptions): Fetch;
/**
 * Recognized by its shape, not by class: undici has a Request of its own, and Node loads its builtin one only on
 * demand.
 */
export declare function isRequest(input: Parameters<Fetch>[0]): input is Request;
/** Milliseconds the response asks to wait, a year at most; undefined when it does not, or not in a form that can be read. */
export declare function readRetryAfter(headers: Pick<Headers, "get">, now?: () => number): number | undefined;
