import { parseJson } from "../base/json.ts";
import { InferenceClientProviderOutputError } from "../errors.ts";
import { onAbort } from "./abort.ts";
import { isConnectionFailure } from "./connection.ts";

/** Is notified while a body is read; the reader never waits for it. */
export interface BodyObserver {
	/** A chunk of the body. */
	piece(content: Uint8Array): void;
	/** The body ended or its reader stopped early (no error), or it failed. Only the first call counts. */
	end(error?: unknown): void;
}

/** A response whose transport reports on its body while it is read. */
export interface ObservableResponse extends Response {
	observe(observer: BodyObserver): void;
}

/** Key of a request's `init`: who sent it reads the response with `openBody` and notifies the observer. */
export const OBSERVES_BODY = /* @__PURE__ */ Symbol();

/** Key of a response's observer. */
const OBSERVER = Symbol();

/** Key of the signal that ends the reading of a response. */
const SIGNAL = Symbol();

interface ObservedResponse extends Response {
	[OBSERVER]?: BodyObserver;
	[SIGNAL]?: AbortSignal;
}

/** Ends the reading of the body when the signal aborts, even if the `fetch` that returned the response ignores signals. */
export function followSignal(response: ObservedResponse, signal: AbortSignal): Response {
	response[SIGNAL] = signal;
	return response;
}

/** Adds an observer for the reader of the response to notify. */
export function addObserver(response: Response | ObservableResponse, observer: BodyObserver): void {
	if ("observe" in response) response.observe(observer);
	else {
		const observed: ObservedResponse = response;
		observed[OBSERVER] = joinObservers(observed[OBSERVER], observer);
	}
}

/** Returns the body for a reader that notifies the observer itself: a stream in between costs a third of a call. */
export function openBody({ body, [OBSERVER]: observer }: ObservedResponse) {
	// Some runtimes have no streams.
	return { body: body as ReadableStream<Uint8Array> | null | undefined, observer };
}

/** Drops a response unread. Not awaited: a hanging connection must not block the caller. */
export function dropBody(response: Response): void {
	const { body, observer } = openBody(response);
	observer?.end();
	body?.cancel().catch(() => undefined);
}

/** Returns an observer that notifies both. */
export function joinObservers(first: BodyObserver | undefined, second: BodyObserver): BodyObserver {
	if (!first) return second;
	return {
		piece: (content) => {
			first.piece(content);
			second.piece(content);
		},
		end: (error) => {
			first.end(error);
			second.end(error);
		},
	};
}

/** The body of a successful response. */
interface ResponseContent {
	/** The JSON value of a JSON response, else a Blob. */
	data: unknown;
	/** The text of a response that claims to be JSON and is not; `data` is this text too. */
	invalidJson?: string;
}

/**
 * Reads the body of a successful response by its content type.
 * @throws ProviderOutputError if it is larger than `limits` allow
 */
export async function readResponse(
	response: Response,
	{ limits, storeFile }: { limits?: Limits | undefined; storeFile?: StoreFile | undefined } = {},
): Promise<ResponseContent> {
	if (!isType(response.headers, "application/json")) return { data: await readFile(response, limits, storeFile) };
	const text = await readText(response, limits);
	const data = parseJson(text);
	return data === undefined ? { data: text, invalidJson: text } : { data };
}

/** Whether the content type starts with `type`, in any spelling. */
export function isType(headers: Headers, type: string): boolean {
	return headers.get("content-type")?.toLowerCase().startsWith(type) ?? false;
}

/**
 * Reads the body as text.
 * @throws ProviderOutputError if it is larger than `limits.jsonBytes` or cannot be decoded
 */
export async function readText(response: Response, limits?: Limits): Promise<string> {
	const limit = limits?.jsonBytes ?? DEFAULT_LIMITS.jsonBytes;
	const { chunks, isComplete } = await readBody(response, limit);
	if (!isComplete) throw new InferenceClientProviderOutputError(describeExcess("jsonBytes", limit));
	return decode(chunks);
}

/** Reads the body of an error: its first bytes, up to `limits.errorBytes`. If the connection breaks, the text ends there. */
export async function readErrorText(response: Response, limits?: Limits): Promise<string> {
	try {
		return decode((await readBody(response, limits?.errorBytes ?? DEFAULT_LIMITS.errorBytes)).chunks);
	} catch (error) {
		// The status is more useful than an error of the connection or of decoding.
		if (isConnectionFailure(error) || error instanceof InferenceClientProviderOutputError) return "";
		throw error;
	}
}

/** A body that was read up to a number of bytes. */
export interface BoundedBody {
	chunks: Uint8Array[];
	/** False if there is more, which was not read. */
	isComplete: boolean;
}

/** A response of a transport that reads bodies faster than through a stream. */
export interface BoundedResponse extends Response {
	readWithin(limit: number): Promise<BoundedBody>;
	pieces(): PieceReader;
}

/** Reads a body piece by piece. */
export interface PieceReader {
	/** The next piece; undefined at the end. */
	next(): Promise<Uint8Array | undefined>;
	/** Closes the response if it is not complete, with the reason if there is one. */
	cancel(error?: unknown): void;
}

/** Reads the body of a response piece by piece, without a web stream if the transport has a faster way. */
export function readPieces(response: Response | BoundedResponse): PieceReader {
	return "pieces" in response ? response.pieces() : readStream(response);
}

/** Reads a body through its stream, and notifies its observer. An abort of the request ends a pending read. */
export function readStream({ body, [OBSERVER]: observer, [SIGNAL]: signal }: ObservedResponse): PieceReader {
	const reader = body?.getReader();
	const drop = (reason?: unknown): void => void reader?.cancel(reason).catch(() => undefined);
	const release = onAbort(signal, drop);
	const end = (error?: unknown): void => {
		release();
		observer?.end(error);
	};
	return {
		next: async () => {
			try {
				const value = (await reader?.read())?.value;
				signal?.throwIfAborted();
				if (value) observer?.piece(value);
				else end();
				return value;
			} catch (error) {
				end(error);
				throw error;
			}
		},
		cancel: (error) => {
			end(error);
			drop(error);
		},
	};
}

/**
 * Reads a body up to a limit, and notifies its observer.
 * @param onChunk called with the chunks so far; it may remove chunks from the list
 */
async function readBody(
	response: Response | BoundedResponse,
	limit: number,
	onChunk?: (chunks: Uint8Array[], size: number) => void,
): Promise<BoundedBody> {
	if ("readWithin" in response && !onChunk) return response.readWithin(limit);
	checkEncoding(response);
	if ((response.body as unknown) === undefined) {
		// Some runtimes have no streams.
		const bytes = new Uint8Array(await response.arrayBuffer());
		return { chunks: [bytes.subarray(0, limit)], isComplete: bytes.length <= limit };
	}
	const reader = readStream(response);
	const chunks: Uint8Array[] = [];
	let size = 0;
	for (let chunk = await reader.next(); chunk; chunk = await reader.next()) {
		size += chunk.length;
		chunks.push(size > limit ? chunk.subarray(0, limit - size) : chunk);
		onChunk?.(chunks, size);
		if (size <= limit) continue;
		reader.cancel();
		break;
	}
	return { chunks, isComplete: size <= limit };
}

const utf8 = new TextDecoder();

/**
 * Decodes UTF-8.
 * @throws ProviderOutputError if the text is too long for a string
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
		// A string holds about half a gigabyte.
		throw new InferenceClientProviderOutputError("The response is too long for a string.", "malformed", { cause });
	}
}

/**
 * Rejects a body that is compressed more than once: decompressed, it can be a million times larger.
 * @throws ProviderOutputError
 */
function checkEncoding(response: Response): void {
	const encoding = response.headers.get("content-encoding");
	if (!encoding?.includes(",")) return;
	const encodings = encoding.split(",").filter((name) => !["", "identity"].includes(name.trim().toLowerCase()));
	if (encodings.length < 2) return;
	readStream(response).cancel();
	throw new InferenceClientProviderOutputError(`The response is compressed more than once (${encoding}): refused.`);
}

/**
 * Stores a file outside memory, for example on disk.
 * @param body the file; it errors with a ProviderOutputError above `limits.fileBytes`
 * @param file its content type and URL
 * @returns the result of the call in place of the file in memory
 */
export type StoreFile = (body: ReadableStream<Uint8Array>, file: { type: string; url: string }) => Promise<Blob>;

/** Chunks of a file are merged after this many bytes, so that the file is not in memory twice at the end. */
const FOLD_BYTES = 2 ** 24;

/**
 * Reads the body as a file.
 * @throws ProviderOutputError if it is larger than `limits.fileBytes`
 */
export async function readFile(response: Response, limits?: Limits, storeFile?: StoreFile): Promise<Blob> {
	const limit = limits?.fileBytes ?? DEFAULT_LIMITS.fileBytes;
	const type = (response.headers.get("content-type") ?? "").replace(/;\s+/g, ";");
	if (storeFile && response.body) {
		checkEncoding(response);
		return storeFile(limitStream(response, limit), { type, url: response.url });
	}
	const parts: Blob[] = [];
	let folded = 0;
	const { chunks, isComplete } = await readBody(response, limit, (pending, size) => {
		if (size - folded < FOLD_BYTES) return;
		folded = size;
		parts.push(new Blob(pending.splice(0) as BlobPart[]));
	});
	if (!isComplete) throw new InferenceClientProviderOutputError(describeExcess("fileBytes", limit));
	return new Blob([...parts, ...(chunks as BlobPart[])], { type });
}

/** Returns the body of a file; reading fails with a ProviderOutputError above the limit. */
export function limitStream(response: Response, limit: number = DEFAULT_LIMITS.fileBytes): ReadableStream<Uint8Array> {
	const { next, cancel } = readStream(response);
	let total = 0;
	return streamPieces({
		next: async () => {
			const piece = await next();
			total += piece?.length ?? 0;
			if (total > limit) throw new InferenceClientProviderOutputError(describeExcess("fileBytes", limit));
			return piece;
		},
		cancel,
	});
}

/** Returns pieces as a stream. Nothing is read ahead. */
export function streamPieces({ next, cancel }: PieceReader): ReadableStream<Uint8Array> {
	return new ReadableStream<Uint8Array>(
		{
			async pull(sink) {
				try {
					const piece = await next();
					if (piece) sink.enqueue(piece);
					else sink.close();
				} catch (error) {
					cancel(error);
					sink.error(error);
				}
			},
			cancel: () => cancel(),
		},
		{ highWaterMark: 0 },
	);
}

/** How many bytes of a response are read, counted after decompression. */
export interface Limits {
	/** Bytes to read of the body of an error; the rest is dropped. Default 1 MiB. */
	errorBytes?: number | undefined;
	/** Largest JSON response; 1 MiB is always allowed for records of Hugging Face. Default 64 MiB. */
	jsonBytes?: number | undefined;
	/** Largest event of a stream. Default 64 MiB. */
	eventBytes?: number | undefined;
	/** Largest file. Default 2 GiB. */
	fileBytes?: number | undefined;
}

const MEBIBYTE = 2 ** 20;

/** The limits if the caller sets none. */
export const DEFAULT_LIMITS = {
	errorBytes: MEBIBYTE,
	jsonBytes: 64 * MEBIBYTE,
	eventBytes: 64 * MEBIBYTE,
	fileBytes: 2048 * MEBIBYTE,
} as const satisfies Required<Limits>;

/** Error message for a response above its limit. */
export function describeExcess(name: keyof Limits, limit: number): string {
	const size = limit >= MEBIBYTE ? `${Math.round(limit / MEBIBYTE)} MiB` : `${limit} bytes`;
	const subject = name === "eventBytes" ? "A stream event" : "The response";
	return `${subject} is larger than ${size} (limits.${name}).`;
}
