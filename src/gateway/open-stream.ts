import { InferenceClientProviderOutputError } from "../errors.ts";
import {
	guardRedirects,
	isType,
	MAX_TIMER_MS,
	type PieceReader,
	readPieces,
	send,
	type WireRequest,
} from "../http/index.ts";
import { previewRequest } from "../inference/index.ts";
import type { Attempting } from "./call.ts";
import { FirstTokenTimeout, StreamCut } from "./errors.ts";
import type { Session } from "./session.ts";
import { EventText } from "./sse.ts";
import {
	CHAT_SIGNS,
	checkEvents,
	checkSize,
	malformedEvent,
	type StreamSigns,
	toProviderError,
} from "./stream-checks.ts";

/** A stream of a provider after its first token. */
export interface OpenedStream {
	/** Whole events received so far: their text and their values. All are valid. */
	head: { text: string; values: unknown[] };
	events: EventText;
	pieces: PieceReader;
	wire: WireRequest;
	response: Response;
	isEnded: boolean;
	signs: StreamSigns;
}

/** Sends a request and waits for the first token of its answer. */
export async function openStream(
	session: Session,
	attempting: Attempting,
	args: Readonly<Record<string, unknown>>,
	firstTokenTimeout: number,
): Promise<OpenedStream> {
	const { options } = attempting;
	const wire = await previewRequest(session.task, { ...args, stream: true, ...attempting.args }, options);
	return await openRequest(wire, attempting, firstTokenTimeout, CHAT_SIGNS);
}

/** Like `openStream`, for a request that is already built. */
export async function openRequest(
	wire: WireRequest,
	attempting: Attempting,
	firstTokenTimeout: number,
	signs: StreamSigns,
): Promise<OpenedStream> {
	const { cancellation, options, target } = attempting;
	const limit = target.limits?.firstTokenTimeout ?? firstTokenTimeout;
	const timer = isTimed(limit)
		? setTimeout(() => cancellation.cancel(new FirstTokenTimeout(limit / 1000)), limit)
		: undefined;
	const open = async (): Promise<OpenedStream> => {
		const response = await send(wire, guardRedirects(options.fetch), { streaming: true });
		const pieces = readPieces(response);
		if (!isType(response.headers, "text/event-stream")) {
			pieces.cancel();
			const type = response.headers.get("content-type") ?? "no type";
			throw new InferenceClientProviderOutputError(`Expected an event stream, got ${type}.`);
		}
		const head = { text: "", values: [] };
		const opened: OpenedStream = { head, events: new EventText(), pieces, wire, response, isEnded: false, signs };
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
		// Not every `fetch` observes its signal; those are abandoned.
		return await cancellation.race(open());
	} finally {
		clearTimeout(timer);
	}
}

/** A limit of 0, or one too long for a timer, means no limit. */
function isTimed(limit: number): boolean {
	return limit > 0 && limit <= MAX_TIMER_MS;
}

async function readFirstToken(opened: OpenedStream): Promise<void> {
	const { head, pieces, events, signs } = opened;
	while (true) {
		const piece = await pieces.next();
		const text = piece ? events.push(piece) : events.end();
		checkSize(events);
		head.text += text;
		const { values, failure } = checkEvents(text);
		if (failure?.kind === "error") throw toProviderError(opened, failure.body);
		if (failure) throw piece ? malformedEvent() : new StreamCut();
		for (const value of values) head.values.push(value);
		const hasBegun = values.some((value) => signs.hasToken(value));
		if (!piece) {
			opened.isEnded = true;
			if (!hasBegun && !signs.isComplete(head.text)) throw new StreamCut();
			return;
		}
		if (hasBegun) return;
		// A response may also be complete without a single token.
		if (text !== "" && signs.isComplete(text)) return;
	}
}
