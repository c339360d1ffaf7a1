import type { LookupCache } from "./cache.ts";
/**
 * Takes an answer from the cache, or loads it and keeps it there. Failures are not kept.
 *
 * Concurrent calls share one look-up: a hundred calls of a model at once ask the hub once. A caller whose signal is
 * aborted leaves; the last one to leave ends the request.
 */
export declare function lookUp<T>(cache: LookupCache, key: string, signal: AbortSignal | undefined, load: (signal: AbortSignal) => Promise<T>): Promise<T>;
