import { InferenceClientInputError, InferenceClientProviderOutputError, withCaller } from "../errors.ts";
import type { StreamReader } from "../http/index.ts";
import { AnswerCheck, CompletionDraft } from "./delta.ts";
import type { ChatCompletionStreamOutput } from "./io/chat.ts";
import type { FinalCompletion } from "./io.ts";
import type { ResponseInfo, WithResponse } from "./types.ts";

/** The events of a call, one at a time. Nothing is sent before the first `next()` or `withResponse()`. */
export interface CallStream<Chunk> extends AsyncGenerator<Chunk, void, undefined> {
	/** Sends the request; resolves at the headers. `data` is this stream. */
	withResponse(): Promise<WithResponse<this>>;
	/** Returns the chunks as bytes, one line of JSON each. Cancelling it ends the request. */
	toReadableStream(): ReadableStream<Uint8Array>;
	/** Splits the stream into two that get every chunk from here on; the request is aborted when both are closed. */
	tee(): [this, this];
}

/**
 * The chunks of a chat. `text` and `final` read to the end, and consume nothing from a loop over the same stream: it still
 * gets every chunk. Both fail with the stream, and if it was closed before its end.
 */
export interface ChatStream extends CallStream<ChatCompletionStreamOutput> {
	/** Returns the text of the whole answer. */
	text(): Promise<string>;
	/** Returns the whole answer: content, reasoning, tool calls put together from their pieces, usage if it was requested and reported. */
	final(): Promise<FinalCompletion>;
}

/** A response whose events can be read. */
export interface OpenedStream {
	reader: Pick<StreamReader, "next" | "nextWith" | "close">;
	info: ResponseInfo;
	/** The number of requested answers, if known. */
	answers?: number | undefined;
	/** Called once, whatever the result of the stream. */
	close(): void;
}

/** Creates the stream of a call: `open` sends the request, `convert` converts an event to a chunk. */
export function createCallStream<Chunk>(
	open: () => Promise<OpenedStream>,
	convert: (event: unknown) => Chunk,
): CallStream<Chunk> {
	return new EventStream(open, convert) as unknown as CallStream<Chunk>;
}

export function createChatStream<Chunk>(
	open: () => Promise<OpenedStream>,
	convert: (event: unknown) => Chunk,
): CallStream<Chunk> {
	return new ChatEventStream(open, convert) as unknown as CallStream<Chunk>;
}

/** Makes a stream of another one, whose start may take time. */
export function wrapStream<Chunk>(
	pending: Promise<AsyncIterable<Chunk>>,
	create: typeof createCallStream = createCallStream,
): CallStream<Chunk> {
	const open = async (): Promise<OpenedStream> => {
		const source = await pending;
		const items = source[Symbol.asyncIterator]();
		// A stream may come from no request.
		const none = { status: 200, headers: new Headers(), requestId: "", provider: "" };
		const info = "withResponse" in source ? (await (source as CallStream<Chunk>).withResponse()).response : none;
		const close = (): void => void items.return?.();
		return { reader: readerOf(() => items.next(), close), info, close: () => undefined };
	};
	return create(open, (event) => event as Chunk);
}

function readerOf(next: () => Promise<IteratorResult<unknown>>, close: () => void): OpenedStream["reader"] {
	const read = (): Promise<unknown> => next().then((result) => (result.done ? undefined : result.value));
	return { next: read, nextWith: (deliver, fail) => read().then(deliver, fail), close };
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
	readonly #check: AnswerCheck | CompletionDraft;
	#opening: Promise<OpenedStream> | undefined;
	#stream: OpenedStream | undefined;
	/** The last pending `next`; later ones wait for it. */
	#pending: Promise<unknown> | undefined;
	/** The last pending `next`, if it did not need to queue. */
	#direct: Promise<Result<Chunk>> | undefined;
	protected isDone = false;
	/** Why the stream ended early, if it did. */
	protected failure: { error: unknown } | undefined;

	/** @param check refuses chunks whose answers and calls are not whole */
	constructor(
		open: () => Promise<OpenedStream>,
		convert: (event: unknown) => Chunk,
		check: AnswerCheck | CompletionDraft = new AnswerCheck(),
	) {
		this.#open = open;
		this.#convert = convert;
		this.#check = check;
		// For `await using`, if the runtime has it; the types of the core do not.
		const { asyncDispose } = Symbol as { asyncDispose?: symbol };
		if (asyncDispose) Object.defineProperty(this, asyncDispose, { value: async () => void (await this.return()) });
	}

	next(): Promise<Result<Chunk>> {
		const stream = this.#stream;
		if (this.#pending || !stream) return this.#queue(() => this.#readNext());
		if (this.isDone) return Promise.resolve(DONE);
		try {
			const result = stream.reader.nextWith(this.#deliverDirect, this.#failDirect);
			if (!(result instanceof Promise)) return Promise.resolve(result);
			// Nothing is pending, so it need not queue.
			this.#direct = result;
			this.#pending = result;
			return result;
		} catch (error) {
			this.#fail(error);
			return Promise.reject(withCaller(error) as Error);
		}
	}

	return(value?: unknown): Promise<Result<Chunk>> {
		// A pending `next` is ended too: its result is no longer needed.
		this.#finish();
		return Promise.resolve({ done: true, value: value as undefined });
	}

	throw(error: unknown): Promise<Result<Chunk>> {
		this.#finish();
		return Promise.reject(error as Error);
	}

	async withResponse(): Promise<WithResponse<this>> {
		try {
			return { data: this, response: (await this.#start()).info };
		} catch (error) {
			throw withCaller(error);
		}
	}

	toReadableStream(): ReadableStream<Uint8Array> {
		const encoder = new TextEncoder();
		const source: UnderlyingDefaultSource<Uint8Array> = {
			pull: async (controller) => {
				const result = await this.next();
				if (result.done) controller.close();
				else controller.enqueue(encoder.encode(`${JSON.stringify(result.value)}\n`));
			},
			cancel: () => void this.return(),
		};
		return new ReadableStream(source, { highWaterMark: 0 });
	}

	tee(): [CallStream<Chunk>, CallStream<Chunk>] {
		const sides = splitReader(this);
		const openSide = (side: 0 | 1) => async (): Promise<OpenedStream> => {
			const { response } = await this.withResponse();
			return { reader: sides[side], info: response, close: () => undefined };
		};
		return [this.fork(openSide(0)), this.fork(openSide(1))];
	}

	/** Makes a stream of the same kind. */
	protected fork(open: () => Promise<OpenedStream>): CallStream<Chunk> {
		return createCallStream(open, (chunk) => chunk as Chunk);
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
				if (this.isDone) this.#finish();
				return stream;
			},
			(error: unknown) => {
				this.#fail(error);
				throw error;
			},
		);
		return this.#opening;
	}

	async #readNext(): Promise<Result<Chunk>> {
		if (this.isDone) return DONE;
		const stream = this.#stream ?? (await this.#start());
		if (this.isDone) return DONE;
		return this.#deliver(await stream.reader.next());
	}

	/** Runs `step` after the steps before it. */
	#queue(step: () => Promise<Result<Chunk>>): Promise<Result<Chunk>> {
		const running = this.#pending ? this.#pending.then(step, step) : step();
		const leave = (): void => {
			if (this.#pending === guarded) this.#pending = undefined;
		};
		// One reaction: the engine follows a promise to its caller only if nobody else waits for it.
		const guarded = running.then(
			(result) => {
				leave();
				return result;
			},
			(error: unknown) => {
				leave();
				this.#fail(error);
				throw withCaller(error);
			},
		);
		this.#pending = guarded;
		return guarded;
	}

	readonly #deliverDirect = (event: unknown): Result<Chunk> => {
		this.#leaveDirect();
		return this.#deliver(event);
	};

	readonly #failDirect = (error: unknown): never => {
		this.#leaveDirect();
		this.#fail(error);
		throw withCaller(error);
	};

	#leaveDirect(): void {
		if (this.#pending === this.#direct) this.#pending = undefined;
	}

	#deliver(event: unknown): Result<Chunk> {
		try {
			if (event !== undefined && !this.isDone) {
				this.#check.add(event);
				return { done: false, value: this.#convert(event) };
			}
			if (!this.isDone) this.#check.end(this.#stream?.answers);
		} catch (error) {
			this.#fail(error);
			throw withCaller(error);
		}
		this.#finish();
		return DONE;
	}

	#fail(error: unknown): void {
		// A read that fails after the stream was closed is not a failure of the stream.
		if (!this.isDone) this.failure = { error };
		this.#finish();
	}

	#finish(): void {
		this.isDone = true;
		const stream = this.#stream;
		this.#stream = undefined;
		stream?.reader.close();
		stream?.close();
	}
}

/** A stream of chat chunks that also assembles the answer. */
class ChatEventStream<Chunk> extends EventStream<Chunk> {
	readonly #draft: CompletionDraft;
	/** Chunks that `text` or `final` read ahead, for a loop over the stream. */
	readonly #ahead: Promise<Result<Chunk>>[] = [];
	/** How many of them the loop has taken; `shift` would move all others for each. */
	#taken = 0;
	#isLeft = false;

	constructor(open: () => Promise<OpenedStream>, convert: (event: unknown) => Chunk) {
		const draft = new CompletionDraft();
		super(open, convert, draft);
		this.#draft = draft;
	}

	override next(): Promise<Result<Chunk>> {
		if (this.#ahead.length === 0) return super.next();
		const known = this.#ahead[this.#taken++];
		if (known) return known;
		this.#taken = this.#ahead.length = 0;
		return super.next();
	}

	override return(value?: unknown): Promise<Result<Chunk>> {
		this.#isLeft ||= !this.isDone;
		this.#taken = this.#ahead.length = 0;
		return super.return(value);
	}

	async text(): Promise<string> {
		await this.#readAll();
		return this.#draft.content;
	}

	async final(): Promise<FinalCompletion> {
		await this.#readAll();
		return this.#draft.toCompletion();
	}

	protected override fork(open: () => Promise<OpenedStream>): CallStream<Chunk> {
		return createChatStream(open, (chunk) => chunk as Chunk);
	}

	async #readAll(): Promise<void> {
		for (let isEnd = false; !isEnd && !this.failure; ) {
			const result = super.next();
			this.#ahead.push(result);
			isEnd = await result.then(
				({ done }) => done === true,
				() => true,
			);
		}
		if (this.failure) throw withCaller(this.failure.error);
		if (this.#isLeft && !this.#draft.isFinished)
			throw new InferenceClientInputError("The stream was stopped before its end: the answer is incomplete.");
	}
}

/** A chunk that one of two readers has taken, and the way to the one after it. */
interface Link<Chunk> {
	result?: Promise<Result<Chunk>>;
	next(): Link<Chunk>;
}

/** Splits a stream into two readers with the same chunks. It is closed when both are closed. */
function splitReader<Chunk>(source: EventStream<Chunk>): [OpenedStream["reader"], OpenedStream["reader"]] {
	const link = (result?: Promise<Result<Chunk>>): Link<Chunk> => {
		let following: Link<Chunk> | undefined;
		const next = (): Link<Chunk> => {
			following ??= link(source.next());
			return following;
		};
		return result ? { result, next } : { next };
	};
	let open = 2;
	const createSide = (start: Link<Chunk>): OpenedStream["reader"] => {
		// Chunks that no side will read are not kept.
		let at: Link<Chunk> | undefined = start;
		const next = async (): Promise<Result<Chunk>> => {
			at = at?.next();
			return (await at?.result) ?? DONE;
		};
		const close = (): void => {
			if (at && --open === 0) void source.return();
			at = undefined;
		};
		return readerOf(next, close);
	};
	const start = link();
	return [createSide(start), createSide(start)];
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
