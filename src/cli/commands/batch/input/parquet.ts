import { isUtf8 } from "node:buffer";
import { open } from "node:fs/promises";
import { runInNewContext } from "node:vm";
import type { AsyncBuffer, FileMetaData, ParquetParsers, SchemaElement, SchemaTree } from "hyparquet";
import { isRecord, readMember } from "../../../../base/json.ts";
import { isConnectionFailure } from "../../../../http/index.ts";
import { UsageError } from "../../../errors/usage.ts";
import { ExactNumber, type RawRow, type RowGroups } from "./columns.ts";

/** A file whose content contradicts itself. */
export class DamagedFile extends UsageError {
	constructor(name: string, reason: string) {
		super(`${name} is damaged: ${reason}.`, "Download it again, or write it again.", "invalid-file");
	}
}

/** Rows read at a time from a larger row group. */
const MAX_ROWS = 20_000;
/** Bytes of texts in the rows that are converted at a time. */
const MAX_BYTES = 2 ** 24;
/** Rows of the largest row group: writers make groups of a million. */
const MAX_GROUP = 2 ** 24;
/** Milliseconds to decode a part of a file, and what each byte of it adds. */
const DECODE_TIME = 5000;
const TIME_OF_BYTE = 1 / 1000;
/** Bytes at the end of a file that are read first: they usually hold all metadata. */
const TAIL = 2 ** 19;

/**
 * A Parquet file, a row group at a time.
 * @param decodeTime milliseconds to decode a small part: the reader does not end for some damaged files
 * @param from number of the first row; `to` of the one after the last
 */
export async function* readParquet(
	given: AsyncBuffer,
	name: string,
	decodeTime = DECODE_TIME,
	from = 0,
	to = Number.POSITIVE_INFINITY,
): RowGroups {
	const file = limitReader(given, name, decodeTime);
	const [{ parquetReadObjects, parquetSchema }, { compressors }] = await Promise.all([
		import("hyparquet"),
		import("hyparquet-compressors"),
	]);
	const metadata = await readMetadata(file, name, decodeTime);
	const converter = await intact(name, async () => new RowConverter(metadata, parquetSchema(metadata)));
	const parsers = PARSERS;
	let start = 0;
	for (const group of metadata.row_groups) {
		const end = start + Number(group.num_rows);
		const isLarge = end - start > MAX_ROWS;
		const hasIndex = isLarge && group.columns.every((column) => column.offset_index_offset !== undefined);
		const step = hasIndex ? MAX_ROWS : end - start;
		const last = Math.min(end, to);
		for (let rowStart = Math.max(start, from); rowStart < last; rowStart += step) {
			const rowEnd = Math.min(last, rowStart + step);
			const options = { file, metadata, compressors, parsers, rowStart, rowEnd, useOffsetIndex: hasIndex, utf8: false };
			const rows = await intact(name, () => parquetReadObjects(options));
			if (rows.length !== rowEnd - rowStart) throw new DamagedFile(name, "rows are missing");
			yield* converter.toGroups(rows);
		}
		start = end;
	}
}

/** Number of rows, from the end of the file. */
export async function countParquet(file: AsyncBuffer, name: string): Promise<number> {
	return (await listRowGroups(file, name)).reduce((sum, rows) => sum + rows, 0);
}

/** Rows of each row group. */
export async function listRowGroups(file: AsyncBuffer, name: string): Promise<number[]> {
	const { row_groups: groups } = await readMetadata(limitReader(file, name), name);
	return groups.map(({ num_rows: rows }) => Number(rows));
}

/**
 * Reads the footer of a file, which has the positions of its columns.
 * @throws DamagedFile if it names bytes or rows that the file cannot have
 */
async function readMetadata(file: AsyncBuffer, name: string, decodeTime = DECODE_TIME): Promise<FileMetaData> {
	const { parquetMetadata } = await import("hyparquet");
	const metadata = await intact(name, async () => {
		const { byteLength: size } = file;
		const start = await file.slice(0, Math.min(4, size));
		if (utf8.decode(start) !== "PAR1") throw new UsageError(`${name} is not a Parquet file.`);
		let tail = await file.slice(Math.max(0, size - TAIL), size);
		const length = new DataView(tail).getUint32(tail.byteLength - 8, true) + 8;
		if (length > tail.byteLength) tail = await file.slice(size - length, size);
		return decode(() => parquetMetadata(tail), decodeTime + length * TIME_OF_BYTE);
	});
	let total = 0;
	for (const { num_rows: rows, columns } of metadata.row_groups) {
		total += Number(rows);
		if (!(rows >= 0 && rows <= MAX_GROUP)) throw new DamagedFile(name, `a group of ${rows} rows`);
		for (const { meta_data: column } of columns) {
			const size = Number(column?.total_compressed_size ?? 0);
			if (!(size >= 0 && size <= file.byteLength)) throw new DamagedFile(name, "a column is larger than the file");
		}
	}
	if (total !== Number(metadata.num_rows)) throw new DamagedFile(name, "its row counts differ");
	return metadata;
}

/** A file whose reads stay within its bounds, and whose decoding has a time limit. */
function limitReader(file: AsyncBuffer, name: string, decodeTime = DECODE_TIME): AsyncBuffer {
	return {
		byteLength: file.byteLength,
		slice(start, end = file.byteLength) {
			const isInside = start >= 0 && start <= end && end <= file.byteLength;
			if (!isInside) throw new DamagedFile(name, "it points past its end");
			return limitThen(Promise.resolve(file.slice(start, end)), decodeTime + (end - start) * TIME_OF_BYTE);
		},
	};
}

/**
 * Limits the time of what follows a promise by `then`: the reader decodes a column there, without a pause in which a
 * timer or Ctrl-C could take effect.
 */
function limitThen<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value> {
	const then = promise.then.bind(promise);
	// The reader abandons columns when another one fails; an unhandled rejection would end the process.
	then(undefined, () => undefined);
	const limited = <Result>(take?: (value: Value) => Result, fail?: (error: unknown) => Result): Promise<unknown> =>
		limitThen(then(take && ((value) => decode(() => take(value), milliseconds)), fail), milliseconds);
	Reflect.set(promise, "then", limited);
	return promise;
}

/** @throws an error of V8 after the time */
function decode<Result>(work: () => Result, milliseconds: number): Result {
	return runInNewContext("work()", { work }, { timeout: Math.ceil(milliseconds) }) as Result;
}

/** Runs a part of the reader, whose errors of any kind mean that the file cannot be read as Parquet. */
async function intact<Result>(name: string, read: () => Promise<Result>): Promise<Result> {
	try {
		return await read();
	} catch (error) {
		// It comes from another realm, so `instanceof` does not work.
		const isEndless = readMember(error, "code") === "ERR_SCRIPT_EXECUTION_TIMEOUT";
		if (isEndless) throw new DamagedFile(name, "reading it never ends");
		if (error instanceof UsageError || isSystemFailure(error)) throw error;
		throw new DamagedFile(name, `it cannot be read as Parquet (${(error as Error).message})`);
	}
}

/** Errors of the disk, of the network, and of Ctrl-C. */
function isSystemFailure(error: unknown): boolean {
	return (
		!(error instanceof Error) ||
		"syscall" in error ||
		/^(Interrupt|TimeoutError)$/.test(error.name) ||
		isConnectionFailure(error)
	);
}

/** Bytes of one read: Node does not accept 2 GiB. */
const PIECE = 2 ** 30;

/**
 * A local file, read by ranges.
 * @param piece bytes that are read at once
 */
export async function openParquet(path: string, piece = PIECE): Promise<{ file: AsyncBuffer; close(): Promise<void> }> {
	const handle = await open(path, "r");
	const { size } = await handle.stat();
	const slice = async (start: number, end = size): Promise<ArrayBuffer> => {
		const buffer = new ArrayBuffer(end - start);
		let filled = 0;
		while (filled < buffer.byteLength) {
			const rest = new Uint8Array(buffer, filled, Math.min(piece, buffer.byteLength - filled));
			const { bytesRead } = await handle.read(rest, { position: start + filled });
			if (bytesRead === 0) break;
			filled += bytesRead;
		}
		return buffer;
	};
	return { file: { byteLength: size, slice }, close: () => handle.close() };
}

const utf8 = new TextDecoder();

/** Converts a value of a column whose type is needed to interpret it. */
type Conversion = (value: unknown) => unknown;

/** Bytes of the largest decimal: larger ones are left as bytes. */
const MAX_DECIMAL = 128;
/** Digits behind the point that are written out. */
const MAX_SCALE = 100;

/** A text that is decoded when its row is: those of a large row group together may be more than the memory. */
class LateText {
	private readonly bytes: Uint8Array;
	private text: string | undefined;

	constructor(bytes: Uint8Array) {
		this.bytes = bytes;
	}

	get size(): number {
		return this.bytes.length;
	}

	/** Rows share the values of a dictionary. */
	toString(): string {
		this.text ??= utf8.decode(this.bytes);
		return this.text;
	}
}

/** Times keep all their digits. */
const PARSERS: Partial<ParquetParsers> = {
	stringFromBytes: (bytes) => bytes && new LateText(bytes),
	timestampFromMilliseconds: (time) => formatTime(time, 3),
	timestampFromMicroseconds: (time) => formatTime(time, 6),
	timestampFromNanoseconds: (time) => formatTime(time, 9),
} as Partial<ParquetParsers>;

/** ISO 8601, with as many digits as the time needs, and three at least; the bare number for years that ISO lacks. */
function formatTime(given: bigint | number | null | undefined, digits: number): unknown {
	if (given === null || given === undefined) return given;
	const time = BigInt(given);
	const unit = 10n ** BigInt(digits - 3);
	const rest = ((time % unit) + unit) % unit;
	const date = new Date(Number((time - rest) / unit));
	if (Number.isNaN(date.getTime())) return time;
	const more = String(rest).padStart(digits - 3, "0");
	return date.toISOString().replace("Z", `${rest === 0n ? "" : more.replace(/(?<!0)0+$/, "")}Z`);
}

/** Makes rows of JSON values; numbers keep the form in which they are printed exactly. */
class RowConverter {
	private readonly conversions = new Map<SchemaElement, Conversion>();
	/** Columns with such values. */
	private readonly columns = new Map<string, SchemaTree>();

	/** Removes the decimals from the schema, since the reader makes them floating-point numbers. */
	constructor(metadata: FileMetaData, tree: SchemaTree) {
		for (const element of metadata.schema) {
			const conversion = findConversion(element);
			if (!conversion) continue;
			this.conversions.set(element, conversion);
			if (element.type === "FLOAT") continue;
			delete element.converted_type;
			delete element.logical_type;
		}
		for (const column of tree.children) if (this.hasConversion(column)) this.columns.set(column.element.name, column);
	}

	/** Converts the rows of the reader, in groups of bounded size. They are removed from the list as they are taken. */
	*toGroups(rows: (Record<string, unknown> | undefined)[]): Generator<RawRow[], void, undefined> {
		let group: RawRow[] = [];
		let size = 0;
		for (const [place, row] of rows.entries()) {
			rows[place] = undefined;
			if (!row) continue;
			size += sizeOf(row);
			group.push(this.toRow(row));
			if (size < MAX_BYTES) continue;
			yield group;
			group = [];
			size = 0;
		}
		if (group.length > 0) yield group;
	}

	private hasConversion({ element, children }: SchemaTree): boolean {
		return this.conversions.has(element) || children.some((child) => this.hasConversion(child));
	}

	/** Changes the row in place: that costs less than a copy. */
	toRow(row: Record<string, unknown>): RawRow {
		let texts: Map<string, string> | undefined;
		for (const name in row) {
			const column = this.columns.get(name);
			const value = column ? this.convert(column, row[name]) : row[name];
			row[name] = value;
			if (value !== undefined && typeof value !== "object" && typeof value !== "bigint") continue;
			const exact = { isFound: false };
			const plain = toPlain(value, exact);
			row[name] = exact.isFound ? loosen(plain) : plain;
			if (!exact.isFound) continue;
			texts ??= new Map();
			texts.set(name, writeExact(plain));
		}
		return texts ? { value: row, texts } : { value: row };
	}

	private convert(node: SchemaTree, value: unknown): unknown {
		if (value === null || value === undefined || value instanceof LateText) return value;
		if (Array.isArray(value)) return value.map((item) => this.convert(node, item));
		if (isRecord(value) && !ArrayBuffer.isView(value) && !(value instanceof Date)) {
			return Object.fromEntries(
				Object.entries(value).map(([name, item]) => [name, this.convert(findChild(node, name), item)]),
			);
		}
		return this.conversions.get(findLeaf(node).element)?.(value) ?? value;
	}
}

/** Bytes of texts and other values with a length of their own. */
function sizeOf(value: unknown): number {
	if (typeof value !== "object" || value === null) return 0;
	if (value instanceof LateText) return value.size;
	if (ArrayBuffer.isView(value)) return value.byteLength;
	return Object.values(value).reduce((sum: number, item) => sum + sizeOf(item), 0);
}

/** Only lists have wrappers with one child. */
function findLeaf(node: SchemaTree): SchemaTree {
	const [child] = node.children;
	return child ? findLeaf(child) : node;
}

/** The member of a group, also of one within a list; `value` for the keys of a map. */
function findChild(node: SchemaTree, name: string): SchemaTree {
	const [only, ...others] = node.children;
	const found = node.children.find(({ element }) => element.name === name);
	if (found || !only) return found ?? node;
	if (others.length === 0) return findChild(only, name);
	return node.children.find(({ element }) => element.name === "value") ?? node;
}

function findConversion(element: SchemaElement): Conversion | undefined {
	const { type, converted_type: converted, logical_type: logical } = element;
	if (type === "FLOAT") return (value) => (typeof value === "number" ? shortenFloat(value) : value);
	if (type === undefined || (converted !== "DECIMAL" && logical?.type !== "DECIMAL")) return undefined;
	const scale = logical?.type === "DECIMAL" ? logical.scale : (element.scale ?? 0);
	return (value) => {
		const digits = readUnscaled(value);
		return digits === undefined ? value : new ExactNumber(placePoint(digits, scale));
	};
}

/** The shortest decimal that is this number in 32 bits: 0.1, not 0.10000000149011612. */
function shortenFloat(value: number): number {
	for (let digits = 6; digits < 9; digits++) {
		const short = Number(value.toPrecision(digits));
		if (Math.fround(short) === value) return short;
	}
	return Number.isFinite(value) ? Number(value.toPrecision(9)) : value;
}

function readUnscaled(value: unknown): bigint | undefined {
	if (typeof value === "bigint") return value;
	if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : undefined;
	if (!(value instanceof Uint8Array) || value.length > MAX_DECIMAL) return undefined;
	const bits = BigInt(`0x0${Buffer.from(value).toString("hex")}`);
	return BigInt.asIntN(value.length * 8, bits);
}

function placePoint(unscaled: bigint, scale: number): string {
	if (scale === 0) return String(unscaled);
	if (!(scale > 0 && scale <= MAX_SCALE)) return `${unscaled}e${-scale}`;
	const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, "0");
	return `${unscaled < 0n ? "-" : ""}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Converts values to those of JSON. Bytes stay bytes, unless they are valid text: old files do not mark text columns. */
function toPlain(value: unknown, exact: { isFound: boolean }): unknown {
	if (value instanceof LateText) return value.toString();
	if (value instanceof Uint8Array) return isUtf8(value) && !value.includes(0) ? utf8.decode(value) : value;
	if (typeof value === "bigint" && Number.isSafeInteger(Number(value))) return Number(value);
	if (typeof value === "bigint" || value instanceof ExactNumber) {
		exact.isFound = true;
		return typeof value === "bigint" ? new ExactNumber(String(value)) : value;
	}
	if (value === undefined) return null;
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
	if (value === null || typeof value !== "object" || ArrayBuffer.isView(value)) {
		return value instanceof Float32Array || value instanceof Float64Array ? Array.from(value) : value;
	}
	if (Array.isArray(value)) return value.map((item) => toPlain(item, exact));
	return mapMembers(value, (item) => toPlain(item, exact));
}

/** Numbers as numbers if that is exact, else as text. */
function loosen(value: unknown): unknown {
	if (value instanceof ExactNumber) return value.isFloat ? Number(value.text) : value.text;
	if (Array.isArray(value)) return value.map(loosen);
	return isRecord(value) && !ArrayBuffer.isView(value) ? mapMembers(value, loosen) : value;
}

/** The JSON text of a value, with its numbers exact. */
function writeExact(value: unknown): string {
	if (value instanceof ExactNumber) return value.text;
	if (Array.isArray(value)) return `[${value.map(writeExact).join(",")}]`;
	if (!isRecord(value) || ArrayBuffer.isView(value)) return JSON.stringify(value) ?? "null";
	return `{${Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}:${writeExact(item)}`)}}`;
}

function mapMembers(value: object, change: (item: unknown) => unknown): Record<string, unknown> {
	const plain: Record<string, unknown> = {};
	for (const [name, item] of Object.entries(value)) plain[name] = change(item);
	return plain;
}
