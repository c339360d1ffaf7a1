import { expect, it } from "vitest";
import { BUILDERS, measureUsage } from "./memory.ts";

/** Bytes per character of output; about 2 are usual. If memory grew with the square, they would grow with the output. */
const MAX_BYTES = 8;

for (const [name, source] of Object.entries(BUILDERS))
	it(`takes memory in proportion to a text made ${name}`, () => {
		measureUsage(source, 500);
		for (const count of [2_000, 8_000]) {
			const { output, peak } = measureUsage(source, count);
			expect(output).toBeGreaterThan(70 * count);
			expect(peak / output, `${count} messages`).toBeLessThan(MAX_BYTES);
		}
	});
