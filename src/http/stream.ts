import { parseJson, readMember, stringify } from "../base/json.ts";
import { InferenceClientProviderApiError, InferenceClientProviderOutputError } from "../errors.ts";
import { abortReason, onAbort } from "./abort.ts";
import { type BodyObserver, DEFAULT_LIMITS, describeExcess, dropBody, type Limits, openBody } from "./body.ts";
import { findDetail } from "./error-detail.ts";
import { EventParser } from "./events.ts";
import { findSecrets, removeSecret } from "./redact.ts";
import { describeRequest, describeResponse, type WireRequest } from "./send.ts";

const END_MARKER = "[DONE]";

export interface StreamOptions {
	limits?: Limits | undefined;
	/** Ends the stream at once, even if events have already arrived. */
	signal?: AbortSignal | null | undefined;
}

/**
 * Reads the JSON values of a streamed response.
 *
 * The constructor and `next` throw ProviderApiError if the response is not an event stream or an event reports an error,
 * and ProviderOutputError if an event is not JSON or larger than `limits.eventBytes`.
 */
export class StreamReader {
	readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
	readonly #observer: BodyObserver | undefined;
	readonly #parser = new EventParser();
	readonly #limit: number;
	readonly #signal: AbortSignal | null | undefined;
	readonly #release: () => void;
	readonly #response: Response;
	readonly #request: WireRequest;
	/** The end of the body was read; events of its last chunk may still be waiting. */
	#isRead = false;
	#isClosed = false;

	constructor(response: Response, request: WireRequest, options: StreamOptions = {}) {
		this.#response = response;
		this.#request = request;
		this.#signal = options.signal ?? request.info.signal;
		this.#limit = options.limits?.eventBytes ?? DEFAULT_LIMITS.eventBytes;
		const contentType = response.headers.get("content-type");
		if (!contentType?.toLowerCase().startsWith("text/event-stream")) {
			dropBody(response);
			const expected = "server does not support event stream content type";
			throw this.#fail(`${expected}, it returned ${contentType}`, "");
		}
		const { body, observer } = openBody(response);
		this.#observer = observer;
		this.#reader = body?.getReader();
		// Ends a pending read, even if the body ignores the signal; `take` then throws the reason.
		this.#release = onAbort(this.#signal, () => this.#cancel());
	}

	/** Returns the next value, or a promise if it has not arrived; undefined at the end. */
	next(): unknown {
		return this.nextWith(identity, rethrow);
	}

	/**
	 * Like `next`, but transforms each value, with only one promise for a value that has not arrived.
	 * @param deliver returns the result for a value, or for undefined at the end
	 * @param fail throws the error of an awaited value
	 */
	nextWith<Result>(deliver: (value: unknown) => Result, fail: (error: unknown) => never): Result | Promise<Result> {
		let value: unknown;
		try {
			value = this.#take();
		} catch (error) {
			this.close();
			throw error;
		}
		return value !== undefined || this.#isClosed ? deliver(value) : this.#read(deliver, fail);
	}

	/** Ends the stream and closes the connection. */
	close(): void {
		if (this.#isClosed) return;
		this.#isClosed = true;
		this.#release();
		if (!this.#isRead) this.#cancel();
	}

	#cancel(): void {
		// Not awaited: a connection that hangs must not keep the consumer waiting for its end.
		this.#observer?.end();
		this.#reader?.cancel().catch(() => undefined);
	}

	#read<Result>(deliver: (value: unknown) => Result, fail: (error: unknown) => never): Promise<Result> {
		const closeAndFail = (error: unknown): never => {
			this.close();
			return fail(error);
		};
		const accept = ({ done, value }: ReadableStreamReadResult<Uint8Array>): Result | Promise<Result> => {
			let found: unknown;
			try {
				this.#isRead = done;
				if (value) {
					this.#observer?.piece(value);
					this.#parser.push(value);
				} else {
					this.#observer?.end();
					this.#parser.end();
				}
				found = this.#take();
			} catch (error) {
				return closeAndFail(error);
			}
			return found !== undefined || this.#isClosed ? deliver(found) : this.#read(deliver, fail);
		};
		const lose = (error: unknown): never => {
			this.#observer?.end(error);
			// Transports report an abort with different errors.
			return closeAndFail(this.#signal?.aborted ? abortReason(this.#signal) : error);
		};
		if (this.#reader && !this.#isRead) return this.#reader.read().then(accept, lose);
		this.close();
		return Promise.resolve(deliver(undefined));
	}

	/** Returns the next value that has arrived; undefined if there is none or the stream has ended. */
	#take(): unknown {
		if (this.#signal?.aborted) throw abortReason(this.#signal);
		while (!this.#isClosed) {
			const data = this.#parser.next();
			if ((data?.length ?? this.#parser.pendingLength) > this.#limit) {
				throw new InferenceClientProviderOutputError(describeExcess("eventBytes", this.#limit));
			}
			if (data === undefined) return undefined;
			if (data === END_MARKER) this.close();
			else if (data !== "" || this.#parser.event === "error") return this.#parse(data);
		}
		return undefined;
	}

	#parse(data: string): unknown {
		const value = parseJson(data);
		if (this.#parser.event === "error" || (value !== null && typeof value === "object" && "error" in value)) {
			// Programs written for the reference client search for this exact text.
			throw this.#fail(`an occurred while streaming the response: ${describeError(value, data)}`, value ?? data);
		}
		if (value !== undefined) return value;
		const shown = shorten(removeSecret(data, findSecrets(this.#request.url, this.#request.info.headers)));
		throw new InferenceClientProviderOutputError(`Received a malformed event in the stream: ${shown}`);
	}

	#fail(detail: string, body: unknown): InferenceClientProviderApiError {
		return new InferenceClientProviderApiError(
			`Failed to perform inference: ${detail}`,
			describeRequest(this.#request),
			describeResponse(this.#response, body),
		);
	}
}

const identity = (value: unknown): unknown => value;

const rethrow = (error: unknown): never => {
	throw error;
};

/** Returns the text of an error: a string, its `message`, or its JSON. */
function describeError(value: unknown, data: string): string {
	const hasError = value !== null && typeof value === "object" && "error" in value;
	const error: unknown = hasError ? value.error : value;
	if (typeof error === "string") return error;
	const message = readMember(error, "message");
	if (typeof message === "string") return message;
	if (hasError) return stringify(error);
	return findDetail(value) ?? (value === undefined ? shorten(data) : stringify(value));
}

function shorten(text: string): string {
	return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
