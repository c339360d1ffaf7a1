import { pipeline, type Readable, Transform, type TransformCallback } from "node:stream";
import * as zlib from "node:zlib";

// Output is forwarded as it arrives, and a truncated end is accepted, as by browsers: some services send such bodies.
const LENIENT = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };
const BROTLI = { flush: zlib.constants.BROTLI_OPERATION_FLUSH, finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH };

const DECODERS: Readonly<Record<string, (() => Transform) | undefined>> = {
	gzip: () => zlib.createGunzip(LENIENT),
	"x-gzip": () => zlib.createGunzip(LENIENT),
	deflate: () => new Inflate(),
	br: () => zlib.createBrotliDecompress(BROTLI),
	// Since Node 22.15; the types are of Node 20.
	zstd: (zlib as { createZstdDecompress?: () => Transform }).createZstdDecompress,
};

/** Each allocates memory, however short the body is. */
const MAX_ENCODINGS = 5;

/** Decodes a body by its header `content-encoding`; with an unknown one, or too many, it stays unchanged. */
export function decodeBody(body: Readable, header: string): Readable {
	const names = header.split(",").map((name) => name.trim().toLowerCase());
	const encodings = names.filter((name) => name !== "" && name !== "identity");
	const create = encodings.map((name) => (Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined)).reverse();
	if (create.length > MAX_ENCODINGS || !create.every((decoder) => decoder !== undefined)) return body;
	return create.reduce<Readable>((source, decoder) => pipeline(source, decoder(), () => undefined), body);
}

/** "deflate" means data with a zlib header; some services omit it. The first byte shows which. */
class Inflate extends Transform {
	private decoder: Transform | undefined;

	override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
		this.decoder ??= this.open(((chunk[0] ?? 0) & 0x0f) === 0x08);
		this.decoder.write(chunk, done);
	}

	override _flush(done: TransformCallback): void {
		if (this.decoder) this.decoder.once("end", () => done()).end();
		else done();
	}

	override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
		this.decoder?.destroy();
		done(error);
	}

	private open(hasHeader: boolean): Transform {
		const decoder = hasHeader ? zlib.createInflate(LENIENT) : zlib.createInflateRaw(LENIENT);
		decoder.on("data", (chunk) => {
			if (!this.push(chunk)) decoder.pause();
		});
		decoder.on("error", (error) => this.destroy(error));
		return decoder;
	}

	override _read(size: number): void {
		this.decoder?.resume();
		super._read(size);
	}
}
