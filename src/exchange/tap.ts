import { settleWithin } from "../http/abort.ts";
import { addObserver, type BodyObserver, OBSERVES_BODY, type ObservableResponse, replaceBody } from "../http/index.ts";

/**
 * Returns a response that reports to an observer what is read from it. The library's readers notify the observer themselves,
 * because a stream in between costs a third of a call. Only other readers get such a stream.
 * @param init of the request
 */
export function observeBody(
	response: Response | ObservableResponse,
	init: RequestInit | undefined,
	observer: BodyObserver,
): Response {
	if ((init && OBSERVES_BODY in init) || "observe" in response) {
		addObserver(response, observer);
		return response;
	}
	if (!response.body) observer.end();
	return tapBody(response, observer);
}

interface Tap extends Pick<BodyObserver, "piece"> {
	/**
	 * Called once: the body ended (no error), failed, or its reader stopped early. The reader sees the end only when
	 * the promise resolves; if it rejects, the reader gets that error.
	 */
	end(error?: unknown): void | Promise<void>;
	/** Whether readers may stop after this chunk although the body continues. */
	isLast?(bytes: Uint8Array): boolean;
}

/** The reader of a body stopped before its end. */
export class StoppedEarly extends Error {
	constructor() {
		super("The caller stopped reading.");
		this.name = "AbortError";
	}
}

/** Maximum wait for the end of a body after its last chunk, in milliseconds. */
const LAST_READ_TIMEOUT_MS = 100;

/** Returns the response with an observed body; each chunk is passed on when it arrives, and none is read ahead. */
export function tapBody(response: Response, tap: Tap): Response {
	if (!response.body) return response;
	const reader = response.body.getReader();
	let isOver = false;
	const end = async (error?: unknown): Promise<void> => {
		if (isOver) return;
		isOver = true;
		await tap.end(error);
	};
	const read = async (): Promise<Uint8Array | undefined> => {
		try {
			const { done, value } = await reader.read();
			if (done) await end();
			else if (!isOver) tap.piece(value);
			return value;
		} catch (error) {
			await end(error);
			throw error;
		}
	};
	let ahead: Promise<Uint8Array | undefined> | undefined;
	const body = new ReadableStream<Uint8Array>(
		{
			async pull(sink) {
				const value = await (ahead ?? read());
				ahead = undefined;
				if (!value) return sink.close();
				if (tap.isLast?.(value) && !isOver) {
					// The end usually arrives with it; the reader does not wait for it.
					ahead = read();
					ahead.catch(() => undefined);
					await settleWithin(ahead, LAST_READ_TIMEOUT_MS);
					await end();
				}
				sink.enqueue(value);
			},
			async cancel(reason) {
				// The connection is closed at once, before the tap is called.
				const cancelled = reader.cancel(reason);
				// Rejects at once if the body broke: before the tap has ended.
				cancelled.catch(() => undefined);
				await end(new StoppedEarly());
				await cancelled;
			},
		},
		{ highWaterMark: 0 },
	);
	return replaceBody(response, body);
}

const DONE = [..."[DONE]"].map((character) => character.charCodeAt(0));

/** Whether a chunk of an event stream contains its end marker. */
export function holdsEndMarker(bytes: Uint8Array): boolean {
	// The marker is at the end of a chunk; a few characters and line ends may follow.
	for (let at = bytes.length - DONE.length; at >= 0 && at >= bytes.length - 16; at--) {
		if (DONE.every((code, place) => bytes[at + place] === code)) return true;
	}
	return false;
}
