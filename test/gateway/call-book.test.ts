import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { createCallBook, type KeptCall } from "../../src/gateway/call-book.ts";

it("does not hold large requests in memory beyond the part that it keeps", () => {
	setFlagsFromString("--expose-gc");
	const collect = runInNewContext("gc") as () => void;
	const used = (): number => {
		collect();
		const { heapUsed, external } = process.memoryUsage();
		return heapUsed + external;
	};
	const book = createCallBook((text) => text);
	const before = used();
	for (let id = 0; id < 15; id++) {
		// As a request arrives: bytes that become a string.
		const request = Buffer.alloc(16_000_000, `${id} `).toString("latin1");
		book.add({ id: String(id), request, response: "", attempts: [] } as unknown as KeptCall);
	}
	expect(book.list()).toHaveLength(15);
	expect(used() - before).toBeLessThan(100_000_000);
});
