import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, it, onTestFinished } from "vitest";
import { openParquet, readParquet } from "../../../src/cli/commands/batch/input/parquet.ts";
import { createHome } from "../../helpers/session.ts";

// Node asserts on 2 GiB at once; parquet-pieces.long.ts reads that much.
it.each([1, 7, 99, 100, 1000])("reads a range in pieces of %d bytes", async (piece) => {
	const home = createHome();
	onTestFinished(() => home.remove());
	const path = join(home.folder, "x");
	const bytes = Buffer.from(Array.from({ length: 100 }, (_, index) => index));
	writeFileSync(path, bytes);
	const { file, close } = await openParquet(path, piece);
	expect(Buffer.from(await file.slice(0))).toEqual(bytes);
	expect(Buffer.from(await file.slice(13, 60))).toEqual(bytes.subarray(13, 60));
	await close();
});

it("reads a large row group in parts, with the texts of each alone", async () => {
	const home = createHome();
	onTestFinished(() => home.remove());
	const path = join(home.folder, "x.parquet");
	const large = Array.from({ length: 40 }, (_, index) => `${index}\0é${"x".repeat(2 ** 20)}`);
	const names = large.map((_, index) => ["red", "green", null][index % 3] ?? null);
	const columns = [
		{ name: "id", data: large.map((_, index) => index), type: "INT32" as const },
		{ name: "text", data: large, type: "STRING" as const },
		{ name: "name", data: names, type: "STRING" as const },
	];
	writeFileSync(
		path,
		Buffer.from(parquetWriteBuffer({ columnData: columns, rowGroupSize: 100, codec: "UNCOMPRESSED" })),
	);
	const { file, close } = await openParquet(path);
	const groups: (readonly { value: unknown }[])[] = [];
	for await (const group of readParquet(file, "x")) groups.push(group);
	await close();
	expect(groups.map(({ length }) => length)).toEqual([16, 16, 8]);
	expect(groups.flat().map(({ value }) => value)).toEqual(large.map((text, id) => ({ id, text, name: names[id] })));
});
