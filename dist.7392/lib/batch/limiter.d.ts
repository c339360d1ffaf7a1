import { type HeaderSource } from "./rate-headers.ts";
/** Limits a limiter begins with. */
export interface LimiterOptions {
    /** Calls in flight at first; `Infinity` for no limit before the service refuses. Default 8. */
    start?: number | undefined;
    /** Most calls in flight. Default 128. */
    concurrency?: number | undefined;
    /** Keep `concurrency` as it is instead of adapting. Default false. */
    fixed?: boolean | undefined;
    /** Requests a minute. Default: no limit but what the service says. */
    rpm?: number | undefined;
    /** Tokens a minute. Default: no limit but what the service says. */
    tpm?: number | undefined;
    /** The clock, in milliseconds. Default `Date.now`. */
    now?: (() => number) | undefined;
}
/** Why a limiter lets no call start. */
export type LimiterReason = "rate-limit" | "quota" | "pace" | "failures";
/** What a limiter does right now. */
export interface LimiterState {
    inFlight: number;
    /** Calls that may be in flight. */
    limit: number;
    /** Until when nothing starts, in milliseconds since 1970; 0 when calls may start. */
    stoppedUntil: number;
    reason: LimiterReason | undefined;
}
/** A call in flight. Exactly one of the three is called when it ends. */
export interface LimiterTicket {
    /**
     * The service did the work.
     * @param tokens used, to correct the estimate
     */
    succeed(headers?: HeaderSource, tokens?: number): void;
    /** The service refused for its limit: 429, or a 503 that says it is busy. */
    limit(headers?: HeaderSource): void;
    /** Anything else: says nothing about limits. */
    fail(headers?: HeaderSource): void;
}
/** Decides when calls to one service may start, and learns its limits from how they end. */
export interface Limiter {
    /**
     * Milliseconds until a call may start: 0 for now, `Infinity` when one in flight has to end first.
     * @param tokens expected of the call
     */
    delay(tokens?: number): number;
    /** Starts a call; `delay` must have returned 0. */
    start(tokens?: number): LimiterTicket;
    /** Lets nothing start for a time in milliseconds. */
    pause(duration: number, reason: LimiterReason): void;
    readonly state: LimiterState;
    /** Whether no call is in flight. */
    readonly isIdle: boolean;
}
/**
 * Makes a limiter for one service. It starts with few calls in flight, doubles until the first limit, then adapts; it
 * obeys `Retry-After` and the limits that headers report, and learns the pace of services that report none.
 */
export declare function createLimiter(options?: LimiterOptions): Limiter;
