import { parquetReadObjects } from "hyparquet";
import { expect, it } from "vitest";
import { createAsker } from "./ask.ts";

const { get } = createAsker();

interface Listing {
	parquet_files: { split: string; url: string; filename: string; size: number }[];
	partial: boolean;
}

it.each([
	["sandbox/reviews", "/parquet", ["id", "text", "label", "stars"]],
	["sandbox/questions", "https://datasets-server.huggingface.co/parquet", ["id", "question", "answer"]],
])("serves %s as Parquet", async (name, path, columns) => {
	const { parquet_files, partial } = (await (await get(`${path}?dataset=${name}`)).json()) as Listing;
	expect(partial).toBe(false);
	for (const { url, size } of parquet_files) {
		const file = await (await get(url)).arrayBuffer();
		expect(file.byteLength).toBe(size);
		const rows = await parquetReadObjects({ file });
		expect(rows.length).toBeGreaterThan(1);
		expect(Object.keys(rows[0] ?? {})).toEqual(columns);
	}
});

it("has no other datasets", async () => {
	expect((await get("/parquet?dataset=sandbox/nothing")).status).toBe(404);
	expect((await get("/datasets/sandbox/reviews/resolve/main/default/none/0000.parquet")).status).toBe(404);
});
