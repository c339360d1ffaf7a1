import { joinBytes } from "../base/bytes.ts";
import { isRecord } from "../base/json.ts";
import {
	InferenceClientError,
	InferenceClientProviderApiError,
	InferenceClientProviderOutputError,
} from "../errors.ts";
import type { Exchange } from "../exchange/index.ts";
import { formatCost } from "../exchange/token-price.ts";
import { ChunkDecoder } from "../http/events.ts";
import {
	describeRequest,
	describeResponse,
	isType,
	type Limits,
	MAX_TIMER_MS,
	type PieceReader,
	readPieces,
	type WireRequest,
} from "../http/index.ts";
import { countAnswers } from "../inference/delta.ts";
import type { OpenResponse } from "../inference/run.ts";
import { type GatewayCall, isLeft } from "./call.ts";
import { clientLeft, GatewayError, StreamCut } from "./errors.ts";
import { decodeUtf8 } from "./read-body.ts";
import type { Fields } from "./read-request.ts";
import type { Reply, ReplyStream } from "./reply.ts";
import { type Attempt, sendToTargets } from "./send-to-targets.ts";
import { CHAT_SIGNS, checkEvents, EventText, joinTexts, type StreamCheck, type StreamSigns } from "./sse.ts";

const MALFORMED = "Received a malformed event in the stream.";

/** A stream of a provider after its first token. */
interface OpenedStream {
	/** Whole events received so far: their text and their values. All are valid. */
	head: { text: string; values: unknown[] };
	events: EventText;
	pieces: PieceReader;
	wire: WireRequest;
	response: Response;
	isEnded: boolean;
	signs: StreamSigns;
	check: StreamCheck;
}

/**
 * Waits for the first token of a response.
 * @param send sends the request of the attempt
 */
export async function openStream(
	send: () => Promise<OpenResponse>,
	attempting: Attempt,
	{ services }: GatewayCall,
	signs: StreamSigns,
): Promise<OpenedStream> {
	const { cancellation, target } = attempting;
	const limit = target.limits?.firstTokenTimeout ?? services.firstTokenTimeout;
	// A limit of 0, or one too long for a timer, means no limit.
	const isTimed = limit > 0 && limit <= MAX_TIMER_MS;
	const stop = (): void => {
		const message = `No token came within ${limit / 1000} s.`;
		cancellation.cancel(Object.assign(new Error(message), { name: "FirstTokenTimeout" }));
	};
	const timer = isTimed ? setTimeout(stop, limit) : undefined;
	const open = async (): Promise<OpenedStream> => {
		const { response, request } = await send();
		const pieces = readPieces(response);
		if (!isType(response.headers, "text/event-stream")) {
			pieces.cancel();
			const type = response.headers.get("content-type") ?? "no type";
			throw new InferenceClientProviderOutputError(`Expected an event stream, got ${type}.`);
		}
		const head = { text: "", values: [] };
		const check = signs.createCheck();
		const opened: OpenedStream = {
			head,
			events: new EventText(),
			pieces,
			wire: request,
			response,
			isEnded: false,
			signs,
			check,
		};
		const release = cancellation.onCancel(() => pieces.cancel());
		try {
			await readFirstToken(opened);
			attempting.begin();
			return opened;
		} catch (error) {
			pieces.cancel();
			throw error;
		} finally {
			release();
		}
	};
	try {
		// Not every `fetch` respects its signal; those are abandoned.
		return await cancellation.race(open());
	} finally {
		clearTimeout(timer);
	}
}

async function readFirstToken(opened: OpenedStream): Promise<void> {
	const { head, pieces, events, signs, check } = opened;
	while (true) {
		const piece = await pieces.next();
		const { text, values, failure } = checkEvents(piece ? events.push(piece) : events.end(), check);
		head.text += text;
		if (failure?.kind === "error") throw toProviderError(opened, failure.body);
		if (failure?.problem) throw failure.problem;
		if (failure) throw piece ? new InferenceClientProviderOutputError(MALFORMED) : new StreamCut();
		for (const value of values) head.values.push(value);
		opened.isEnded = !piece;
		// A response may also be complete without a single token.
		if (values.some((value) => signs.hasToken(value)) || signs.isComplete(piece ? text : head.text)) return;
		if (!piece) throw new StreamCut();
	}
}

/** The format in which a stream is sent to the client. */
export interface StreamForm {
	/**
	 * Returns the bytes to send for whole events of the provider.
	 * @param values of the events
	 */
	push(text: string, values: readonly unknown[]): string;
	/**
	 * Returns the bytes to send at the end of a complete response.
	 * @param cost in US dollars; null if unknown
	 */
	end(cost?: number | null): string;
	/** Returns the bytes to send when the response breaks off. */
	fail(error: GatewayError): string;
}

/** Sends the request of an attempt. @param more arguments besides those of the client */
export type OpenChat = (attempting: Attempt, more?: Fields) => Promise<OpenResponse>;

/**
 * Requests a stream, and forwards it from its first token on.
 * @param open default: sends the arguments as they are
 */
export async function answerStream(
	call: GatewayCall,
	args: Fields,
	createForm: (attempting: Attempt) => StreamForm,
	open: OpenChat = (attempting, more) => attempting.open({ ...args, ...more }),
): Promise<Reply> {
	const { stream_options: options, ...kept } = args;
	call.record.addArguments(kept);
	const usage = { ...(isRecord(options) ? options : {}), include_usage: true };
	// The page and the cost of a chat need its usage, even if the client does not request it.
	const more = { ...(call.task === "conversational" ? { stream_options: usage } : {}), stream: true };
	const { result: opened, attempting } = await sendToTargets(call, (attempting) =>
		openStream(() => open(attempting, more), attempting, call, CHAT_SIGNS),
	);
	return replyStream(call, attempting, opened, createForm(attempting), countAnswers(kept));
}

/**
 * The reply to a call whose target has started to respond: the stream is forwarded, in the client's format.
 * @param answers how many answers a chat must have
 */
export function replyStream(
	call: GatewayCall,
	attempting: Attempt,
	opened: OpenedStream,
	form: StreamForm,
	answers?: number,
): Reply {
	const { services } = call;
	const { cancellation } = attempting;
	const { events, pieces, signs, check } = opened;
	/** Whole events that were read to find the first token. */
	let head: OpenedStream["head"] | undefined = opened.head;
	/** Whether the provider said that the response is complete. */
	let isFinished = false;
	/** The error that ends the stream, after the events that arrived before it. */
	let failure: unknown;

	/** @param known the values of the events, if they were checked before */
	const convert = (answer: PassedAnswer, text: string, known?: unknown[]): string => {
		const cleaned = services.clean(text);
		const checked =
			known && cleaned === text
				? { text, values: known, failure: undefined }
				: checkEvents(cleaned, known ? undefined : check);
		answer.keep(checked.text);
		isFinished ||= signs.isComplete(checked.text);
		if (checked.failure?.kind === "error") failure = toProviderError(opened, checked.failure.body);
		else if (checked.failure?.problem) failure = checked.failure.problem;
		// An incomplete event after the end of the response is ignored.
		else if (checked.failure && !(opened.isEnded && isFinished))
			failure = opened.isEnded ? new StreamCut() : new InferenceClientProviderOutputError(MALFORMED);
		return checked.text === "" ? "" : form.push(checked.text, checked.values);
	};
	const advance = async (answer: PassedAnswer): Promise<string> => {
		if (failure !== undefined) throw failure;
		if (head !== undefined) {
			const { text, values } = head;
			head = undefined;
			return convert(answer, text, values);
		}
		if (opened.isEnded) {
			if (!isFinished) throw new StreamCut();
			check.end(answers);
			const { cost_usd: cost, usage } = answer.succeed(joinTexts);
			const cached = usage?.cached_tokens;
			const known = cached === undefined ? "" : `: x-hub-cached ${cached}\n\n`;
			return form.end(cost) + known + (cost === null ? "" : `: x-hub-cost ${formatCost(cost)}\n\n`);
		}
		const piece = await pieces.next().catch((error: unknown) => {
			if (cancellation.isCancelled) throw cancellation.reason;
			throw isNetworkError(error) ? new StreamCut({ cause: error }) : error;
		});
		if (cancellation.isCancelled) throw cancellation.reason;
		const text = piece ? events.push(piece) : events.end();
		if (!piece) opened.isEnded = true;
		return text === "" ? "" : convert(answer, text);
	};
	const headers = {
		"content-type": "text/event-stream; charset=utf-8",
		"cache-control": "no-cache",
		"x-accel-buffering": "no",
		...call.record.headers(attempting),
	};
	const body = passOn(call, attempting, pieces, { advance, fail: (error) => form.fail(error) });
	return { status: 200, headers, body };
}

/** Characters of a response that are kept for the page. */
const KEPT = 256 * 1024;

/** A response while it is forwarded. */
interface PassedAnswer {
	/** Keeps text for the page. */
	keep(text: string): void;
	/** @param output returns the result, for the log, from the text that was kept */
	succeed(output: (kept: string) => unknown): Exchange;
}

interface AnswerSource {
	/** Returns the next text to send; it may be empty. */
	advance(answer: PassedAnswer): Promise<string>;
	/** Returns what to send when the response breaks off. Without it the connection is cut: the response cannot contain an error. */
	fail?(error: GatewayError): string;
}

/** Forwards a response as it arrives; its end ends the attempt and the call. */
function passOn(call: GatewayCall, attempting: Attempt, pieces: PieceReader, source: AnswerSource): ReplyStream {
	const release = attempting.cancellation.onCancel(() => pieces.cancel());
	let kept = "";
	let isOver = false;
	const close = (): void => {
		isOver = true;
		release();
		stream.onEnd?.();
	};
	const fail = (error: unknown): string => {
		// The client disconnected during this read: the call has ended already.
		if (isOver) return "";
		const { status, details, message } = attempting.fail(error, () => kept).error;
		const { services } = call;
		const { exchanges } = call.record;
		call.record.finish({ status, exchanges, response: kept, error: message, isCancelled: isLeft(call) });
		pieces.cancel();
		stream.isBroken = source.fail === undefined;
		close();
		return source.fail?.(new GatewayError(status, services.clean(message), details)) ?? "";
	};
	const answer: PassedAnswer = {
		keep: (text) => {
			if (kept.length < KEPT) kept += text.slice(0, KEPT - kept.length);
		},
		succeed: (output) => {
			const exchange = attempting.succeed(undefined, () => kept);
			call.record.finish({ status: 200, exchanges: [exchange], response: kept, output: () => output(kept) });
			close();
			return exchange;
		},
	};
	const stream = {
		onEnd: undefined as (() => void) | undefined,
		isBroken: false,
		async next(): Promise<string | undefined> {
			while (!isOver) {
				const text = await source.advance(answer).catch(fail);
				if (text !== "") return text;
			}
			return undefined;
		},
		cancel(): void {
			if (isOver) return;
			call.cancellation.cancel(clientLeft());
			fail(clientLeft());
		},
	};
	return stream;
}

/** Returns the error that an event reported. */
function toProviderError({ wire, response }: OpenedStream, value: unknown): InferenceClientProviderApiError {
	const message = "The provider reported an error inside the stream.";
	return new InferenceClientProviderApiError(message, describeRequest(wire), describeResponse(response, value));
}

/** Whether the connection broke, as opposed to a limit or a client that disconnected. */
function isNetworkError(error: unknown): boolean {
	if (error instanceof InferenceClientError || error instanceof GatewayError) return false;
	return !(error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError"));
}

/** Largest response to parse, in bytes; a larger one is forwarded as it arrives. */
const LARGE_BYTES = 4 * 2 ** 20;
/** Largest response in bytes, as in the library. */
const MAX_BYTES = 64 * 2 ** 20;
/** Characters held back, so that a key split between two chunks is found. */
const HELD_BACK_CHARACTERS = 1024;

/** The beginning of a response that is too large to parse, and the rest of it. */
export interface LargeAnswer {
	head: Uint8Array<ArrayBuffer>;
	pieces: PieceReader;
	limit: number;
}

/**
 * Reads a response as text. One above 4 MB whose beginning looks like a chat completion is not read further.
 * @throws ProviderOutputError if it is larger than `limits.jsonBytes`
 */
export async function readAnswer(response: Response, limits: Limits = {}): Promise<string | LargeAnswer> {
	const { jsonBytes: limit = MAX_BYTES } = limits;
	const pieces = readPieces(response);
	const parts: Uint8Array[] = [];
	let size = 0;
	let isWhole = false;
	while (true) {
		const piece = await pieces.next();
		const [first] = parts;
		if (!piece) return decodeUtf8(first && parts.length === 1 ? first : joinBytes(parts));
		parts.push(piece);
		size += piece.length;
		if (size > limit) {
			pieces.cancel();
			throw new InferenceClientProviderOutputError("The answer is too large.");
		}
		if (size <= LARGE_BYTES || isWhole) continue;
		const head = joinBytes(parts);
		const text = decodeUtf8(head);
		if (text.trimStart().startsWith("{") && /"choices"\s*:\s*\[/.test(text)) return { head, pieces, limit };
		isWhole = true;
	}
}

/** The reply with a large response, which is forwarded without secrets. */
export function replyLarge(call: GatewayCall, attempting: Attempt, { head, pieces, limit }: LargeAnswer): Reply {
	const { services } = call;
	const { cancellation } = attempting;
	const decoder = new ChunkDecoder();
	let upcoming: Uint8Array | undefined = head;
	let rest = "";
	let size = 0;
	const advance = async (answer: PassedAnswer): Promise<string> => {
		const piece = upcoming ?? (await pieces.next());
		upcoming = undefined;
		if (cancellation.isCancelled) throw cancellation.reason;
		size += piece?.length ?? 0;
		if (size > limit) throw new InferenceClientProviderOutputError("The answer is too large.");
		const text = services.clean(rest + (piece ? decoder.decode(piece) : decoder.end()));
		let end = piece ? Math.max(0, text.length - HELD_BACK_CHARACTERS) : text.length;
		// Do not split a surrogate pair.
		if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end--;
		rest = text.slice(end);
		const sent = text.slice(0, end);
		answer.keep(sent);
		if (piece) return sent;
		if (!sent.trimEnd().endsWith("}")) throw new InferenceClientProviderOutputError("The answer is incomplete.");
		answer.succeed(() => ({ type: "application/json", size }));
		return sent;
	};
	const headers = { "content-type": "application/json", ...call.record.headers(attempting) };
	return { status: 200, headers, body: passOn(call, attempting, pieces, { advance }) };
}
