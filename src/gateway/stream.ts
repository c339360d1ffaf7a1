import { InferenceClientProviderApiError, InferenceClientProviderOutputError } from "../errors.ts";
import {
	describeRequest,
	describeResponse,
	guardRedirects,
	isType,
	onAbort,
	parseJson,
	race,
	readMember,
	send,
	type WireRequest,
} from "../http/index.ts";
import { hasToken } from "../inference/has-token.ts";
import { previewRequest } from "../inference/index.ts";
import { type Attempting, askTargets } from "./call.ts";
import { type ErrorBody, GatewayError } from "./errors.ts";
import { FirstTokenTimeout, StreamCut } from "./failure.ts";
import { formatCost } from "./format-cost.ts";
import type { Services } from "./services.ts";
import type { Session } from "./session.ts";
import { EventText, readValues, splitEvents } from "./sse.ts";

/** The form in which a stream is passed on to the client. */
export interface StreamForm {
	/** What to send for whole events of the provider. */
	push(text: string): string;
	/** What to send at the end of a complete answer. */
	end(): string;
	/** What to send when the answer breaks off. */
	fail(error: ErrorBody): string;
}

/** Longest event, in characters. */
const LONGEST_EVENT = 64 * 2 ** 20;
/** Characters of an answer that are kept for the page. */
const KEPT = 256 * 1024;

/** A stream of a provider after its first token. */
interface OpenedStream {
	/** Whole events that have come so far. */
	head: string;
	events: EventText;
	reader: ReadableStreamDefaultReader<Uint8Array>;
	wire: WireRequest;
	response: Response;
	isEnded: boolean;
}

/** Asks for a stream, and passes it on once its first token is there. */
export async function answerStream(
	services: Services,
	session: Session,
	args: Readonly<Record<string, unknown>>,
	createForm: (attempting: Attempting) => StreamForm,
): Promise<Response> {
	const { result: opened, attempting } = await askTargets(services, session, session.targets, (attempting) =>
		openStream(services, session, attempting, args),
	);
	const body = passOnStream(services, session, attempting, opened, createForm(attempting));
	return new Response(body, {
		headers: {
			"content-type": "text/event-stream; charset=utf-8",
			"cache-control": "no-cache",
			"x-accel-buffering": "no",
			...session.headers(attempting),
		},
	});
}

async function openStream(
	services: Services,
	session: Session,
	attempting: Attempting,
	args: Readonly<Record<string, unknown>>,
): Promise<OpenedStream> {
	const { signal, options } = attempting;
	const wire = await race(previewRequest(session.task, { ...args, stream: true, ...attempting.args }, options), signal);
	const limit = services.firstTokenTimeout;
	const timer = setTimeout(() => attempting.abort(new FirstTokenTimeout(limit / 1000)), limit);
	try {
		const response = await race(send(wire, guardRedirects(options.fetch), { streaming: true }), signal);
		if (!isType(response.headers, "text/event-stream") || !response.body) {
			response.body?.cancel().catch(() => undefined);
			const type = response.headers.get("content-type") ?? "no type";
			throw new InferenceClientProviderOutputError(`Expected an event stream, got ${type}.`);
		}
		const reader = response.body.getReader();
		const opened: OpenedStream = { head: "", events: new EventText(), reader, wire, response, isEnded: false };
		await readFirstToken(opened, signal).catch((error: unknown) => {
			reader.cancel().catch(() => undefined);
			throw error;
		});
		attempting.begin();
		return opened;
	} finally {
		clearTimeout(timer);
	}
}

async function readFirstToken(opened: OpenedStream, signal: AbortSignal): Promise<void> {
	const { reader, events } = opened;
	while (true) {
		const { done, value } = await race(reader.read(), signal);
		const text = done ? events.end() : events.push(value);
		checkSize(events);
		opened.head += text;
		const error = findError(text);
		if (error !== undefined) throw toProviderError(opened, error);
		for (const { data } of splitEvents(text)) checkEvent(data);
		const hasBegun = readValues(text).some((event) => hasToken(event));
		if (done) {
			opened.isEnded = true;
			if (!hasBegun && !isComplete(opened.head)) throw new StreamCut();
			return;
		}
		if (hasBegun) return;
		// An answer without a single token is one too.
		if (text !== "" && isComplete(text)) return;
	}
}

function passOnStream(
	services: Services,
	session: Session,
	attempting: Attempting,
	opened: OpenedStream,
	form: StreamForm,
): ReadableStream<Uint8Array> {
	const { reader, events } = opened;
	const encoder = new TextEncoder();
	let kept = "";
	let isFinished = false;
	let hasEnded = false;
	let next = opened.head;
	const release = onAbort(attempting.signal, () => reader.cancel().catch(() => undefined));
	const convert = (text: string): string => {
		const clean = services.clean(text);
		if (kept.length < KEPT) kept += clean;
		isFinished ||= isComplete(clean);
		const error = findError(clean);
		if (error !== undefined) throw toProviderError(opened, error);
		return form.push(clean);
	};
	const succeed = (): string => {
		const exchange = attempting.succeed();
		session.finish({ status: 200, exchanges: [exchange], response: kept });
		const { cost_usd: cost } = exchange;
		return form.end() + (cost === null ? "" : `: x-hub-cost ${formatCost(cost)}\n\n`);
	};
	const fail = (error: unknown): string => {
		const failure = attempting.fail(error);
		const isCancelled = session.signal.aborted;
		session.finish({ status: failure.error.status, response: kept, error: failure.error.message, isCancelled });
		reader.cancel().catch(() => undefined);
		const { status, details, message } = failure.error;
		return form.fail(new GatewayError(status, services.clean(message), details).toBody());
	};
	const read = async (): Promise<string> => {
		if (next !== "") {
			const text = next;
			next = "";
			return convert(text);
		}
		if (opened.isEnded) {
			hasEnded = true;
			return "";
		}
		const { done, value } = await reader.read();
		if (attempting.signal.aborted) throw attempting.signal.reason;
		const text = done ? events.end() : events.push(value);
		checkSize(events);
		if (done) opened.isEnded = true;
		return text === "" ? "" : convert(text);
	};
	return new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				let text = "";
				try {
					while (text === "" && !hasEnded) text = await read();
					if (hasEnded) {
						if (!isFinished) throw new StreamCut();
						text += succeed();
					}
				} catch (error) {
					text = fail(error);
					hasEnded = true;
				}
				if (text !== "") controller.enqueue(encoder.encode(text));
				if (!hasEnded) return;
				release();
				controller.close();
			},
			cancel() {
				release();
				session.cancel();
				fail(new DOMException("The client left", "AbortError"));
			},
		},
		{ highWaterMark: 0 },
	);
}

/** The event that ends a stream. */
export const END_MARKER = /^data: ?\[DONE\]/m;

/** Whether the answer has reached its end. */
function isComplete(text: string): boolean {
	return END_MARKER.test(text) || /"finish_reason"\s*:\s*"/.test(text) || text.includes('"generated_text":"');
}

/** The body of an event that reports an error. */
function findError(text: string): unknown {
	if (!text.includes("error")) return undefined;
	for (const { data, event } of splitEvents(text)) {
		if (data === undefined || data === "[DONE]") continue;
		const value = parseJson(data);
		const error = readMember(value, "error");
		if (event === "error" || (error !== undefined && error !== null)) return value ?? data;
	}
	return undefined;
}

function checkEvent(data: string | undefined): void {
	if (data === undefined || data === "" || data === "[DONE]" || parseJson(data) !== undefined) return;
	throw new InferenceClientProviderOutputError("Received a malformed event in the stream.");
}

function checkSize({ pending }: EventText): void {
	if (pending > LONGEST_EVENT) throw new InferenceClientProviderOutputError("An event of the stream is too large.");
}

function toProviderError({ wire, response }: OpenedStream, value: unknown): InferenceClientProviderApiError {
	const message = "The provider reported an error inside the stream.";
	return new InferenceClientProviderApiError(message, describeRequest(wire), describeResponse(response, value));
}
