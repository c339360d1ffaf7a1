import { gzipSync } from "node:zlib";
import { BUDGETS, bundleLibrary, WHOLE } from "./bundle-library.ts";

/** Prints what parts of the library take when bundled; fails when one takes more than its budget. */
for (const { name, source, limit } of [...BUDGETS, { name: "everything", source: WHOLE, limit: undefined }]) {
	const bundle = await bundleLibrary(source, "esm", true);
	const size = Buffer.byteLength(bundle);
	const budget = limit === undefined ? "" : ` of ${kilobytes(limit)} allowed`;
	console.log(`${name}: ${kilobytes(size)} minified${budget}, ${kilobytes(gzipSync(bundle).length)} compressed`);
	if (limit !== undefined && size > limit) process.exitCode = 1;
}

function kilobytes(bytes: number): string {
	return `${(bytes / 1000).toFixed(1)} kB`;
}
