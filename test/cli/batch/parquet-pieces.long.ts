import { closeSync, openSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openParquet } from "../../../src/cli/commands/batch/input/parquet.ts";
import { createHome } from "../../helpers/session.ts";

it("reads more than 2 GiB at once", async () => {
	const home = createHome({ x: "" });
	onTestFinished(() => home.remove());
	const path = join(home.folder, "x");
	const size = 2 ** 31 + 10;
	// A hole: it takes no room on the disk.
	truncateSync(path, size);
	const descriptor = openSync(path, "r+");
	writeSync(descriptor, "end", size - 3);
	closeSync(descriptor);
	const { file, close } = await openParquet(path);
	const bytes = await file.slice(0);
	await close();
	expect(bytes.byteLength).toBe(size);
	expect(Buffer.from(bytes, size - 3).toString()).toBe("end");
});
