import type { Readable } from "node:stream";

/** Bytes buffered for a reader that is slower than the network. */
const BUFFERED_BYTES = 2 ** 16;

/**
 * Returns the body of a response as a web stream.
 * @param settle called once, at the end, the failure or the cancellation of the body
 * @param explain converts an error of the source to that of the stream
 */
export function toWebStream(
	source: Readable,
	settle: () => void,
	explain: (error: Error) => unknown,
): { stream: ReadableStream<Uint8Array<ArrayBuffer>>; fail(error: unknown): void } {
	let isOver = false;
	let fail: (error: unknown) => void = () => undefined;
	const finish = (work: () => void): void => {
		if (isOver) return;
		isOver = true;
		settle();
		work();
	};
	const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
		{
			start(sink) {
				fail = (error) => finish(() => sink.error(error));
				source.on("data", ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>) => {
					if (isOver) return;
					sink.enqueue(new Uint8Array(buffer, byteOffset, byteLength));
					if ((sink.desiredSize ?? 0) <= 0) source.pause();
				});
				source.on("end", () => finish(() => sink.close()));
				source.on("error", (error) => fail(explain(error)));
				const closed = (): void => fail(explain(new Error("other side closed")));
				source.on("close", closed);
				source.pause();
				// It broke before a listener was added.
				if (source.destroyed) closed();
			},
			pull() {
				source.resume();
			},
			cancel() {
				finish(() => source.destroy());
			},
		},
		{ highWaterMark: BUFFERED_BYTES, size: (chunk) => chunk.byteLength },
	);
	return { stream, fail: (error) => fail(error) };
}
