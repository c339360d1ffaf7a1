import { constants as BUFFER } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { isDescriptor } from "./links.ts";

/** Bytes read at a time; Ctrl-C takes effect between two reads. */
const CHUNK = 2 ** 20;
/** Milliseconds between two polls of a FIFO or device without data. */
const PAUSE = 10;

/** A file is larger than the limit. */
export class TooLarge extends Error {
	readonly limit: number;

	constructor(limit: number) {
		super(`larger than ${limit} bytes`);
		this.name = "TooLarge";
		this.limit = limit;
	}
}

/** A file is a FIFO, a device or the like. */
export class NotRegular extends Error {
	override readonly name = "NotRegular";
}

/**
 * Reads a whole file, FIFO or device without blocking: a FIFO without a writer is waited for until the signal is
 * aborted.
 * @param options `isRegular`: folders, FIFOs and devices are errors
 * @throws TooLarge above the limit, for regular files before anything is read
 */
export async function readBounded(
	path: string,
	limit: number,
	signal: AbortSignal,
	{ isRegular = false }: { isRegular?: boolean } = {},
): Promise<Uint8Array> {
	signal.throwIfAborted();
	const bound = Math.min(limit, BUFFER.MAX_LENGTH);
	const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0));
	try {
		const stat = fstatSync(descriptor);
		if (isRegular && !stat.isFile() && !stat.isDirectory()) throw new NotRegular();
		if (stat.isFile() && stat.size > bound) throw new TooLarge(bound);
		return await readAll(descriptor, stat, path, bound, signal);
	} catch (error) {
		// Node reports the path only if a file is opened.
		throw error instanceof Error && "syscall" in error ? Object.assign(error, { path }) : error;
	} finally {
		closeSync(descriptor);
	}
}

async function readAll(
	descriptor: number,
	stat: Stats,
	path: string,
	limit: number,
	signal: AbortSignal,
): Promise<Uint8Array> {
	const parts: Uint8Array[] = [];
	let total = 0;
	// A named FIFO begins when a writer opens it, and ends when all writers have closed it.
	let hasBegun = !stat.isFIFO() || isDescriptor(path);
	for (;;) {
		const chunk = Buffer.allocUnsafe(stat.isFile() && stat.size < CHUNK ? stat.size + 1 : CHUNK);
		const count = tryRead(descriptor, chunk);
		if (count === undefined) hasBegun = true;
		if (count === 0 && hasBegun) return parts.length === 1 ? (parts[0] ?? chunk) : Buffer.concat(parts);
		if (count === undefined || count === 0) {
			const { setTimeout: sleep } = await import("node:timers/promises");
			await sleep(PAUSE, undefined, { signal }).catch(() => undefined);
		} else {
			hasBegun = true;
			total += count;
			if (total > limit) throw new TooLarge(limit);
			parts.push(chunk.subarray(0, count));
			if (total >= CHUNK) await new Promise((resolve) => setImmediate(resolve));
		}
		signal.throwIfAborted();
	}
}

/** Returns the number of bytes read; undefined if there are none yet. */
function tryRead(descriptor: number, chunk: Uint8Array): number | undefined {
	try {
		return readSync(descriptor, chunk);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EAGAIN") return undefined;
		throw error;
	}
}
