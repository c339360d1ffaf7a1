import { expect, it } from "vitest";
import { createCallBook, type KeptCall } from "../../src/gateway/call-book.ts";
import { memoryInUse } from "../helpers/memory-in-use.ts";

it("does not hold large requests in memory beyond the part that it keeps", () => {
	const book = createCallBook((text) => text);
	const before = memoryInUse();
	for (let id = 0; id < 15; id++) {
		// As a request arrives: bytes that become a string.
		const request = Buffer.alloc(16_000_000, `${id} `).toString("latin1");
		book.add({ id: String(id), request, response: "", attempts: [] } as unknown as KeptCall);
	}
	expect(book.list()).toHaveLength(15);
	expect(memoryInUse() - before).toBeLessThan(100_000_000);
});
