/** A limit of calls that every provider enforces for itself. */
export interface RateLimit {
    requestsPerMinute?: number | undefined;
    /** Tokens of prompts and answers, counted when the answer is there. */
    tokensPerMinute?: number | undefined;
    /** Seconds' worth of requests and tokens that may be used at once. Default 1. */
    burst?: number | undefined;
    /** Whether responses tell the limit, and a 429 when to come back. Default true. */
    headers?: boolean | undefined;
}
/** The limits of all services of one sandbox. */
export declare class RateLimits {
    #private;
    constructor(limit: RateLimit, now: () => number);
    /**
     * Takes one request from a service's buckets.
     * @throws ServiceFailure 429 when there is none left
     */
    admit(service: string): void;
    /** Takes the tokens of an answer from a service's bucket. */
    spend(service: string, tokens: number): void;
    /** Response headers that state the limits of the service. */
    headers(service: string): Record<string, string>;
}
