import { InferenceClientProviderOutputError } from "../errors.ts";
import { isConnectionFailure } from "./connection.ts";
import { decode } from "./decode.ts";
import { checkEncoding } from "./encoding.ts";
import { describeExcess, type Limits, limitOf } from "./limits.ts";
import { openBody } from "./observe.ts";

/**
 * Reads the body as text.
 * @throws ProviderOutputError if it is larger than `limits.jsonBytes` or cannot be decoded
 */
export function readText(response: Response, limits?: Limits): Promise<string> {
	const limit = limitOf("jsonBytes", limits);
	return readChunks(response, limit, (chunks, isComplete) => {
		if (!isComplete) throw new InferenceClientProviderOutputError(describeExcess("jsonBytes", limit));
		return decode(chunks);
	});
}

/** Reads the body of an error: its first bytes, up to `limits.errorBytes`. A connection that breaks ends the text. */
export async function readErrorText(response: Response, limits?: Limits): Promise<string> {
	try {
		return await readChunks(response, limitOf("errorBytes", limits), decode);
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
	pieces(): PieceReader;
}

/** Reads a body piece by piece. */
export interface PieceReader {
	/** The next piece; undefined at the end. */
	next(): Promise<Uint8Array | undefined>;
	/** Ends the response where it is not complete. */
	cancel(): void;
}

/** Reads the body of a response piece by piece, without a stream of the web where the transport has a faster way. */
export function readPieces(response: Response | BoundedResponse): PieceReader {
	if ("pieces" in response) return response.pieces();
	const reader = response.body?.getReader();
	return {
		next: async () => (await reader?.read())?.value,
		cancel: () => void reader?.cancel().catch(() => undefined),
	};
}

/**
 * Reads a body up to a limit.
 * @param finish makes the result; `isComplete` is false if the body goes on, and the rest was not read
 */
function readChunks<Result>(
	response: Response | BoundedResponse,
	limit: number,
	finish: (chunks: readonly Uint8Array[], isComplete: boolean) => Result,
): Promise<Result> {
	return "readWithin" in response
		? response.readWithin(limit).then((body) => finish(body.chunks, body.isComplete))
		: readStream(response, limit, finish);
}

async function readStream<Result>(
	response: Response,
	limit: number,
	finish: (chunks: readonly Uint8Array[], isComplete: boolean) => Result,
): Promise<Result> {
	checkEncoding(response);
	const chunks: Uint8Array[] = [];
	const { body, observer } = openBody(response);
	// Some runtimes have no streams.
	if (body === undefined) return finish([new Uint8Array(await response.arrayBuffer())], true);
	let isComplete = true;
	try {
		const reader = body?.getReader();
		let size = 0;
		for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
			const { value } = next;
			observer?.piece(value, false);
			size += value.length;
			isComplete = size <= limit;
			chunks.push(isComplete ? value : value.subarray(0, value.length - (size - limit)));
			if (isComplete) continue;
			reader?.cancel().catch(() => undefined);
			break;
		}
	} catch (error) {
		observer?.end(error);
		throw error;
	}
	observer?.end();
	return finish(chunks, isComplete);
}
