import { pipeline, type Readable, type Transform } from "node:stream";
import * as zlib from "node:zlib";

// Output is passed on as it comes, and an end that is cut off is accepted, as by browsers: services send such bodies.
const LENIENT = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };
const BROTLI = {
	flush: zlib.constants.BROTLI_OPERATION_FLUSH,
	finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH,
};

const DECODERS: Readonly<Record<string, (() => Transform) | undefined>> = {
	gzip: () => zlib.createGunzip(LENIENT),
	"x-gzip": () => zlib.createGunzip(LENIENT),
	deflate: () => zlib.createInflate(LENIENT),
	br: () => zlib.createBrotliDecompress(BROTLI),
	// Since Node 22.15; the types are of Node 20.
	zstd: (zlib as { createZstdDecompress?: () => Transform }).createZstdDecompress,
};

/** Undoes the encodings of a body, in the order in which they are listed; with an unknown one it stays as it is. */
export function decodeBody(body: Readable, encodings: readonly string[]): Readable {
	const create = encodings.map((name) => DECODERS[name]).reverse();
	if (!create.every((decoder) => decoder !== undefined)) return body;
	return create.reduce<Readable>((source, decoder) => pipeline(source, decoder(), () => undefined), body);
}
