/** Reads a header by name, in any case. `Headers` fits. */
export interface HeaderSource {
    get(name: string): string | null;
}
/** One limit a service reports. */
export interface RateWindow {
    /** Unit of the limit. */
    counts: "requests" | "tokens";
    /** How many are allowed in the window. */
    limit?: number;
    /** How many are left. */
    remaining?: number;
    /** Milliseconds until the window starts anew. */
    reset?: number;
}
/** Rate limits in the headers of one response. */
export interface RateLimits {
    windows: RateWindow[];
    /** The service says that the caller is over its limit, although it may still have answered. */
    isOverLimit: boolean;
}
/**
 * Reads the rate limits that a response reports, in any of the known forms.
 * @param now milliseconds since 1970, for resets given as a point in time
 * @returns undefined when the response reports none
 */
export declare function readRateLimits(headers: HeaderSource, now?: number): RateLimits | undefined;
/** Milliseconds that `retry-after-ms` or `Retry-After` (seconds or a date) asks to wait. */
export declare function readPause(headers: HeaderSource, now?: number): number | undefined;
