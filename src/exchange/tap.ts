import { replaceBody } from "../http/index.ts";

/** Told of a body as its reader takes it. */
export interface Tap {
	chunk(bytes: Uint8Array): void;
	/**
	 * The body ended (no error), failed, or its reader stopped early. The reader learns of the end only when the promise
	 * resolves; where it rejects, the reader gets that error.
	 */
	end(error?: unknown): void | Promise<void>;
}

/** The reader of a body stopped before its end. */
export class StoppedEarly extends Error {
	constructor() {
		super("The caller stopped reading.");
		this.name = "AbortError";
	}
}

/** The response with a body that tells of itself; each chunk is passed on when it comes, and none is read ahead. */
export function tapBody(response: Response, tap: Tap): Response {
	if (!response.body) return response;
	const reader = response.body.getReader();
	const body = new ReadableStream<Uint8Array>(
		{
			async pull(sink) {
				try {
					const { done, value } = await reader.read();
					if (!done) {
						tap.chunk(value);
						sink.enqueue(value);
						return;
					}
				} catch (error) {
					await tap.end(error);
					throw error;
				}
				await tap.end();
				sink.close();
			},
			async cancel(reason) {
				// The connection is closed at once; what the tap does comes after.
				const cancelled = reader.cancel(reason);
				await tap.end(new StoppedEarly());
				await cancelled;
			},
		},
		{ highWaterMark: 0 },
	);
	return replaceBody(response, body);
}
