import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import zlib from "node:zlib";
import { closestWord } from "../../../../catalogue/closest-word.ts";
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

/** Decompresses the bytes of a file. Gzip files may have several members. */
export async function* decompress(
	bytes: AsyncIterable<Uint8Array>,
	compression: "gz" | "zst" | undefined,
	name: string,
): AsyncGenerator<Uint8Array, void, undefined> {
	// First, since it may throw, and an open file would then stay open.
	const stream = compression === undefined ? undefined : compression === "gz" ? zlib.createGunzip() : createZstd(name);
	if (!stream) return yield* bytes;
	const file = Readable.from(bytes);
	file.on("error", (error) => (stream as NodeJS.WritableStream & { destroy(error: Error): void }).destroy(error));
	try {
		yield* file.pipe(stream) as unknown as AsyncIterable<Uint8Array>;
	} catch (error) {
		const { code = "" } = error as NodeJS.ErrnoException;
		if (!/^(?:Z_|ERR_ZSTD|ZSTD_|ERR_BUFFER)/.test(code)) throw error;
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

/** Encodings that are suggested for a misspelled one; others that `TextDecoder` knows are read too. */
const COMMON = [
	..."utf-8 utf-16 utf-16le utf-16be latin1 macintosh ibm866 koi8-r koi8-u gbk gb18030 big5 shift_jis euc-jp euc-kr".split(
		" ",
	),
	...Array.from({ length: 9 }, (_, number) => `windows-125${number}`),
	...Array.from({ length: 16 }, (_, number) => `iso-8859-${number + 1}`).filter((name) => name !== "iso-8859-12"),
];

/** Returns the standard name of an encoding: `windows-1252` for `latin1`. */
export function parseEncoding(label: string): string {
	try {
		return new TextDecoder(label).encoding;
	} catch {
		const guess = closestWord(label.toLowerCase(), COMMON);
		throw new UsageError(
			`Unknown encoding "${label}".`,
			guess
				? `Did you mean ${guess}?`
				: `Encodings: ${COMMON.slice(0, 5).join(", ")}, windows-1252, shift_jis and the like.`,
			"unknown-name",
		);
	}
}

/** Why a row that has no text is not sent. */
export const NOT_TEXT =
	"It holds bytes that are not valid in the encoding of the input, which is UTF-8 unless --encoding names another.";

/** The text of bytes; undefined if they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
	return isUtf8(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8") : undefined;
}

/** A byte that never occurs in UTF-8. */
const INVALID = Buffer.of(0xff);

const MARKS: readonly [string, Uint8Array][] = [
	["utf-8", Buffer.of(0xef, 0xbb, 0xbf)],
	["utf-16le", Buffer.of(0xff, 0xfe)],
	["utf-16be", Buffer.of(0xfe, 0xff)],
];

/**
 * Converts a text to UTF-8 without a byte order mark. What is not valid in its encoding stays invalid, so that the row
 * that holds it can be told from the others.
 * @param named the encoding, unless a byte order mark tells it; default: UTF-8
 */
export async function* toUtf8(
	bytes: AsyncIterable<Uint8Array>,
	named: string | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
	let decoder: TextDecoder | undefined;
	let start: Uint8Array | undefined = new Uint8Array();
	for await (const chunk of bytes) {
		let rest = chunk;
		if (start) {
			rest = start.length > 0 ? Buffer.concat([start, chunk]) : chunk;
			start = rest.length < 3 ? rest : undefined;
			if (start) continue;
			[decoder, rest] = recognize(rest, named);
		}
		yield decoder ? encode(decoder.decode(rest, { stream: true })) : rest;
	}
	if (start) {
		const [own, rest] = recognize(start, named);
		decoder = own;
		yield decoder ? encode(decoder.decode(rest, { stream: true })) : rest;
	}
	if (decoder) yield encode(decoder.decode());
}

/** Returns the decoder, if the text is not UTF-8, and the text without its byte order mark. */
function recognize(bytes: Uint8Array, named: string | undefined): [TextDecoder | undefined, Uint8Array] {
	const mark = MARKS.find(([, mark]) => mark.every((byte, place) => bytes[place] === byte));
	const encoding = mark?.[0] ?? named ?? "utf-8";
	const decoder = encoding === "utf-8" ? undefined : new TextDecoder(encoding, { ignoreBOM: true });
	return [decoder, mark ? bytes.subarray(mark[1].length) : bytes];
}

function encode(text: string): Uint8Array {
	if (!text.includes("\ufffd")) return Buffer.from(text);
	return Buffer.concat(
		text.split("\ufffd").flatMap((part, place) => [...(place > 0 ? [INVALID] : []), Buffer.from(part)]),
	);
}
