import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import zlib from "node:zlib";
import { isRecord } from "../../../../base/json.ts";
import { closestWord } from "../../../../catalogue/closest-word.ts";
import { race } from "../../../../http/index.ts";
import { UsageError } from "../../../errors/usage.ts";
import { tooLarge } from "../../../input/too-large.ts";

/** A row of the input, before it becomes a call. */
export interface RawRow {
	/** An object of columns, a text, or a file. */
	value: unknown;
	/** Why it could not be read; `value` is then undefined, or the file. */
	problem?: string;
	/** The row's own JSON text, from which templates print numbers as Python does. */
	json?: string;
	/** JSON texts of columns whose numbers would change if they were printed from `value`. */
	texts?: ReadonlyMap<string, string>;
	/** An id for a row that could not be read; default: `line:` and its place, from 1. */
	id?: string;
	/** Path of a file within its folder: the row's id. */
	name?: string;
	/** Folder of its file, if that is not the folder of the input. */
	folder?: string;
}

/** A file whose whole content is one row. */
export class FileRow {
	/** Its path below the folder of the input. */
	readonly name: string;
	readonly path: string;
	/** The path without links, found when the folder was listed: later links do not change what is read. */
	readonly real: string;

	constructor(name: string, path: string, real: string) {
		this.name = name;
		this.path = path;
		this.real = real;
	}
}

/** Rows arrive in groups, which costs less than one at a time. */
export type RowGroups = AsyncGenerator<RawRow[], void, undefined>;

type Texts = Pick<RawRow, "json" | "texts">;

/**
 * The id of a row of columns; undefined if it has none.
 * @param source the row's own texts, from which a number is taken unchanged
 */
export function findId(value: unknown, idColumn: string, source: Texts = {}): string | undefined {
	if (!isRecord(value)) return undefined;
	const name = (value["custom_id"] ?? undefined) === undefined ? idColumn : "custom_id";
	const id = value[name];
	if (typeof id === "string") return id;
	const { json, texts } = source;
	const text = texts?.get(name);
	if (text !== undefined && typeof id === "number") return text;
	if (typeof id === "number" && json !== undefined) {
		return isAtAnEnd(json, name, String(id)) ? String(id) : readMemberText(json, name);
	}
	return typeof id === "number" || typeof id === "boolean" || typeof id === "bigint" ? String(id) : undefined;
}

/** Whether the printed number is the first or the last member: most ids are, and need no search. */
function isAtAnEnd(json: string, name: string, id: string): boolean {
	for (const colon of [":", ": "]) {
		const member = `"${name}"${colon}${id}`;
		const after = json.charCodeAt(member.length + 1);
		if (json.startsWith(member, 1) && json[0] === "{" && (after === COMMA || after === BRACE)) {
			// A second member of the same name would count instead.
			if (!json.includes(`"${name}"`, member.length)) return true;
		}
		if (json.endsWith(`${member}}`) && /[\s,{]/.test(json[json.length - member.length - 2] ?? "")) return true;
	}
	return false;
}

const [COMMA, BRACE] = [0x2c, 0x7d];

/**
 * The values of an object's members as written in its JSON text: parsed, `1234567890123456789` and `1.0` would change.
 * @param json valid JSON of an object; the last of several members with one name counts
 */
export function readMemberTexts(json: string): Map<string, string> {
	const texts = new Map<string, string>();
	visitMembers(json, (open, close, start, end) => {
		texts.set(JSON.parse(json.slice(open, close)) as string, json.slice(start, end).trim());
	});
	return texts;
}

/** The value of one member, as in `readMemberTexts`; undefined if there is none. */
function readMemberText(json: string, name: string): string | undefined {
	const quoted = JSON.stringify(name);
	let found: string | undefined;
	visitMembers(json, (open, close, start, end) => {
		const member = json.slice(open, close);
		if (member === quoted || (member.includes("\\") && JSON.parse(member) === name))
			found = json.slice(start, end).trim();
	});
	return found;
}

/** Calls `visit` with the positions where the name and the value of each member start and end. */
function visitMembers(json: string, visit: (open: number, close: number, start: number, end: number) => void): void {
	for (let place = json.indexOf("{") + 1; ; ) {
		const open = json.indexOf('"', place);
		if (open === -1) return;
		const close = endOfString(json, open);
		const start = json.indexOf(":", close) + 1;
		const end = endOfValue(json, start);
		visit(open, close, start, end);
		if (json[end] !== ",") return;
		place = end + 1;
	}
}

function endOfString(json: string, open: number): number {
	for (let quote = json.indexOf('"', open + 1); quote !== -1; quote = json.indexOf('"', quote + 1)) {
		let before = quote;
		while (json[before - 1] === "\\") before--;
		if ((quote - before) % 2 === 0) return quote + 1;
	}
	return json.length;
}

function endOfValue(json: string, start: number): number {
	let depth = 0;
	for (let place = start; place < json.length; place++) {
		const character = json[place];
		if (character === '"') place = endOfString(json, place) - 1;
		else if (character === "{" || character === "[") depth++;
		else if (character === "}" || character === "]") {
			if (depth === 0) return place;
			depth--;
		} else if (character === "," && depth === 0) return place;
	}
	return json.length;
}

/** A number of the input that may change if it is parsed and printed: `1234567890123456789`, `1.50`. */
export class ExactNumber {
	readonly text: string;

	/** @param text the number in the form of JSON */
	constructor(text: string) {
		this.text = text;
	}

	/** Whether a floating-point number can hold it: 1.50 and 1e5, but not 12345678901234567890. */
	get isFloat(): boolean {
		return normalize(this.text) === normalize(String(Number(this.text)));
	}

	toString(): string {
		return this.text;
	}
}

/** The digits of a number, and the position of its decimal point. */
function normalize(text: string): string {
	const [, sign = "", whole = "", fraction = "", exponent = "0"] =
		/^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
	const digits = (whole + fraction).replace(/^0+/, "");
	const kept = digits.replace(/(?<!0)0+$/, "");
	return kept === ""
		? `${sign}${whole === "" ? text : 0}`
		: `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}

/**
 * Passes bytes on, up to a limit.
 * @param limit undefined for no limit: rows are read one by one, so that an input of any size can be read
 * @throws UsageError for more than the limit; the signal's reason, also while no byte arrives
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

/** Decompresses the bytes of a file. Gzip files may have several members. */
export async function* decompress(
	bytes: AsyncIterable<Uint8Array>,
	compression: "gz" | "zst" | undefined,
	name: string,
): AsyncGenerator<Uint8Array, void, undefined> {
	// First, since it may throw, which would leave a file open.
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
	const create = (zlib as { createZstdDecompress?: () => NodeJS.ReadWriteStream }).createZstdDecompress;
	if (create) return create();
	throw new UsageError(
		`${name} is compressed with zstd, which Node ${process.versions.node} cannot read.`,
		"Use Node 22.15 or later, or compress it with gzip.",
	);
}

/** Encodings to suggest for a misspelled one; others that `TextDecoder` supports work too. */
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
 * that holds it can be found.
 * @param named the encoding, if no byte order mark shows it; default: UTF-8
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
