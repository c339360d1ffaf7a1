import { type Fetch } from "../http/index.ts";
import type { CallOptions, Options } from "./types.ts";
/** One call while it runs. */
export interface Scope {
    /** The options of the call, with the `fetch` and the signal of this scope. */
    options: CallOptions & {
        fetch: Fetch;
    };
    /** Ends the time limit. */
    clearLimit(): void;
    /** Ends the scope: gives back its listener and its timer. */
    close(): void;
}
/** A time limit on a part of a call. */
interface TimeLimit {
    /** In milliseconds; undefined for none, like one that no timer can hold. */
    time: number | undefined;
    /** The error when it is over. */
    fail(seconds: number): Error;
}
/** The limit on the wait for the first token of a stream. */
export declare const firstTokenLimitOf: (options: CallOptions) => TimeLimit;
/** Builds the `fetch` of a call: guarded redirects, then time limits for each attempt, then retries. */
export declare function buildFetch(options: Options): Fetch;
/**
 * Opens the scope of a call. Its signal follows the caller's, and ends at the limit. A signal that many calls share
 * gets a single listener, whatever `fetch` does with the signals it is given.
 */
export declare function openScope(given: CallOptions, { time, fail }: TimeLimit): Scope;
/**
 * Does the work of a call that does not stream, within its deadline. An abort cancels the request, poll, wait or download
 * under way, and the promise rejects even if the caller's `fetch` ignores signals.
 */
export declare function withScope<Result>(given: CallOptions, work: (options: Scope["options"]) => Promise<Result>): Promise<Result>;
export {};
