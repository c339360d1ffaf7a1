/** A store for look-ups; a `Map` is one. */
export interface LookupCache {
    get(key: string): unknown;
    set(key: string, value: unknown): unknown;
    delete(key: string): unknown;
}
/** A cache that forgets what was used longest ago. */
export declare class BoundedCache implements LookupCache {
    private readonly entries;
    private readonly limit;
    /** @param limit number of entries it holds at most */
    constructor(limit: number);
    get(key: string): unknown;
    set(key: string, value: unknown): void;
    delete(key: string): void;
}
/**
 * The cache of calls that bring none: like the reference client, the library asks the hub once in the life of a process.
 * One of the two places with state of their own (the other is the logger).
 */
export declare const defaultCache: LookupCache;
/**
 * Returns a key that separates the answers of different accounts without holding their tokens (FNV-1a, 2 × 32 bits:
 * enough for a handful of tokens).
 */
export declare function tokenKey(token: string | undefined): string;
