import { InferenceClientProviderOutputError } from "../errors.ts";
import { isConnectionFailure } from "./connection.ts";
import { describeExcess, type Limits, limitOf } from "./limits.ts";

/**
 * Keeps a file somewhere else than in memory, such as on disk.
 * @param body the file; it fails with a ProviderOutputError above `limits.fileBytes`
 * @param file its content type and URL
 * @returns the result of the call in place of the file in memory
 */
export type StoreFile = (body: ReadableStream<Uint8Array>, file: { type: string; url: string }) => Promise<Blob>;

/** Bytes after which the pieces of a file are put together, so that they are not held twice at the end. */
const FOLD_BYTES = 2 ** 24;

/**
 * Reads the body as text.
 * @throws ProviderOutputError if it is larger than `limits.jsonBytes` or cannot be decoded
 */
export async function readText(response: Response, limits?: Limits): Promise<string> {
	if (response.body === undefined) return response.text();
	const limit = limitOf("jsonBytes", limits);
	const { chunks, isComplete } = await readChunks(response, limit);
	if (!isComplete) throw new InferenceClientProviderOutputError(describeExcess("jsonBytes", limit));
	return decode(chunks);
}

/** Reads the body of an error: its first bytes, up to `limits.errorBytes`. A connection that breaks ends the text. */
export async function readErrorText(response: Response, limits?: Limits): Promise<string> {
	try {
		if (response.body === undefined) return await response.text();
		const { chunks } = await readChunks(response, limitOf("errorBytes", limits));
		return decode(chunks);
	} catch (error) {
		// The status alone says more than that the connection broke after it, or that its body cannot be read.
		if (isConnectionFailure(error) || error instanceof InferenceClientProviderOutputError) return "";
		throw error;
	}
}

/**
 * Reads the body as a file.
 * @throws ProviderOutputError if it is larger than `limits.fileBytes`
 */
export async function readFile(response: Response, limits?: Limits, storeFile?: StoreFile): Promise<Blob> {
	const { body, headers, url } = response;
	if (body === undefined) return response.blob();
	checkEncoding(response);
	const limit = limitOf("fileBytes", limits);
	const type = (headers.get("content-type") ?? "").replace(/;\s+/g, ";");
	if (storeFile && body) return storeFile(limitStream(body, limit), { type, url });
	const parts: Blob[] = [];
	let chunks: Uint8Array<ArrayBuffer>[] = [];
	let pending = 0;
	let total = 0;
	for await (const chunk of readBody(body)) {
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

async function* readBody(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array<ArrayBuffer>> {
	if (!body) return;
	const reader = body.getReader();
	let isFinished = false;
	try {
		for (;;) {
			const { done, value } = await reader.read();
			isFinished = done;
			if (done) return;
			yield value as Uint8Array<ArrayBuffer>;
		}
	} finally {
		// Not awaited: a connection that hangs must not hold up the error.
		if (!isFinished) reader.cancel().catch(() => undefined);
	}
}

interface Chunks {
	chunks: Uint8Array[];
	/** False if the body goes on; the rest was not read. */
	isComplete: boolean;
}

async function readChunks(response: Response, limit: number): Promise<Chunks> {
	checkEncoding(response);
	const chunks: Uint8Array[] = [];
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

/** A body compressed twice can be a million times as large as what was sent. */
function checkEncoding(response: Response): void {
	const encoding = response.headers.get("content-encoding");
	if (!encoding?.includes(",")) return;
	const encodings = encoding.split(",").filter((name) => !/^\s*(identity)?\s*$/i.test(name));
	if (encodings.length < 2) return;
	response.body?.cancel().catch(() => undefined);
	throw new InferenceClientProviderOutputError(`The response is compressed more than once (${encoding}): refused.`);
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

function decode(chunks: readonly Uint8Array[]): string {
	try {
		const decoder = new TextDecoder();
		const [only] = chunks;
		if (only && chunks.length === 1) return decoder.decode(only);
		let text = "";
		for (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
		return text + decoder.decode();
	} catch (cause) {
		// Engines hold about half a gigabyte in a string.
		throw new InferenceClientProviderOutputError("The response is too long for a string.", "malformed", { cause });
	}
}
