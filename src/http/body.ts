import { InferenceClientProviderOutputError } from "../errors.ts";
import { isConnectionFailure } from "./connection.ts";
import { decode } from "./decode.ts";
import { checkEncoding } from "./encoding.ts";
import { describeExcess, type Limits, limitOf } from "./limits.ts";

/**
 * Reads the body as text.
 * @throws ProviderOutputError if it is larger than `limits.jsonBytes` or cannot be decoded
 */
export async function readText(response: Response, limits?: Limits): Promise<string> {
	const limit = limitOf("jsonBytes", limits);
	const { chunks, isComplete } = await readChunks(response, limit);
	if (!isComplete) throw new InferenceClientProviderOutputError(describeExcess("jsonBytes", limit));
	return decode(chunks);
}

/** Reads the body of an error: its first bytes, up to `limits.errorBytes`. A connection that breaks ends the text. */
export async function readErrorText(response: Response, limits?: Limits): Promise<string> {
	try {
		const { chunks } = await readChunks(response, limitOf("errorBytes", limits));
		return decode(chunks);
	} catch (error) {
		// The status alone says more than that the connection broke after it, or that its body cannot be read.
		if (isConnectionFailure(error) || error instanceof InferenceClientProviderOutputError) return "";
		throw error;
	}
}

/** A body that was read up to a number of bytes. */
export interface BoundedBody {
	chunks: Uint8Array[];
	/** False if the body goes on; the rest was not read. */
	isComplete: boolean;
}

/** A response of a transport that reads a body in less time than its stream would take. */
export interface BoundedResponse extends Response {
	readWithin(limit: number): Promise<BoundedBody>;
}

/** Told of a body beside its reader, who never waits for it. */
export interface BodyObserver {
	/** A chunk of the body, or all of it at once. */
	piece(content: string | Uint8Array, isWhole: boolean): void;
	/** Called once: the body ended (no error), failed, or its reader stopped early. */
	end(error?: unknown): void;
}

/** A response of a transport that tells of its body while it is read. */
export interface ObservableResponse extends Response {
	observe(observer: BodyObserver): void;
}

async function readChunks(response: Response | BoundedResponse, limit: number): Promise<BoundedBody> {
	checkEncoding(response);
	if ("readWithin" in response) return await response.readWithin(limit);
	const chunks: Uint8Array[] = [];
	// Some runtimes have no streams.
	if (response.body === undefined) return { chunks: [new Uint8Array(await response.arrayBuffer())], isComplete: true };
	if (!response.body) return { chunks, isComplete: true };
	const reader = response.body.getReader();
	let size = 0;
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return { chunks, isComplete: true };
		size += value.length;
		if (size > limit) {
			reader.cancel().catch(() => undefined);
			chunks.push(value.subarray(0, value.length - (size - limit)));
			return { chunks, isComplete: false };
		}
		chunks.push(value);
	}
}
