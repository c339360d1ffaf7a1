import { describe, expect, it } from "vitest";
import { runSharedCache } from "./cache-run.ts";
import { runAndKill } from "./kill-run.ts";

describe("kill -9", () => {
	it("loses nothing, and sends again only rows in flight", async () => {
		const { problems, askedAgain, mostTwice } = await runAndKill(600, 2);
		expect(problems).toEqual([]);
		expect(askedAgain).toEqual([]);
		expect(mostTwice).toBeLessThanOrEqual(16);
	});

	it("resumes after a power cut that truncated the journal", async () => {
		const { problems } = await runAndKill(300, 1, true);
		expect(problems).toEqual([]);
	});

	it("leaves a shared --cache whole when it is within writes", async () => {
		const { kills, ...report } = await runSharedCache(3, 100, 2);
		expect(report).toEqual({ problems: [], askedAtLast: 0, drafts: expect.any(Number) });
		expect(kills).toBeGreaterThan(0);
	});
});
