import { describe, expect, it } from "vitest";
import { runSharedCache } from "./cache-run.ts";

const RUNS = Number(process.env["KILL_RUNS"] ?? 10);

describe("one cache for 16 processes", { timeout: 3_600_000 }, () => {
	it(`loses nothing and gives no wrong result in ${RUNS} runs with kill -9 within writes`, async () => {
		for (let run = 0; run < RUNS; run++) {
			const report = await runSharedCache(16, 500, 8);
			expect(report).toMatchObject({ problems: [], askedAtLast: 0 });
			expect(report.kills).toBeGreaterThan(0);
			expect(report.drafts).toBeLessThanOrEqual(report.kills);
		}
	});
});
