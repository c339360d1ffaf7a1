import { parseJsonOrThrow } from "../base/json.ts";
import {
	type BodyObserver,
	joinObservers,
	OBSERVER,
	type ObservableResponse,
	type ObservedResponse,
	OWN_BODY,
} from "../http/index.ts";
import { tapBody } from "./tap.ts";

type Bytes = ReadableStream<Uint8Array>;
type Reader = ReadableStreamDefaultReader<Uint8Array>;
/** An object that reports what is read from it. */
type Observed<T> = T & { [OBSERVER]: BodyObserver };

/**
 * Returns the same response; an observer learns what is read from it.
 *
 * The library's readers notify the observer themselves (`openBody`). For other readers, the response, its stream and
 * its reader each get a prototype in front of their own that reports reads: wrapping the body costs a third of a call
 * and of a token, and methods set on each response a tenth of a call. Only what cannot be observed this way (`tee`,
 * pipes, iteration) gets a new body.
 */
export function observeBody(response: Response | ObservableResponse, observer: BodyObserver): Response {
	if ("observe" in response) {
		response.observe(observer);
		return response;
	}
	if (OBSERVER in response) {
		const observed = response as ObservedResponse;
		observed[OBSERVER] = joinObservers(observed[OBSERVER], observer);
		return observed;
	}
	return insertPrototype(response, observer, responses);
}

/** Original prototype → the one in front of it; there are only a few classes of responses and streams. */
type Prototypes = { make: (base: object) => object; known: WeakMap<object, object> };

function insertPrototype<T extends object>(
	target: T,
	observer: BodyObserver,
	{ make, known }: Prototypes,
): Observed<T> {
	const base = Object.getPrototypeOf(target) as object;
	let prototype = known.get(base);
	if (!prototype) {
		prototype = Object.create(base, Object.getOwnPropertyDescriptors(make(base))) as object;
		known.set(base, prototype);
	}
	// In this order: setting a member after the prototype costs eight times as much in V8.
	const observed = target as Observed<T>;
	observed[OBSERVER] = observer;
	return Object.setPrototypeOf(observed, prototype) as Observed<T>;
}

const responses: Prototypes = {
	known: new WeakMap(),
	make: (base) => {
		const plain = base as Response;
		const readBytes = Reflect.get(base, "bytes") as Response["bytes"] | undefined;
		return {
			text(this: ObservedResponse) {
				return tellWhole(this, plain.text.call(this), (text) => text);
			},
			async json(this: ObservedResponse): Promise<unknown> {
				return parseJsonOrThrow(await this.text());
			},
			arrayBuffer(this: ObservedResponse) {
				return tellWhole(this, plain.arrayBuffer.call(this), (buffer) => new Uint8Array(buffer));
			},
			blob(this: ObservedResponse) {
				return tellWhole(this, plain.blob.call(this));
			},
			formData(this: ObservedResponse) {
				return tellWhole(this, plain.formData.call(this));
			},
			// Node 20 has no such method.
			...(readBytes && {
				bytes(this: ObservedResponse) {
					return tellWhole(this, readBytes.call(this), (bytes) => bytes);
				},
			}),
			get body(): Bytes | null {
				const { [OBSERVER]: observer, [OWN_BODY]: own } = this as unknown as ObservedResponse;
				const stream = own.call(this);
				if (!stream) observer.end();
				return stream && !(OBSERVER in stream) ? insertPrototype(stream, observer, streams) : stream;
			},
			[OWN_BODY](this: ObservedResponse): Bytes | null {
				return Reflect.get(base, "body", this) as Bytes | null;
			},
		};
	},
};

/** Reports what a method of the response reads as a whole. */
async function tellWhole<Value>(
	{ [OBSERVER]: observer }: ObservedResponse,
	pending: Promise<Value>,
	read: (value: Value) => string | Uint8Array | undefined = () => undefined,
): Promise<Value> {
	try {
		const value = await pending;
		const content = read(value);
		if (content !== undefined) observer.piece(content, true);
		observer.end();
		return value;
	} catch (error) {
		observer.end(error);
		throw error;
	}
}

const streams: Prototypes = {
	known: new WeakMap(),
	make: (base) => {
		const plain = base as Bytes;
		return {
			getReader(this: Observed<Bytes>, options?: ReadableStreamGetReaderOptions): Reader {
				return insertPrototype(plain.getReader.call(this, options) as Reader, this[OBSERVER], readers);
			},
			cancel(this: Observed<Bytes>, reason?: unknown) {
				this[OBSERVER].end();
				return plain.cancel.call(this, reason);
			},
			tee(this: Observed<Bytes>) {
				return tap(this).tee();
			},
			pipeThrough<T>(
				this: Observed<Bytes>,
				transform: ReadableWritablePair<T, Uint8Array>,
				options?: StreamPipeOptions,
			) {
				return tap(this).pipeThrough(transform, options);
			},
			pipeTo(this: Observed<Bytes>, destination: WritableStream<Uint8Array>, options?: StreamPipeOptions) {
				return tap(this).pipeTo(destination, options);
			},
			values(this: Observed<Bytes>, options?: ReadableStreamIteratorOptions) {
				return tap(this).values(options);
			},
			[Symbol.asyncIterator](this: Observed<Bytes>, options?: ReadableStreamIteratorOptions) {
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
			read(this: Observed<Reader>, ...view: []) {
				const { [OBSERVER]: observer } = this;
				const result = plain.read.apply(this, view);
				result.then(
					({ done, value }) => (done ? observer.end() : observer.piece(value, false)),
					(error: unknown) => observer.end(error),
				);
				return result;
			},
			cancel(this: Observed<Reader>, reason?: unknown) {
				this[OBSERVER].end();
				return plain.cancel.call(this, reason);
			},
		};
	},
};

/** Returns a new stream that reports reads: pipes do not read through the methods of a stream. */
function tap(stream: Observed<Bytes>): Bytes {
	const { [OBSERVER]: observer } = stream;
	const base = Object.getPrototypeOf(Object.getPrototypeOf(stream)) as object;
	const own = Object.setPrototypeOf(stream, base) as Bytes;
	const tapped = tapBody(new Response(own), {
		chunk: (bytes) => observer.piece(bytes, false),
		end: (error) => observer.end(error),
	});
	return tapped.body ?? own;
}
