import { InferenceClientProviderOutputError } from "../errors.ts";
import { guardRedirects, isType, race, send, type WireRequest } from "../http/index.ts";
import { hasToken } from "../inference/has-token.ts";
import { previewRequest } from "../inference/index.ts";
import type { Attempting } from "./call.ts";
import type { Services } from "./services.ts";
import type { Session } from "./session.ts";
import { EventText, splitEvents } from "./sse.ts";
import { checkSize, findError, isComplete, readEvent, toProviderError } from "./stream-checks.ts";
import { FirstTokenTimeout, StreamCut } from "./stream-errors.ts";

/** A stream of a provider after its first token. */
export interface OpenedStream {
	/** Whole events that have come so far. */
	head: string;
	events: EventText;
	reader: ReadableStreamDefaultReader<Uint8Array>;
	wire: WireRequest;
	response: Response;
	isEnded: boolean;
}

/** Sends a request and waits for the first token of its answer. */
export async function openStream(
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
		const hasBegun = holdsToken(text);
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

/** @throws ProviderOutputError for a malformed event before the first token */
function holdsToken(text: string): boolean {
	for (const { data } of splitEvents(text)) if (hasToken(readEvent(data))) return true;
	return false;
}
