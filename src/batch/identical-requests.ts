import { isRecord } from "../base/json.ts";
import type { Args } from "../inference/index.ts";
import type { Failure } from "./failure.ts";
import type { KnownAnswer, ResultCache } from "./types.ts";
import type { Work } from "./work.ts";

/** Refused requests that are remembered. */
const MAX_REFUSED = 10_000;

type Found = KnownAnswer | { failure: Failure } | "later" | undefined;

/** Finds rows with identical requests: one is sent, and the others get its output. */
export class IdenticalRequests {
	private readonly cache: ResultCache | undefined;
	/** Outputs that the consumer has not taken yet, so they are not in its cache. */
	private readonly fresh = new Map<string, unknown>();
	/** Rows that wait for an identical request in flight. */
	private readonly waiting = new Map<string, Work[]>();
	/** Requests that a provider refuses. */
	private readonly refused = new Map<string, Failure>();

	constructor(cache: ResultCache | undefined) {
		this.cache = cache;
	}

	/** Whether requests are compared at all. */
	get isOn(): boolean {
		return this.cache !== undefined;
	}

	/** The answer to an identical request; "later" while that is in flight; undefined if the row has to be sent. */
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
		const waiting = this.waiting.get(key);
		if (waiting) {
			waiting.push(work);
			return "later";
		}
		const failure = this.refused.get(key);
		if (failure) return { failure };
		if (this.fresh.has(key)) return { output: this.fresh.get(key) };
		this.waiting.set(key, []);
		const known = await this.cache?.get(key);
		work.cacheKey = key;
		return known;
	}

	/** The row was sent and has this output. */
	keep({ cacheKey }: Work, output: unknown): void {
		if (cacheKey !== undefined) this.fresh.set(cacheKey, output);
	}

	/** The row was refused: identical ones would be too. */
	refuse({ cacheKey }: Work, failure: Failure): void {
		if (cacheKey !== undefined && this.refused.size < MAX_REFUSED) this.refused.set(cacheKey, failure);
	}

	/** Returns the rows that waited for this one. */
	release({ cacheKey }: Work): readonly Work[] {
		if (cacheKey === undefined) return [];
		const waiting = this.waiting.get(cacheKey) ?? [];
		this.waiting.delete(cacheKey);
		return waiting;
	}

	/** The consumer has stored the output with this key. */
	forget(key: string): void {
		this.fresh.delete(key);
	}
}

/** Sorts a few names. The engine's `sort` allocates twenty times their size, and this runs for each call. */
function sort(names: string[]): string[] {
	for (let end = 1; end < names.length; end++) {
		const name = names[end] ?? "";
		let place = end;
		for (let before = names[place - 1]; before !== undefined && before > name; before = names[place - 1])
			names[place--] = before;
		names[place] = name;
	}
	return names;
}

/**
 * Returns a request as text that does not depend on the order of members. The provider is no part of it, nor are tokens
 * and limits.
 * @param place path of the endpoint
 * @param hashOf the hash of a file's bytes; undefined while it is not known
 */
export function describeRequest(
	{ task, place, model }: { task: string; place: string; model: string | undefined },
	args: unknown,
	hashOf: (file: Blob | Uint8Array) => string | undefined,
): string {
	// Loops: lists of parts would be a tenth of what a call allocates.
	const describe = (value: unknown): string => {
		if (value instanceof Blob || value instanceof Uint8Array) return `blob:${hashOf(value)}`;
		if (!Array.isArray(value) && !isRecord(value)) return JSON.stringify(value) ?? "null";
		let text = "";
		if (Array.isArray(value)) {
			for (const item of value) text += text === "" ? describe(item) : `,${describe(item)}`;
			return `[${text}]`;
		}
		for (const name of sort(Object.keys(value))) {
			if (value[name] === undefined) continue;
			text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${describe(value[name])}`;
		}
		return `{${text}}`;
	};
	return `${task}\0${place}\0${model ?? ""}\0${describe(args)}`;
}
