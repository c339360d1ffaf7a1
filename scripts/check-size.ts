import { gzipSync } from "node:zlib";
import { BUNDLERS } from "./bundlers.ts";
import { BUDGETS } from "./size-budgets.ts";

/** Prints the bundle sizes of parts of the built package; fails if one exceeds its budget. */
for (const { name, program, limit, compressed } of BUDGETS) {
	console.log(`${name}: at most ${kilobytes(limit)}, compressed ${kilobytes(compressed)}`);
	for (const [bundler, bundle] of Object.entries(BUNDLERS)) {
		const code = await bundle(program);
		const [size, small] = [Buffer.byteLength(code), gzipSync(code).length];
		const isOver = size > limit || small > compressed;
		console.log(
			`  ${bundler.padEnd(8)}${kilobytes(size).padStart(9)}${kilobytes(small).padStart(9)}${isOver ? "  over" : ""}`,
		);
		if (isOver) process.exitCode = 1;
	}
}

function kilobytes(bytes: number): string {
	return `${(bytes / 1000).toFixed(1)} kB`;
}
