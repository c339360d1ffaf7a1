import { expect, it } from "vitest";
import { describeProgress, describeSummary, readFacts, Tally } from "../../../src/cli/commands/batch/report.ts";

it("names the waiting lanes, the reason and the time", () => {
	const tally = new Tally(3, 1, 0, []);
	const lane = { inFlight: 0, limit: 8, done: 3, failed: 1, limited: 0 };
	const stoppedUntil = new Date(2026, 0, 1, 14, 3, 20).getTime();
	tally.lanes.set("groq", { ...lane, name: "groq", stoppedUntil, reason: "failures" });
	tally.lanes.set("novita", { ...lane, name: "novita", stoppedUntil: 0, reason: undefined });
	const line = describeProgress(readFacts(tally));
	expect(line).toMatch(/^3 done, 1 failed, .*; groq {2}0\/8 in flight, waiting \(failures\) until 14:03:20$/);
});

it("ends with a readable cost", () => {
	const facts = { total: 2, done: 2, failed: 0, left: 0, running: false, rows_per_second: 4, errors: [] };
	const lines = [4.05e-7, 0.0012, 12.5].map((cost_usd) => describeSummary({ ...facts, cost_usd })[0]);
	expect(lines).toEqual(
		["$0.000000405", "$0.0012", "$12.50"].map((cost) => `2 of 2 done, 0 failed; 4 rows/s; ${cost}`),
	);
});
