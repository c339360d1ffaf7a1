import type { Fetch } from "./retry.ts";
/** What tells that a request is to end. */
export interface EndSignal {
    readonly isCancelled: boolean;
    /** Why; undefined before. */
    readonly reason: unknown;
    /**
     * Calls the listener once, at once where it is too late.
     * @returns removes the listener
     */
    onCancel(listener: () => void): () => void;
}
/** Ends one call: an `AbortController` at a fraction of its cost. */
export declare class Cancellation implements EndSignal {
    isCancelled: boolean;
    reason: unknown;
    private listeners;
    private controller;
    onCancel(listener: () => void): () => void;
    cancel(reason: unknown): void;
    /** The same as a signal, for what takes nothing else. */
    get signal(): AbortSignal;
    /** Settles like `pending`, or rejects with the reason as soon as the call is cancelled. */
    race<Value>(pending: Promise<Value>): Promise<Value>;
}
/** A signal as an ending. */
export declare function followSignal(signal: AbortSignal): EndSignal;
/** A `fetch` that takes a cancellation in place of a signal. */
export interface CancellableFetch extends Fetch {
    cancellable(input: string, init: RequestInit, cancellation: Cancellation): Promise<Response>;
}
/** Sends a request that a cancellation ends. */
export declare function fetchWith(fetch: Fetch | CancellableFetch, input: Parameters<Fetch>[0], init: RequestInit, cancellation: Cancellation): Promise<Response>;
