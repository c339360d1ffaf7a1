import { abortReason, race } from "../http/index.ts";
import type { LookupCache } from "./cache.ts";

interface Pending {
	result: Promise<unknown>;
	/** Callers that wait for it. */
	waiting: number;
	controller: AbortController;
}

/** Look-ups in flight, by cache; they are dropped with the cache. */
const pendingOf = new WeakMap<LookupCache, Map<string, Pending>>();

/**
 * Takes an answer from the cache, or loads it and keeps it there. Failures are not kept.
 *
 * Concurrent calls share one look-up: a hundred calls of a model at once ask the hub once. A caller whose signal is
 * aborted leaves; the last one to leave ends the request.
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
	const pending = join(cache, key, load);
	pending.waiting++;
	try {
		return (await race(pending.result, signal)) as T;
	} finally {
		pending.waiting--;
		if (pending.waiting === 0 && signal?.aborted) {
			leave(cache, key, pending);
			pending.controller.abort(abortReason(signal));
		}
	}
}

function join(cache: LookupCache, key: string, load: (signal: AbortSignal) => Promise<unknown>): Pending {
	const all = pendingOf.get(cache) ?? new Map<string, Pending>();
	pendingOf.set(cache, all);
	const known = all.get(key);
	if (known) return known;
	const controller = new AbortController();
	const result = load(controller.signal).then((value) => {
		cache.set(key, value);
		return value;
	});
	const pending = { result, waiting: 0, controller };
	all.set(key, pending);
	const done = (): void => leave(cache, key, pending);
	result.then(done, done);
	return pending;
}

function leave(cache: LookupCache, key: string, pending: Pending): void {
	const all = pendingOf.get(cache);
	if (all?.get(key) === pending) all.delete(key);
}
