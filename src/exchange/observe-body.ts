import type { BodyObserver, ObservableResponse } from "../http/index.ts";
import { StoppedEarly, type Tap, tapBody } from "./tap.ts";

/**
 * The same response, told of to an observer as it is read.
 *
 * A body put around another costs a third of a call and of a token (`npm run bench:exchange`), so the response's own
 * methods are looked at instead, and only what cannot be looked at (`tee`, pipes, iteration) gets a new body.
 */
export function observeBody(response: Response | ObservableResponse, observer: BodyObserver): Response {
	if ("observe" in response) {
		response.observe(observer);
		return response;
	}
	let isOver = false;
	const end = (error?: unknown): void => {
		if (isOver) return;
		isOver = true;
		observer.end(error);
	};
	const whole = <Value>(pending: Promise<Value>, read: (value: Value) => string | Uint8Array | undefined) =>
		pending.then(
			(value) => {
				const content = read(value);
				if (content !== undefined && !isOver) observer.piece(content, true);
				end();
				return value;
			},
			(error: unknown) => {
				end(error);
				throw error;
			},
		);
	// The methods of the class are looked up when they are called: most calls read a body in one way only.
	const methods = Object.getPrototypeOf(response) as Response;
	response.text = () => whole(methods.text.call(response), (value) => value);
	response.json = () => response.text().then((value) => JSON.parse(value) as unknown);
	response.arrayBuffer = () => whole(methods.arrayBuffer.call(response), (value) => new Uint8Array(value));
	response.blob = () => whole(methods.blob.call(response), () => undefined);
	// Only where it is asked for: in Node the stream of a body is made then.
	let stream: ReadableStream<Uint8Array> | null | undefined;
	Object.defineProperty(response, "body", {
		configurable: true,
		get: () => {
			if (stream === undefined) {
				stream = Reflect.get(methods, "body", response);
				if (stream) observeStream(stream, observer, end);
				else end();
			}
			return stream;
		},
	});
	return response;
}

function observeStream(body: ReadableStream<Uint8Array>, observer: BodyObserver, end: (error?: unknown) => void): void {
	const getReader = body.getReader.bind(body) as () => ReadableStreamDefaultReader<Uint8Array>;
	const cancel = body.cancel.bind(body);
	const note = ({ done, value }: ReadableStreamReadResult<Uint8Array>): void => {
		if (done) end();
		else observer.piece(value, false);
	};
	const watched = (): ReadableStreamDefaultReader<Uint8Array> => {
		const reader = getReader();
		const [read, stop] = [reader.read.bind(reader), reader.cancel.bind(reader)];
		reader.read = () => {
			const result = read();
			result.then(note, end);
			return result;
		};
		reader.cancel = (reason) => {
			end(new StoppedEarly());
			return stop(reason);
		};
		return reader;
	};
	body.getReader = watched as typeof body.getReader;
	body.cancel = (reason) => {
		end(new StoppedEarly());
		return cancel(reason);
	};
	const tap: Tap = { chunk: (bytes) => observer.piece(bytes, false), end };
	const wrapped = (): ReadableStream<Uint8Array> => {
		// The plain reader: the tap tells of what it reads.
		body.getReader = getReader as typeof body.getReader;
		return tapBody(new Response(body), tap).body ?? body;
	};
	body.tee = () => wrapped().tee();
	body.pipeThrough = (transform, options) => wrapped().pipeThrough(transform, options);
	body.pipeTo = (destination, options) => wrapped().pipeTo(destination, options);
	const values = (options?: ReadableStreamIteratorOptions): ReadableStreamAsyncIterator<Uint8Array> =>
		wrapped().values(options);
	body.values = values;
	body[Symbol.asyncIterator] = values;
}
