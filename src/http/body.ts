import { InferenceClientProviderOutputError } from "../errors.ts";
import { isConnectionFailure } from "./connection.ts";
import { describeExcess, type Limits, limitOf } from "./limits.ts";
import { type BodyObserver, openBody } from "./observe.ts";

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

const utf8 = new TextDecoder();

/**
 * Decodes UTF-8.
 * @throws ProviderOutputError for more than a string can hold
 */
function decode(chunks: readonly Uint8Array[]): string {
	try {
		const [only] = chunks;
		if (only && chunks.length === 1) return utf8.decode(only);
		const decoder = new TextDecoder();
		let text = "";
		for (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
		return text + decoder.decode();
	} catch (cause) {
		// Engines hold about half a gigabyte in a string.
		throw new InferenceClientProviderOutputError("The response is too long for a string.", "malformed", { cause });
	}
}

/**
 * Refuses a body that is compressed more than once: it can be a million times as large as what was sent.
 * @throws ProviderOutputError
 */
function checkEncoding(response: Response): void {
	const encoding = response.headers.get("content-encoding");
	if (!encoding?.includes(",")) return;
	const encodings = encoding.split(",").filter((name) => !/^\s*(identity)?\s*$/i.test(name));
	if (encodings.length < 2) return;
	response.body?.cancel().catch(() => undefined);
	throw new InferenceClientProviderOutputError(`The response is compressed more than once (${encoding}): refused.`);
}

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
