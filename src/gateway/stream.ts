import { onAbort } from "../http/index.ts";
import { askTargets } from "./ask-targets.ts";
import type { Attempting } from "./call.ts";
import { type ErrorBody, GatewayError } from "./errors.ts";
import { formatCost } from "./format-cost.ts";
import { type OpenedStream, openStream } from "./open-stream.ts";
import type { Services } from "./services.ts";
import type { Session } from "./session.ts";
import { checkSize, findError, isComplete, toProviderError } from "./stream-checks.ts";
import { StreamCut } from "./stream-errors.ts";

/** The form in which a stream is passed on to the client. */
export interface StreamForm {
	/** Returns the bytes to send for whole events of the provider. */
	push(text: string): string;
	/** Returns the bytes to send at the end of a complete response. */
	end(): string;
	/** Returns the bytes to send when the response breaks off. */
	fail(error: ErrorBody): string;
}

/** Characters of an answer that are kept for the page. */
const KEPT = 256 * 1024;

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
