import type { BodyObserver, ObservableResponse } from "../http/index.ts";
import { StoppedEarly, type Tap, tapBody } from "./tap.ts";

type Bytes = ReadableStream<Uint8Array>;
type Reader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * The same response, told of to an observer as it is read.
 *
 * A body put around another costs a third of a call and of a token, and methods set on each response a tenth of a call
 * (`npm run bench:exchange`). So the response, its stream and its reader each get a prototype that stands before their
 * own and tells of what is read; only what cannot be told so (`tee`, pipes, iteration) gets a new body.
 */
export function observeBody(response: Response | ObservableResponse, observer: BodyObserver): Response {
	if ("observe" in response) {
		response.observe(observer);
		return response;
	}
	return insertPrototype(response, new Watch(observer), responses);
}

const WATCH = Symbol("watch");

/** The state of one observed body, shared by the response, its stream and its reader. */
class Watch {
	readonly observer: BodyObserver;
	/** Undefined until somebody asks for it: in Node the stream of a body is made then. */
	stream: Bytes | null | undefined;
	/** The reader was asked for by the tap, which tells itself. */
	isTapped = false;
	private isOver = false;

	constructor(observer: BodyObserver) {
		this.observer = observer;
	}

	readonly note = ({ done, value }: ReadableStreamReadResult<Uint8Array>): void => {
		if (done) this.end();
		else this.observer.piece(value, false);
	};

	readonly end = (error?: unknown): void => {
		if (this.isOver) return;
		this.isOver = true;
		this.observer.end(error);
	};

	/** Passes on what a method of the response reads as a whole. */
	async whole<Value>(pending: Promise<Value>, read: (value: Value) => string | Uint8Array | undefined): Promise<Value> {
		try {
			const value = await pending;
			const content = read(value);
			if (content !== undefined && !this.isOver) this.observer.piece(content, true);
			this.end();
			return value;
		} catch (error) {
			this.end(error);
			throw error;
		}
	}
}

type Watched<T> = T & { [WATCH]: Watch };
/** Prototypes by the one they stand before: there are a few classes of responses and streams. */
type Prototypes = { make: (base: object) => object; known: WeakMap<object, object> };

function insertPrototype<T extends object>(target: T, watch: Watch, { make, known }: Prototypes): T {
	const base = Object.getPrototypeOf(target) as object;
	let prototype = known.get(base);
	if (!prototype) {
		prototype = Object.create(base, Object.getOwnPropertyDescriptors(make(base))) as object;
		known.set(base, prototype);
	}
	Object.setPrototypeOf(target, prototype);
	return Object.assign(target, { [WATCH]: watch });
}

const responses: Prototypes = {
	known: new WeakMap(),
	make: (base) => {
		const plain = base as Response;
		return {
			text(this: Watched<Response>) {
				return this[WATCH].whole(plain.text.call(this), (text) => text);
			},
			async json(this: Watched<Response>): Promise<unknown> {
				return JSON.parse(await this.text());
			},
			arrayBuffer(this: Watched<Response>) {
				return this[WATCH].whole(plain.arrayBuffer.call(this), (buffer) => new Uint8Array(buffer));
			},
			blob(this: Watched<Response>) {
				return this[WATCH].whole(plain.blob.call(this), () => undefined);
			},
			get body(): Bytes | null {
				const watch = (this as unknown as Watched<Response>)[WATCH];
				if (watch.stream === undefined) {
					const stream = Reflect.get(base, "body", this) as Bytes | null;
					watch.stream = stream && insertPrototype(stream, watch, streams);
					if (!stream) watch.end();
				}
				return watch.stream;
			},
		};
	},
};

const streams: Prototypes = {
	known: new WeakMap(),
	make: (base) => {
		const plain = base as Bytes;
		return {
			getReader(this: Watched<Bytes>, options?: ReadableStreamGetReaderOptions): Reader {
				const watch = this[WATCH];
				const reader = plain.getReader.call(this, options) as Reader;
				return watch.isTapped ? reader : insertPrototype(reader, watch, readers);
			},
			cancel(this: Watched<Bytes>, reason?: unknown) {
				this[WATCH].end(new StoppedEarly());
				return plain.cancel.call(this, reason);
			},
			tee(this: Watched<Bytes>) {
				return tap(this).tee();
			},
			pipeThrough<T>(
				this: Watched<Bytes>,
				transform: ReadableWritablePair<T, Uint8Array>,
				options?: StreamPipeOptions,
			) {
				return tap(this).pipeThrough(transform, options);
			},
			pipeTo(this: Watched<Bytes>, destination: WritableStream<Uint8Array>, options?: StreamPipeOptions) {
				return tap(this).pipeTo(destination, options);
			},
			values(this: Watched<Bytes>, options?: ReadableStreamIteratorOptions) {
				return tap(this).values(options);
			},
			[Symbol.asyncIterator](this: Watched<Bytes>, options?: ReadableStreamIteratorOptions) {
				return tap(this).values(options);
			},
		};
	},
};

const readers: Prototypes = {
	known: new WeakMap(),
	make: (base) => {
		const plain = base as Reader;
		return {
			read(this: Watched<Reader>, ...view: []) {
				const result = plain.read.apply(this, view);
				result.then(this[WATCH].note, this[WATCH].end);
				return result;
			},
			cancel(this: Watched<Reader>, reason?: unknown) {
				this[WATCH].end(new StoppedEarly());
				return plain.cancel.call(this, reason);
			},
		};
	},
};

/** The stream as a new one that tells of itself. */
function tap(stream: Watched<Bytes>): Bytes {
	const watch = stream[WATCH];
	watch.isTapped = true;
	const teller: Tap = { chunk: (bytes) => watch.observer.piece(bytes, false), end: watch.end };
	return tapBody(new Response(stream), teller).body ?? stream;
}
