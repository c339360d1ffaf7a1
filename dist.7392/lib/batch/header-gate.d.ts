import type { RateLimits } from "./rate-headers.ts";
/** Limits that start anew within so many milliseconds are held by a pace, not by bursts. */
export declare const SHORT_RESET = 5000;
/** A call, by its number, which rises with each start, and when it started. */
export interface StartedCall {
    number: number;
    time: number;
}
/**
 * Holds calls back before a limit that response headers announce is met. The call that started last tells the newest:
 * those that started after it are not counted yet. Where a limit is seen to be refilled steadily, calls go on at that
 * pace; else they wait for the reset.
 */
export declare class HeaderGate {
    private readonly known;
    /** Tokens of a call, on average. */
    private tokensPerCall;
    /**
     * Takes in what a response reports. Returns how long in milliseconds the limit that is used up lasts, if one is.
     * @param call whose response it was
     */
    learn(limits: RateLimits, { number, time }: StartedCall, now: number): number | undefined;
    /** Whether a limit that starts anew soon is seen not to be refilled before: then waiting for that is best. */
    get hasFixedWindow(): boolean;
    countTokens(tokens: number): void;
    /** The service refused although its headers let calls through: less is refilled than it seemed. */
    distrust(): void;
    /**
     * Milliseconds until a call may start.
     * @param next number of the call
     * @param learnt calls a millisecond that the service is known to allow
     */
    delay(next: number, inFlight: number, now: number, learnt?: number): number;
    private measure;
    /** Units a millisecond; 0 where too little is known. */
    private refillOf;
    private costOf;
}
