import { fstatSync, writeSync } from "node:fs";
import type { Output } from "./process-io.ts";

/** Bytes written at once: what a pipe takes before it is read. */
const MAX_AT_ONCE = 16_384;

/**
 * Opens standard output or standard error. Where it is no terminal, the first few kilobytes are written at once: the
 * stream takes Node two milliseconds to make, longer than a short command takes to print.
 * @param getStream makes Node's own stream
 * @param onError called for each write that fails
 */
export function openOutput(
	descriptor: 1 | 2,
	getStream: () => NodeJS.WriteStream,
	onError: (error: NodeJS.ErrnoException) => void,
): Output {
	let stream: NodeJS.WriteStream | undefined;
	const open = (): NodeJS.WriteStream => {
		stream ??= assumeSize(getStream()).on("error", onError);
		return stream;
	};
	if (mayBeTerminal(descriptor)) return open();
	let room = MAX_AT_ONCE;
	return {
		write(text, done) {
			const bytes = typeof text === "string" ? Buffer.from(text) : text;
			room -= bytes.length;
			if (stream || room < 0) return open().write(bytes, done);
			let written = 0;
			try {
				while (written < bytes.length) written += writeSync(descriptor, bytes, written);
			} catch {
				// It tells what is wrong, and waits for a pipe that is full already.
				return open().write(bytes.subarray(written), done);
			}
			done?.();
			return true;
		},
		once: (event, listener) => open().once(event, listener),
		on: (event, listener) => open().on(event, listener),
		off: (event, listener) => stream?.off(event, listener),
	};
}

/** Terminals are devices; what cannot be asked is left to Node. */
function mayBeTerminal(descriptor: number): boolean {
	try {
		return fstatSync(descriptor).isCharacterDevice();
	} catch {
		return true;
	}
}

/**
 * A terminal that does not know its size (`script` without one) says 0, and a spinner would wipe lines for
 * ever.
 */
function assumeSize(stream: NodeJS.WriteStream): NodeJS.WriteStream {
	if (stream.columns === 0) stream.columns = 80;
	if (stream.rows === 0) stream.rows = 24;
	return stream;
}
