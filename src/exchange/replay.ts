import { encodeText } from "../base/bytes.ts";
import { checkFunction } from "../errors.ts";
import { type Fetch, wait } from "../http/index.ts";
import { isLookup } from "./call-identity.ts";
import { type CanonicalRequest, toCanonical, toKey } from "./canonical.ts";
import { cleanRequest, loadBytes, loadRequest } from "./clean-request.ts";
import type { Recording } from "./exchange.ts";
import { rebuildError } from "./failure.ts";
import { compareRequests, type Difference, ReplayMissError } from "./miss.ts";
import { findCredentials, readRequest } from "./read-request.ts";
import { createRecorder, type KnownFacts, type RecordOptions } from "./record.ts";
import { type ExchangeStore, nameRequest, parseRecording } from "./recording.ts";
import { Secrets } from "./secrets.ts";
import { redirectUrls, servedPlaces, toServedRequest } from "./served-places.ts";

/** How fast chunks are replayed: all at once, at recorded speed, or so many times faster. */
export type Pace = "none" | "original" | number;

/** Options of `replay`. */
export interface ReplayOptions {
	/**
	 * How to treat a request that was not recorded: fail, or send it and record it. Default `"error"`. When it is
	 * repeated after its response was read, the recording is replayed; identical requests that are in flight together are all
	 * sent.
	 */
	onMiss?: "error" | "record" | undefined;
	/** Sends what `onMiss: "record"` records. Default: the global `fetch`. */
	fetch?: Fetch | undefined;
	/** Fields that may differ: dotted paths in the body, such as `seed` or `messages.0.content`. */
	ignore?: readonly string[] | undefined;
	/** How fast recorded streams are played. Default `none`. */
	pace?: Pace | undefined;
	/** Values that recordings do not contain, besides the credentials of each request. */
	secrets?: Iterable<string> | undefined;
	/**
	 * For a server: requests are matched by path, regardless of the host, and recorded URLs in JSON responses point
	 * to the server. Default false.
	 */
	anyHost?: boolean | undefined;
	/** Options for recording misses. */
	recording?: Omit<RecordOptions, "fetch" | "append" | "secrets"> | undefined;
}

/** A `fetch` that replays, with facts about the replay. */
export interface Replayer {
	fetch: Fetch;
	/** Like `fetch`, but sends unrecorded requests with another one; the position in the recordings is shared. */
	through(fetch: Fetch, facts?: KnownFacts): Fetch;
	/** Whether the last response came from the network. */
	isLive(): boolean;
	/** Resolves when all new recordings are written. */
	settle(): Promise<void>;
}

interface Loaded {
	name: string;
	recording: Recording;
	canonical: CanonicalRequest;
}

/** Recordings of one request in order, and the position of the next. */
interface Queue {
	loaded: Loaded[];
	next: number;
}

/**
 * Returns a `fetch` that replays recordings, without network and without a token.
 *
 * Requests are compared by method, host, path, query and body, without secrets; order of keys and form boundaries do not
 * count. Identical requests get their recordings in order, the last one again and again.
 * @param store where the recordings are, such as `folderStore("recordings")`
 * @throws ReplayMissError, from the `fetch` returned, for a request that was not recorded
 */
export function replay(store: ExchangeStore, options: ReplayOptions = {}): Fetch {
	return createReplayer(store, options).fetch;
}

/** Like `replay`, with facts about the replay. */
export function createReplayer(store: ExchangeStore, options: ReplayOptions = {}): Replayer {
	checkFunction("replay: the store's read", store?.read);
	const { onMiss = "error", ignore = [], pace = "none", anyHost = false } = options;
	const secrets = new Secrets(options.secrets);
	const written = watchStore(store);
	let isLive = false;
	let queues: Promise<Map<string, Queue>> | undefined;
	let paths: ReadonlySet<string> | undefined;
	const { fetch, recording } = options;
	const recorder = createRecorder(written.watched, { ...recording, fetch, append: true, secrets: options.secrets });

	const answer = async (live: Fetch, ...[input, init]: Parameters<Fetch>): Promise<Response> => {
		const request = await readRequest(input, init);
		const signal = init?.signal ?? (typeof input === "object" && "signal" in input ? input.signal : null);
		signal?.throwIfAborted();
		for (const secret of findCredentials(request)) secrets.add(secret);
		const canonical = await toCanonical(cleanRequest(request, secrets), ignore);
		queues ??= load(store, ignore, anyHost);
		const known = await queues;
		const key = toKey(anyHost ? toServedRequest(canonical) : canonical);
		// Recordings that another program has added since are replayed too; those of this run must not be, for the same poll.
		if (!known.has(key)) {
			await load(store, ignore, anyHost, known, written.isOwn);
			paths = undefined;
		}
		const queue = known.get(key);
		if (!queue) {
			if (onMiss === "error") throw describeMiss(canonical, known, store.name, anyHost);
			const { base } = await nameRequest(request, secrets);
			const repeated = isPoll(request) ? undefined : await written.find(base);
			isLive = repeated === undefined;
			if (repeated) return await play(repeated, request.url, pace, signal, store);
			return live(request.input, request.init);
		}
		isLive = false;
		const found = queue.loaded[Math.min(queue.next++, queue.loaded.length - 1)];
		if (!found) throw new Error("A queue of recordings is empty.");
		const response = await play(found.recording, request.url, pace, signal, store);
		if (!anyHost) return response;
		paths ??= new Set([...known.values()].flatMap(({ loaded }) => loaded.map((entry) => entry.canonical.path)));
		const recorded = paths;
		return redirectUrls(response, new URL(request.url).origin, (path) => recorded.has(path));
	};
	return {
		fetch: (input, init) => answer(recorder.fetch, input, init),
		through: (fetch, facts) => {
			const live = recorder.through(fetch, facts);
			return (input, init) => answer(live, input, init);
		},
		isLive: () => isLive,
		settle: recorder.settle,
	};
}

/** Whether a request polls a job, so that its response may change each time. */
function isPoll({ method, url }: { method: string; url: string }): boolean {
	return (method === "GET" || method === "HEAD") && !isLookup(url);
}

/** Watches a store: `find` returns the recording of a request that this run has written last; none if it failed. */
function watchStore(store: ExchangeStore) {
	const names = new Map<string, string>();
	const own = new Set<string>();
	const watched: ExchangeStore = {
		name: store.name,
		list: () => store.list(),
		read: (name) => store.read(name),
		remove: (name) => store.remove(name),
		async write(name, bytes) {
			own.add(name);
			await store.write(name, bytes);
			const base = NAME.exec(name)?.[1];
			if (base !== undefined) names.set(base, name);
		},
	};
	const find = async (base: string): Promise<Recording | undefined> => {
		const name = names.get(base);
		if (name === undefined) return undefined;
		const recording = parseRecording(new TextDecoder().decode(await store.read(name)), name);
		// A retry after a failure is another request.
		return !recording.error && recording.response && recording.response.status < 400 ? recording : undefined;
	};
	return { watched, find, isOwn: (name: string) => own.has(name) };
}

/** Reads the recordings of a store that are not among the known ones. */
async function load(
	store: ExchangeStore,
	ignore: readonly string[],
	anyHost: boolean,
	queues = new Map<string, Queue>(),
	isOwn: (name: string) => boolean = () => false,
): Promise<Map<string, Queue>> {
	const known = new Set([...queues.values()].flatMap(({ loaded }) => loaded.map(({ name }) => name)));
	const names = (await store.list()).filter((name) => name.endsWith(".json") && !known.has(name) && !isOwn(name));
	for (const name of names.sort(compareNames)) {
		const recording = parseRecording(new TextDecoder().decode(await store.read(name)), name);
		const canonical = await toCanonical(await loadRequest(recording.request, store), ignore);
		for (const place of anyHost ? servedPlaces(canonical, recording) : [canonical]) {
			const key = toKey(place);
			const queue = queues.get(key) ?? { loaded: [], next: 0 };
			queue.loaded.push({ name, recording, canonical: place });
			queues.set(key, queue);
		}
	}
	return queues;
}

/** Name of a recording: its request and its number. */
const NAME = /^(.*?)(?:\.(\d+))?\.json$/;

/** `x.json` before `x.2.json` before `x.10.json`. */
function compareNames(a: string, b: string): number {
	const [, baseA = a, numberA = "1"] = NAME.exec(a) ?? [];
	const [, baseB = b, numberB = "1"] = NAME.exec(b) ?? [];
	return baseA === baseB ? Number(numberA) - Number(numberB) : baseA < baseB ? -1 : 1;
}

async function play(
	{ response, error }: Recording,
	url: string,
	pace: Pace,
	signal: AbortSignal | null | undefined,
	store: ExchangeStore,
): Promise<Response> {
	if (!response) throw rebuildError(error ?? { name: "TypeError", message: "fetch failed", code: "ECONNRESET" });
	const { status, headers, chunks } = response;
	const speed = pace === "original" ? 1 : pace === "none" ? undefined : pace;
	const started = Date.now();
	let next = 0;
	const body = new ReadableStream<Uint8Array>(
		{
			async pull(sink) {
				const chunk = chunks[next++];
				if (!chunk) {
					if (error) throw rebuildError(error);
					sink.close();
					return;
				}
				const [ms, content] = chunk;
				const delay = speed === undefined ? 0 : started + ms / speed - Date.now();
				if (delay > 0) await wait(delay, signal);
				signal?.throwIfAborted();
				sink.enqueue(typeof content === "string" ? encodeText(content) : await loadBytes(content, store));
			},
		},
		{ highWaterMark: 0 },
	);
	const isEmpty = chunks.length === 0 && !error;
	const replayed = new Response(isEmpty || [101, 204, 205, 304].includes(status) ? null : body, { status, headers });
	return Object.defineProperty(replayed, "url", { value: url });
}

function describeMiss(
	requested: CanonicalRequest,
	queues: ReadonlyMap<string, Queue>,
	place: string,
	anyHost: boolean,
): ReplayMissError {
	const asked = anyHost ? toServedRequest(requested) : requested;
	let nearest: { name: string; distance: number; first: Difference } | undefined;
	for (const { loaded } of queues.values()) {
		const [candidate] = loaded;
		const found = candidate && compareRequests(candidate.canonical, asked);
		if (found && found.distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) {
			nearest = { name: candidate.name, ...found };
		}
	}
	return new ReplayMissError(requested, place, nearest && { recording: nearest.name, ...nearest.first });
}
