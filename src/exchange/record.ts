import { omitUndefined } from "../base/json.ts";
import { checkFunction } from "../errors.ts";
import type { Fetch } from "../http/index.ts";
import type { CallFacts } from "./call.ts";
import { readError } from "./failure.ts";
import { findCredentials, readRequest } from "./read-request.ts";
import {
	type ExchangeStore,
	type NamedRequest,
	nameRequest,
	recordingNumber,
	type Sighting,
	writeRecording,
} from "./recording.ts";
import { Secrets } from "./secrets.ts";
import { holdsEndMarker, tapBody } from "./tap.ts";

/** Facts about a call, or a function that returns them when a recording is written. */
export type KnownFacts = CallFacts | (() => CallFacts);

/** What `record` takes besides a `fetch` and a store. */
export interface RecordOptions {
	/** Sends the requests. Default: the global `fetch`. */
	fetch?: Fetch | undefined;
	/** Values to keep out of what is written, besides the credentials of each request. */
	secrets?: Iterable<string> | undefined;
	/** Adds to the recordings of the same request instead of replacing them. Default false. */
	append?: boolean | undefined;
	/** Largest response to record, in bytes; a larger one is forwarded, and reported. Default: no limit. */
	maxBytes?: number | undefined;
	/** Written into each recording, such as the command, the task and the model. */
	facts?: KnownFacts | undefined;
	/**
	 * Called if a recording was not written because a secret cannot be removed or the store failed. Default: the
	 * response's body, or the request, fails with that error.
	 */
	onProblem?: ((error: unknown) => void) | undefined;
	/** Clock, in milliseconds since 1970. Default `Date.now`. */
	now?: (() => number) | undefined;
}

/** A `fetch` that records, and a way to wait until everything is written. */
export interface Recorder {
	fetch: Fetch;
	/** Like `fetch`, but sends with another one; numbers are shared. */
	through(fetch: Fetch, facts?: KnownFacts): Fetch;
	settle(): Promise<void>;
}

/**
 * Returns a `fetch` that writes each request and its response to a store, chunk by chunk.
 *
 * The caller gets each chunk when it arrives. A recording is written when the body ends, fails, or is canceled by its
 * reader; a body that was cut off is replayed cut off. Identical requests are numbered; those of an earlier run are
 * replaced. No secret is written. Wrap it in `retry`, so that each attempt has its own recording.
 */
export function record(store: ExchangeStore, options: RecordOptions = {}): Fetch {
	return createRecorder(store, options).fetch;
}

/** Like `record`, for programs that wait for the recorder before they exit. */
export function createRecorder(store: ExchangeStore, options: RecordOptions = {}): Recorder {
	checkFunction("record: the store's write", store?.write);
	const { now = Date.now, maxBytes = Number.POSITIVE_INFINITY, append = false, onProblem } = options;
	const secrets = new Secrets(options.secrets);
	const pending = new Set<Promise<void>>();
	/** Name of a request's recordings → the number given last. */
	const last = new Map<string, Promise<number>>();
	/** The same → files of an earlier run: they would be replayed after the new ones. */
	const stale = new Map<string, Set<string>>();

	/** Assigns a number to a request, in the order of sending. */
	const reserve = ({ base }: NamedRequest): Promise<number> => {
		const number = last.get(base)?.then((before) => before + 1) ?? begin(base);
		last.set(base, number);
		// The error of a failing store is reported when the recording is written.
		number.catch(() => undefined);
		return number;
	};
	const begin = async (base: string): Promise<number> => {
		const files = await store.list();
		const names = files.filter((name) => name.startsWith(`${base}.`) || name.startsWith(`${base}-`));
		if (append) return Math.max(0, ...names.map((name) => recordingNumber(base, name) ?? 0)) + 1;
		stale.set(base, new Set(names));
		return 1;
	};
	/** Rejects if the work fails and there is no handler for problems. */
	const follow = (work: () => Promise<void>): Promise<void> => {
		const writing = work().catch((error: unknown) => {
			if (!onProblem) throw error;
			onProblem(error);
		});
		const settled = writing.catch(() => undefined).finally(() => pending.delete(settled));
		pending.add(settled);
		return writing;
	};
	const removeStale = async (base: string): Promise<void> => {
		const names = stale.get(base) ?? [];
		stale.delete(base);
		for (const name of names) await store.remove(name);
	};

	const send = async (fetch: Fetch, facts: KnownFacts, ...[input, init]: Parameters<Fetch>): Promise<Response> => {
		const request = await readRequest(input, init);
		for (const secret of findCredentials(request)) secrets.add(secret);
		const named = await nameRequest(request, secrets);
		const number = reserve(named);
		const started = now();
		const elapsed = (): number => Math.max(0, Math.round(now() - started));
		const write = (seen: Partial<Sighting>): Promise<void> => {
			const sighting = { request, started, firstMs: null, chunks: [], ...seen, totalMs: elapsed() };
			return follow(async () => {
				const known = typeof facts === "function" ? facts() : facts;
				const files = await writeRecording(sighting, named, await number, known, secrets);
				for (const name of files.keys()) stale.get(named.base)?.delete(name);
				for (const [name, bytes] of files) await store.write(name, bytes);
				await removeStale(named.base);
			});
		};
		/** Reports that the request has no recording; those of an earlier run are removed. */
		const skip = (): Promise<void> =>
			follow(async () => {
				await number;
				await removeStale(named.base);
				throw new RangeError(`A response of ${named.clean.url} is larger than ${maxBytes / 2 ** 20} MiB.`);
			});
		let response: Response;
		try {
			response = await fetch(request.input, request.init);
		} catch (error) {
			// A call aborted before the response began leaves nothing to replay.
			if (readError(error).name !== "AbortError") await write({ error });
			throw error;
		}
		const firstMs = elapsed();
		const chunks: Sighting["chunks"] = [];
		if (!response.body) {
			await write({ response, firstMs });
			return response;
		}
		let size = 0;
		return tapBody(response, {
			piece: (bytes) => {
				size += bytes.length;
				if (size > maxBytes) chunks.length = 0;
				// A copy: the reader may transfer the buffer.
				else chunks.push([elapsed(), bytes.slice()]);
			},
			isLast: holdsEndMarker,
			end: (error) => (size > maxBytes ? skip() : write({ response, firstMs, chunks, ...omitUndefined({ error }) })),
		});
	};
	return {
		fetch: (input, init) => send(options.fetch ?? globalThis.fetch, options.facts ?? {}, input, init),
		through:
			(fetch, facts = options.facts ?? {}) =>
			(input, init) =>
				send(fetch, facts, input, init),
		/** Resolves when everything is written. */
		async settle(): Promise<void> {
			while (pending.size > 0) await Promise.all(pending);
		},
	};
}
