import { InferenceClientProviderOutputError } from "../errors.ts";
import { isConnectionFailure } from "./connection.ts";
import { decode } from "./decode.ts";
import { checkEncoding } from "./encoding.ts";
import { describeExcess, type Limits, limitOf } from "./limits.ts";

/**
 * Reads the body as text.
 * @throws ProviderOutputError if it is larger than `limits.jsonBytes` or cannot be decoded
 */
export function readText(response: Response, limits?: Limits): Promise<string> {
	if (response.body === undefined) return response.text();
	const limit = limitOf("jsonBytes", limits);
	return readChunks(response, limit, (chunks, isComplete) => {
		if (!isComplete) throw new InferenceClientProviderOutputError(describeExcess("jsonBytes", limit));
		return decode(chunks);
	});
}

/** Reads the body of an error: its first bytes, up to `limits.errorBytes`. A connection that breaks ends the text. */
export async function readErrorText(response: Response, limits?: Limits): Promise<string> {
	try {
		if (response.body === undefined) return await response.text();
		return await readChunks(response, limitOf("errorBytes", limits), decode);
	} catch (error) {
		// The status alone says more than that the connection broke after it, or that its body cannot be read.
		if (isConnectionFailure(error) || error instanceof InferenceClientProviderOutputError) return "";
		throw error;
	}
}

/**
 * Reads a body up to a limit.
 * @param finish makes the result; `isComplete` is false if the body goes on, and the rest was not read
 */
async function readChunks<Result>(
	response: Response,
	limit: number,
	finish: (chunks: readonly Uint8Array[], isComplete: boolean) => Result,
): Promise<Result> {
	checkEncoding(response);
	const chunks: Uint8Array[] = [];
	if (!response.body) return finish(chunks, true);
	const reader = response.body.getReader();
	let size = 0;
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return finish(chunks, true);
		size += value.length;
		if (size > limit) {
			reader.cancel().catch(() => undefined);
			chunks.push(value.subarray(0, value.length - (size - limit)));
			return finish(chunks, false);
		}
		chunks.push(value);
	}
}
