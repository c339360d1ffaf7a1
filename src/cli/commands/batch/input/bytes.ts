import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import zlib from "node:zlib";
import { race } from "../../../../http/index.ts";
import { UsageError } from "../../../errors/usage.ts";
import { tooLarge } from "../../../input/too-large.ts";

/**
 * Passes bytes on, up to a limit.
 * @param limit undefined for no limit: rows are read one by one, so that an input of any size can be read
 * @throws UsageError for more than the limit; the signal's reason, also while no byte comes
 */
export async function* limitBytes(
	bytes: AsyncIterable<Uint8Array>,
	limit: number | undefined,
	name: string,
	signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
	const source = bytes[Symbol.asyncIterator]();
	let size = 0;
	try {
		for (;;) {
			const { done, value: chunk } = await race(source.next(), signal);
			if (done) return;
			size += chunk.length;
			if (limit !== undefined && size > limit) throw tooLarge(name, limit);
			yield chunk;
		}
	} finally {
		// A stream that waits for bytes would keep the process alive.
		if (signal.aborted && bytes instanceof Readable) bytes.destroy();
		// Not awaited: a source that waits for bytes may never end.
		source.return?.()?.catch(() => undefined);
	}
}

type Decompress = () => NodeJS.ReadWriteStream;

/** The bytes of a file, decompressed. Gzip files may have several members. */
export async function* readFileBytes(
	path: string,
	compression: "gz" | "zst" | undefined,
	name: string,
): AsyncGenerator<Uint8Array, void, undefined> {
	// First, since it may throw, and an open file would then stay open.
	const stream = compression === undefined ? undefined : compression === "gz" ? zlib.createGunzip() : createZstd(name);
	const file = createReadStream(path, { highWaterMark: 256 * 1024 });
	if (!stream) {
		yield* file as AsyncIterable<Uint8Array>;
		return;
	}
	file.on("error", (error) => (stream as NodeJS.WritableStream & { destroy(error: Error): void }).destroy(error));
	try {
		yield* file.pipe(stream) as unknown as AsyncIterable<Uint8Array>;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).syscall) throw error;
		throw new UsageError(`${name} cannot be decompressed: ${(error as Error).message}.`);
	} finally {
		file.destroy();
	}
}

function createZstd(name: string): NodeJS.ReadWriteStream {
	const create = (zlib as { createZstdDecompress?: Decompress }).createZstdDecompress;
	if (create) return create();
	throw new UsageError(
		`${name} is compressed with zstd, which Node ${process.versions.node} cannot read.`,
		"Use Node 22.15 or later, or compress it with gzip.",
	);
}
