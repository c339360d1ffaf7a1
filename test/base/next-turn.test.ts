import { get } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { nextTurn } from "../../src/base/next-turn.ts";
import { startServer } from "../helpers/server.ts";

describe("a turn of the event loop", () => {
	it("serves sockets between two parts of a long computation", async () => {
		const server = await startServer(() => ({ body: "ok" }));
		onTestFinished(() => server.close());
		let isAnswered = false;
		get(server.url, (response) => {
			response.resume();
			isAnswered = true;
		});
		let turns = 0;
		const compute = async (): Promise<void> => {
			for (; turns < 300 && !isAnswered; turns++) {
				// Longer than the shortest timer.
				for (const end = performance.now() + 3; performance.now() < end; );
				await nextTurn();
			}
		};
		// Timers that are due together run each other's work in one turn.
		await Promise.all([compute(), compute(), compute(), compute()]);
		expect(isAnswered).toBe(true);
		expect(turns).toBeLessThan(100);
	});

	it("comes without setImmediate too", async () => {
		const own = globalThis.setImmediate;
		onTestFinished(() => {
			globalThis.setImmediate = own;
		});
		Reflect.deleteProperty(globalThis, "setImmediate");
		await expect(nextTurn()).resolves.toBeUndefined();
	});
});
