import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openParquet } from "../../../src/cli/commands/batch/input/parquet.ts";
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
