import { InferenceClientProviderOutputError } from "../errors.ts";
import type { StreamReader } from "../http/index.ts";
import type { ResponseInfo, WithResponse } from "./types.ts";

/** The events of a call, one at a time. Nothing is sent before the first `next()` or `withResponse()`. */
export interface CallStream<Chunk> extends AsyncGenerator<Chunk, void, undefined> {
	/** Sends the request; resolves at the headers. `data` is this stream. */
	withResponse(): Promise<WithResponse<CallStream<Chunk>>>;
}

/** A response whose events can be read. */
export interface OpenedStream {
	reader: Pick<StreamReader, "next" | "nextWith" | "close">;
	info: ResponseInfo;
	/** Called once, however the stream ends. */
	close(): void;
}

/**
 * Makes a stream of a call.
 * @param open sends the request
 * @param convert turns an event into a chunk
 */
export function createCallStream<Chunk>(
	open: () => Promise<OpenedStream>,
	convert: (event: unknown) => Chunk,
): CallStream<Chunk> {
	const stream = new EventStream(open, convert);
	// For `await using`, if the runtime has it; the types of the core do not.
	const { asyncDispose } = Symbol as { asyncDispose?: symbol };
	if (asyncDispose) Object.defineProperty(stream, asyncDispose, { value: async () => void (await stream.return()) });
	return stream as unknown as CallStream<Chunk>;
}

type Result<Chunk> = IteratorResult<Chunk, void>;

const DONE = { done: true, value: undefined } as const;

/**
 * An async generator written by hand. A native one costs several turns of the event loop for each token; this one
 * returns immediately what has arrived.
 */
class EventStream<Chunk> {
	readonly #open: () => Promise<OpenedStream>;
	readonly #convert: (event: unknown) => Chunk;
	#opening: Promise<OpenedStream> | undefined;
	#stream: OpenedStream | undefined;
	/** The last pending `next`; later ones wait for it. */
	#pending: Promise<unknown> | undefined;
	/** The last pending `next`, if it did not need to queue. */
	#direct: Promise<Result<Chunk>> | undefined;
	#isDone = false;

	constructor(open: () => Promise<OpenedStream>, convert: (event: unknown) => Chunk) {
		this.#open = open;
		this.#convert = convert;
	}

	next(): Promise<Result<Chunk>> {
		const stream = this.#stream;
		if (this.#pending || !stream) return this.#queue(() => this.#readNext());
		if (this.#isDone) return Promise.resolve(DONE);
		try {
			const result = stream.reader.nextWith(this.#deliverDirect, this.#failDirect);
			if (!(result instanceof Promise)) return Promise.resolve(result);
			// First in line: it need not queue.
			this.#direct = result;
			this.#pending = result;
			return result;
		} catch (error) {
			this.#finish();
			return Promise.reject(error as Error);
		}
	}

	return(value?: unknown): Promise<Result<Chunk>> {
		// A pending `next` is ended too: its result is no longer wanted.
		this.#finish();
		return Promise.resolve({ done: true, value: value as undefined });
	}

	throw(error: unknown): Promise<Result<Chunk>> {
		this.#finish();
		return Promise.reject(error as Error);
	}

	async withResponse(): Promise<WithResponse<CallStream<Chunk>>> {
		const { info } = await this.#start();
		return { data: this as unknown as CallStream<Chunk>, response: info };
	}

	[Symbol.asyncIterator](): this {
		return this;
	}

	get [Symbol.toStringTag](): string {
		return "AsyncGenerator";
	}

	#start(): Promise<OpenedStream> {
		this.#opening ??= this.#open().then(
			(stream) => {
				this.#stream = stream;
				if (this.#isDone) this.#finish();
				return stream;
			},
			(error: unknown) => {
				this.#isDone = true;
				throw error;
			},
		);
		return this.#opening;
	}

	async #readNext(): Promise<Result<Chunk>> {
		if (this.#isDone) return DONE;
		const stream = this.#stream ?? (await this.#start());
		if (this.#isDone) return DONE;
		return this.#deliver(await stream.reader.next());
	}

	/** Runs `step` after the steps before it. */
	#queue(step: () => Promise<Result<Chunk>>): Promise<Result<Chunk>> {
		const running = this.#pending ? this.#pending.then(step, step) : step();
		const guarded = running.catch((error: unknown) => {
			this.#finish();
			throw error;
		});
		this.#pending = guarded;
		const done = (): void => {
			if (this.#pending === guarded) this.#pending = undefined;
		};
		guarded.then(done, done);
		return guarded;
	}

	readonly #deliverDirect = (event: unknown): Result<Chunk> => {
		this.#leaveDirect();
		return this.#deliver(event);
	};

	readonly #failDirect = (error: unknown): never => {
		this.#leaveDirect();
		this.#finish();
		throw error;
	};

	#leaveDirect(): void {
		if (this.#pending === this.#direct) this.#pending = undefined;
	}

	#deliver(event: unknown): Result<Chunk> {
		if (event !== undefined && !this.#isDone) return { done: false, value: this.#convert(event) };
		this.#finish();
		return DONE;
	}

	#finish(): void {
		this.#isDone = true;
		const stream = this.#stream;
		this.#stream = undefined;
		stream?.reader.close();
		stream?.close();
	}
}

/**
 * Waits for the first item of a stream: until then, a call that fails can be tried at another provider.
 * @returns the whole stream, its first item included
 * @throws ProviderOutputError if the stream ends before its first item
 */
export async function awaitFirst<Item>(items: AsyncIterator<Item> & AsyncIterable<Item>): Promise<AsyncIterable<Item>> {
	const first = await items.next();
	if (first.done) throw new InferenceClientProviderOutputError("The provider ended the stream before its first event.");
	return (async function* () {
		yield first.value;
		yield* items;
	})();
}
