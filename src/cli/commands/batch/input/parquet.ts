import { open } from "node:fs/promises";
import { runInNewContext } from "node:vm";
import type { AsyncBuffer, FileMetaData } from "hyparquet";
import { readMember } from "../../../../base/json.ts";
import { isConnectionFailure } from "../../../../http/index.ts";
import { UsageError } from "../../../errors/usage.ts";
import type { RowGroups } from "./columns.ts";
import { RowConverter, TIME_PARSERS } from "./parquet-values.ts";

/** A file whose content contradicts itself. */
export class DamagedFile extends UsageError {
	constructor(name: string, reason: string) {
		super(`${name} is damaged: ${reason}.`, "Fetch or write the file again.", "invalid-file");
	}
}

/** Rows read at a time from a larger row group. */
const MAX_ROWS = 20_000;
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
	const parsers = TIME_PARSERS;
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
			yield rows.map((row) => converter.toRow(row));
		}
		start = end;
	}
}

/** Number of rows, from the end of the file. */
export async function countParquet(file: AsyncBuffer, name: string): Promise<number> {
	return sumRows(await readMetadata(limitReader(file, name), name));
}

/** Rows of each row group. */
export async function listRowGroups(file: AsyncBuffer, name: string): Promise<number[]> {
	const { row_groups: groups } = await readMetadata(limitReader(file, name), name);
	return groups.map(({ num_rows: rows }) => Number(rows));
}

const sumRows = ({ row_groups: groups }: FileMetaData): number =>
	groups.reduce((sum, { num_rows: rows }) => sum + Number(rows), 0);

/**
 * Reads the end of a file, which tells where its columns are.
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
	for (const { num_rows: rows, columns } of metadata.row_groups) {
		if (!(rows >= 0 && rows <= MAX_GROUP)) throw new DamagedFile(name, `a group of ${rows} rows`);
		for (const { meta_data: column } of columns) {
			const size = Number(column?.total_compressed_size ?? 0);
			if (!(size >= 0 && size <= file.byteLength)) throw new DamagedFile(name, "a column is larger than the file");
		}
	}
	if (sumRows(metadata) !== Number(metadata.num_rows)) throw new DamagedFile(name, "its numbers of rows differ");
	return metadata;
}

/** A file that gives the reader only bytes that it has, and the reader limited time to decode them. */
function limitReader(file: AsyncBuffer, name: string, decodeTime = DECODE_TIME): AsyncBuffer {
	return {
		byteLength: file.byteLength,
		slice(start, end = file.byteLength) {
			const isInside = start >= 0 && start <= end && end <= file.byteLength;
			if (!isInside) throw new DamagedFile(name, "it refers to bytes that it does not have");
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
	// The reader abandons columns when another one fails; a rejection that nobody handles would end the process.
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
		// It comes from another realm, so its class is not tested.
		const isEndless = readMember(error, "code") === "ERR_SCRIPT_EXECUTION_TIMEOUT";
		if (isEndless) throw new DamagedFile(name, "reading it does not end");
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

/** A local file, read by ranges. */
export async function openParquet(path: string): Promise<{ file: AsyncBuffer; close(): Promise<void> }> {
	const handle = await open(path, "r");
	const { size } = await handle.stat();
	const slice = async (start: number, end = size): Promise<ArrayBuffer> => {
		const buffer = new ArrayBuffer(end - start);
		let filled = 0;
		while (filled < buffer.byteLength) {
			const { bytesRead } = await handle.read(
				new Uint8Array(buffer, filled),
				0,
				buffer.byteLength - filled,
				start + filled,
			);
			if (bytesRead === 0) break;
			filled += bytesRead;
		}
		return buffer;
	};
	return { file: { byteLength: size, slice }, close: () => handle.close() };
}

const utf8 = new TextDecoder();
