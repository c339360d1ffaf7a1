import { InferenceClientProviderOutputError } from "../errors.ts";
import { checkEncoding } from "./encoding.ts";
import { describeExcess, type Limits, limitOf } from "./limits.ts";
import { type BodyObserver, openBody } from "./observe.ts";

/**
 * Keeps a file somewhere else than in memory, such as on disk.
 * @param body the file; it fails with a ProviderOutputError above `limits.fileBytes`
 * @param file its content type and URL
 * @returns the result of the call in place of the file in memory
 */
export type StoreFile = (body: ReadableStream<Uint8Array>, file: { type: string; url: string }) => Promise<Blob>;

/** Bytes after which the chunks of a file are merged, so that they are not held twice at the end. */
const FOLD_BYTES = 2 ** 24;

/**
 * Reads the body as a file.
 * @throws ProviderOutputError if it is larger than `limits.fileBytes`
 */
export async function readFile(response: Response, limits?: Limits, storeFile?: StoreFile): Promise<Blob> {
	checkEncoding(response);
	const { headers, url } = response;
	const { body, observer } = openBody(response);
	if (body === undefined) return response.blob();
	const limit = limitOf("fileBytes", limits);
	const type = (headers.get("content-type") ?? "").replace(/;\s+/g, ";");
	if (storeFile && response.body) return storeFile(limitStream(response.body, limit), { type, url });
	const parts: Blob[] = [];
	let chunks: Uint8Array<ArrayBuffer>[] = [];
	let pending = 0;
	let total = 0;
	for await (const chunk of readBody(body, observer)) {
		total += chunk.length;
		pending += chunk.length;
		if (total > limit) throw new InferenceClientProviderOutputError(describeExcess("fileBytes", limit));
		chunks.push(chunk);
		if (pending < FOLD_BYTES) continue;
		parts.push(new Blob(chunks));
		chunks = [];
		pending = 0;
	}
	return new Blob([...parts, ...chunks], { type });
}

async function* readBody(
	body: ReadableStream<Uint8Array> | null,
	observer: BodyObserver | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
	const reader = body?.getReader();
	let isFinished = false;
	let failure: unknown;
	try {
		for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
			observer?.piece(next.value, false);
			yield next.value as Uint8Array<ArrayBuffer>;
		}
		isFinished = true;
	} catch (error) {
		failure = error;
		throw error;
	} finally {
		observer?.end(failure);
		// Not awaited: a connection that hangs must not hold up the error.
		if (!isFinished) reader?.cancel().catch(() => undefined);
	}
}

function limitStream(body: ReadableStream<Uint8Array>, limit: number): ReadableStream<Uint8Array> {
	let total = 0;
	return body.pipeThrough(
		new TransformStream<Uint8Array, Uint8Array>({
			transform(chunk, sink) {
				total += chunk.length;
				if (total > limit) sink.error(new InferenceClientProviderOutputError(describeExcess("fileBytes", limit)));
				else sink.enqueue(chunk);
			},
		}),
	);
}
