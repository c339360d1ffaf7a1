import type { Args } from "../inference/index.ts";
import type { Failure } from "./failure.ts";
import type { KnownAnswer, ResultCache } from "./types.ts";
import type { Work } from "./work.ts";

/** Refused requests that are remembered. */
const MAX_REFUSED = 10_000;

type Found = KnownAnswer | { failure: Failure } | "later" | undefined;

/** A request that was sent: in flight, finished but not yet taken by the consumer, or refused by its provider. */
type AskedRequest = { waiting: Work[] } | { output: unknown } | { failure: Failure };

/** Finds rows with identical requests: one is sent, and the others get its output. Results are kept in `options.cache`. */
export class IdenticalRequests {
	private readonly cache: ResultCache | undefined;
	/** By the keys of the requests. */
	private readonly sent = new Map<string, AskedRequest>();
	private refused = 0;

	constructor(cache: ResultCache | undefined) {
		this.cache = cache;
	}

	/** Whether requests are compared at all. */
	get isOn(): boolean {
		return this.cache !== undefined;
	}

	/** The result of an identical request; "later" while that is in flight; undefined if the row has to be sent. */
	find(work: Work, args: Args, model: string | undefined): Found | Promise<Found> {
		if (work.attempts > 0 || work.cacheKey !== undefined) return undefined;
		const key = work.request ?? this.cache?.key(args, model);
		return key instanceof Promise ? key.then((known) => this.findKey(work, known)) : this.findKey(work, key);
	}

	private findKey(work: Work, key: string | undefined): Found | Promise<Found> {
		if (key === undefined) return undefined;
		work.request = key;
		return this.cache?.isShared === false ? this.cache.get(key) : this.findShared(work, key);
	}

	private async findShared(work: Work, key: string): Promise<Found> {
		const request = this.sent.get(key);
		if (request && !("waiting" in request)) return request;
		if (request) {
			request.waiting.push(work);
			return "later";
		}
		this.sent.set(key, { waiting: [] });
		const known = await this.cache?.get(key);
		work.cacheKey = key;
		return known;
	}

	/**
	 * The request of a row has ended.
	 * @param outcome for later rows with the same request, until the cache has it; undefined: they are sent on their own
	 * @returns the rows that waited for it
	 */
	end({ cacheKey }: Work, outcome?: { output: unknown } | { failure: Failure }): readonly Work[] {
		if (cacheKey === undefined) return [];
		const request = this.sent.get(cacheKey);
		const isKept = outcome && !("failure" in outcome && this.refused++ >= MAX_REFUSED);
		if (isKept) this.sent.set(cacheKey, outcome);
		else this.sent.delete(cacheKey);
		return request && "waiting" in request ? request.waiting : [];
	}

	/** The consumer has stored the output with this key. */
	drop(key: string): void {
		const request = this.sent.get(key);
		if (request && "output" in request) this.sent.delete(key);
	}
}
