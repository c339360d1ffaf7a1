import { open } from "node:fs/promises";
import type { AsyncBuffer } from "hyparquet";
import { UsageError } from "../../../errors/usage.ts";
import type { RawRow, RowGroups } from "./raw-row.ts";

/** Rows read at a time from a larger row group. */
const MAX_ROWS = 20_000;

/** A Parquet file, a row group at a time. */
export async function* readParquet(file: AsyncBuffer, name: string): RowGroups {
	const [{ parquetMetadataAsync, parquetReadObjects }, { compressors }] = await Promise.all([
		import("hyparquet"),
		import("hyparquet-compressors"),
	]);
	const metadata = await parquetMetadataAsync(file).catch((error: unknown) => {
		throw new UsageError(`${name} is not a Parquet file: ${(error as Error).message}`);
	});
	let start = 0;
	for (const group of metadata.row_groups) {
		const end = start + Number(group.num_rows);
		const hasIndex = group.columns.every((column) => column.offset_index_offset !== undefined);
		const step = hasIndex ? MAX_ROWS : end - start;
		for (let rowStart = start; rowStart < end; rowStart += step) {
			const rowEnd = Math.min(end, rowStart + step);
			const options = { file, metadata, compressors, rowStart, rowEnd, useOffsetIndex: hasIndex };
			const rows = await parquetReadObjects(options);
			yield rows.map((row): RawRow => ({ value: makePlain(row) }));
		}
		start = end;
	}
}

/** Number of rows, from the end of the file. */
export async function countParquet(file: AsyncBuffer): Promise<number> {
	const { parquetMetadataAsync } = await import("hyparquet");
	return Number((await parquetMetadataAsync(file)).num_rows);
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

/** Modifies the row, which was just read: that costs less than a copy. */
function makePlain(row: Record<string, unknown>): Record<string, unknown> {
	for (const name in row) {
		const value = row[name];
		if (value === undefined || typeof value === "object" || typeof value === "bigint") row[name] = toPlain(value);
	}
	return row;
}

/** Converts values to those of JSON; bytes stay. */
function toPlain(value: unknown): unknown {
	if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
	if (value === undefined) return null;
	if (value instanceof Date) return value.toISOString();
	if (value === null || typeof value !== "object" || ArrayBuffer.isView(value)) {
		return value instanceof Float32Array || value instanceof Float64Array ? Array.from(value) : value;
	}
	if (Array.isArray(value)) return value.map(toPlain);
	const plain: Record<string, unknown> = {};
	for (const [key, item] of Object.entries(value)) plain[key] = toPlain(item);
	return plain;
}
