import type { Dispatcher } from "undici";
import { joinBytes } from "../../../base/bytes.ts";
import {
	type BodyObserver,
	type BoundedBody,
	type BoundedResponse,
	joinObservers,
	type ObservableResponse,
	type PieceReader,
} from "../../../http/index.ts";
import { LightResponse } from "../../../http/light-response.ts";

type Chunk = Uint8Array<ArrayBuffer>;

/** Bytes buffered for a reader that is slower than the network. */
const MAX_BUFFERED_BYTES = 2 ** 18;

/** The body of a response as it arrives in. What came in one piece of the network is read in one piece. */
export class PooledBody implements AsyncIterable<Chunk> {
	observer: BodyObserver | undefined;
	private readonly source: Dispatcher.DispatchController;
	private chunks: Chunk[] = [];
	private size = 0;
	private isComplete = false;
	private failure: { reason: unknown } | undefined;
	private wake: (() => void) | undefined;

	constructor(source: Dispatcher.DispatchController) {
		this.source = source;
	}

	push(chunk: Chunk): void {
		this.chunks.push(chunk);
		this.size += chunk.length;
		if (this.size > MAX_BUFFERED_BYTES) this.source.pause();
		this.settle();
	}

	end(): void {
		this.isComplete = true;
		this.settle();
	}

	fail(reason: unknown): void {
		if (this.isComplete) return;
		this.failure ??= { reason };
		this.settle();
	}

	/** Aborts an incomplete response. */
	cancel(): void {
		if (this.isComplete || this.failure) return;
		this.chunks = [];
		const error = new Error("canceled");
		this.failure = { reason: error };
		this.reportEnd();
		this.source.abort(error);
	}

	/** Returns the next data, waiting for it; undefined at the end. */
	async next(): Promise<Chunk | undefined> {
		while (this.chunks.length === 0) {
			if (this.failure) {
				this.reportEnd(this.failure.reason);
				throw this.failure.reason;
			}
			if (this.isComplete) {
				this.reportEnd();
				return undefined;
			}
			await new Promise<void>((resolve) => {
				this.wake = resolve;
			});
		}
		const chunks = this.takeAll();
		const [only] = chunks;
		return only && chunks.length === 1 ? only : joinBytes(chunks);
	}

	/**
	 * Reads the body up to a number of bytes and drops the rest. Uses one promise: one per chunk costs as much as the
	 * call.
	 */
	read(limit: number): Promise<BoundedBody> {
		const chunks: Chunk[] = [];
		let size = 0;
		return new Promise((resolve, reject) => {
			const take = (): void => {
				for (const chunk of this.takeAll()) {
					size += chunk.length;
					if (size > limit) {
						this.cancel();
						chunks.push(chunk.subarray(0, chunk.length - (size - limit)));
						resolve({ chunks, isComplete: false });
						return;
					}
					chunks.push(chunk);
				}
				if (this.failure) {
					this.reportEnd(this.failure.reason);
					reject(this.failure.reason);
				} else if (this.isComplete) {
					this.reportEnd();
					resolve({ chunks, isComplete: true });
				} else this.wake = take;
			};
			take();
		});
	}

	stream(): ReadableStream<Chunk> {
		return new ReadableStream<Chunk>(
			{
				pull: async (sink) => {
					const chunk = await this.next();
					if (chunk) sink.enqueue(chunk);
					else sink.close();
				},
				cancel: () => this.cancel(),
			},
			{ highWaterMark: 0 },
		);
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<Chunk> {
		for (let chunk = await this.next(); chunk; chunk = await this.next()) yield chunk;
	}

	private takeAll(): readonly Chunk[] {
		const { chunks } = this;
		if (chunks.length === 0) return chunks;
		this.chunks = [];
		this.size = 0;
		if (this.source.paused) this.source.resume();
		if (this.observer) for (const chunk of chunks) this.observer.piece(chunk);
		return chunks;
	}

	private reportEnd(error?: unknown): void {
		this.observer?.end(error);
		this.observer = undefined;
	}

	private settle(): void {
		const { wake } = this;
		this.wake = undefined;
		wake?.();
	}
}

/** A response whose body becomes a web stream only on request: creating one costs as much as a call. */
export class PooledResponse extends LightResponse implements BoundedResponse, ObservableResponse {
	private readonly source: PooledBody;

	constructor(source: PooledBody, facts: ConstructorParameters<typeof LightResponse>[1]) {
		super(() => source.stream(), facts);
		this.source = source;
	}

	observe(observer: BodyObserver): void {
		this.source.observer = joinObservers(this.source.observer, observer);
	}

	pieces(): PieceReader {
		return this.source;
	}

	readWithin(limit: number): Promise<BoundedBody> {
		return this.source.read(limit);
	}
}
