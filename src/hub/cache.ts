import { RecentMap } from "../base/memoize.ts";
import { abortReason, race } from "../http/index.ts";

/** A store for look-ups; a `Map` is one. */
export interface LookupCache {
	get(key: string): unknown;
	set(key: string, value: unknown): unknown;
	delete(key: string): unknown;
}

/** A cache that drops the least recently used entries, beyond a number of them. */
export class BoundedCache extends RecentMap<unknown> implements LookupCache {}

/**
 * The cache of calls without the option `cache`: like the reference client, the library sends each request to Hugging Face once per
 * process. One of the two places with global state (the other is the logger).
 */
export const defaultCache = new BoundedCache(1000);

/**
 * Returns a key that separates the responses of different accounts without holding their tokens (FNV-1a, 2 × 32 bits:
 * enough for a handful of tokens).
 */
export function tokenKey(token: string | undefined): string {
	if (!token) return "-";
	let low = 0x811c9dc5;
	let high = 0x01000193;
	for (let index = 0; index < token.length; index++) {
		low = Math.imul(low ^ token.charCodeAt(index), 0x01000193);
		high = Math.imul(high ^ low, 0x85ebca6b) >>> 0;
	}
	return (low >>> 0).toString(36) + high.toString(36);
}

interface Pending {
	result: Promise<unknown>;
	/** Callers that wait for it. */
	waiting: number;
	controller: AbortController;
}

/** Look-ups in flight of each cache. */
const pendingOf = new WeakMap<LookupCache, Map<string, Pending>>();

/**
 * Returns a value from the cache, or loads and caches it. Failures are not cached.
 *
 * Concurrent calls share one look-up: a hundred concurrent calls of a model send one request to Hugging Face. A caller whose signal is
 * aborted stops waiting; when the last one does, the request is aborted.
 */
export async function lookUp<T>(
	cache: LookupCache,
	key: string,
	signal: AbortSignal | undefined,
	load: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const known = cache.get(key);
	if (known !== undefined) return known as T;
	if (signal?.aborted) throw abortReason(signal);
	const inFlight = pendingOf.get(cache) ?? new Map<string, Pending>();
	pendingOf.set(cache, inFlight);
	const found = inFlight.get(key);
	const pending = found?.controller.signal.aborted === false ? found : startLookUp(cache, key, inFlight, load);
	pending.waiting++;
	// A caller without a signal never leaves.
	if (!signal) return pending.result as Promise<T>;
	try {
		return (await race(pending.result, signal)) as T;
	} finally {
		pending.waiting--;
		if (pending.waiting === 0 && signal.aborted) pending.controller.abort(abortReason(signal));
	}
}

function startLookUp(
	cache: LookupCache,
	key: string,
	inFlight: Map<string, Pending>,
	load: (signal: AbortSignal) => Promise<unknown>,
): Pending {
	const controller = new AbortController();
	const result = load(controller.signal).then((value) => {
		cache.set(key, value);
		return value;
	});
	const pending = { result, waiting: 0, controller };
	inFlight.set(key, pending);
	const end = (): void => {
		// After an abort, the next look-up may have taken its place.
		if (inFlight.get(key) === pending) inFlight.delete(key);
	};
	result.then(end, end);
	return pending;
}
