import { closeSync, constants, openSync, writeSync } from "node:fs";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";

/** Milliseconds between two attempts to write if the reader is not ready. */
const PAUSE = 10;

/** Writes to a device or a FIFO, which waits for its reader until the signal is aborted. */
export async function writeThrough(
	path: string,
	chunks: AsyncIterable<Uint8Array>,
	signal: AbortSignal,
): Promise<void> {
	const descriptor = await waitFor(() => openSync(path, FLAGS), "ENXIO", signal);
	try {
		for await (const chunk of chunks) {
			for (let at = 0; at < chunk.length; ) {
				at += await waitFor(() => writeSync(descriptor, chunk, at), "EAGAIN", signal);
			}
			await setImmediate();
		}
	} catch (error) {
		throw error instanceof Error && "syscall" in error ? Object.assign(error, { path }) : error;
	} finally {
		closeSync(descriptor);
	}
}

const FLAGS = constants.O_WRONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Retries until it succeeds, or fails for another reason than a reader that is not ready. */
async function waitFor<Result>(attempt: () => Result, notReady: string, signal: AbortSignal): Promise<Result> {
	for (;;) {
		signal.throwIfAborted();
		try {
			return attempt();
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== notReady) throw error;
		}
		await sleep(PAUSE, undefined, { signal }).catch(() => undefined);
	}
}
