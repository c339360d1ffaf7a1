import { describe, expect, it } from "vitest";
import { runThroughGateway } from "./gateway-run.ts";

describe("8 shards through one hub serve", { timeout: 600_000 }, () => {
	it("use at least 85 % of a rate that the service does not tell", async () => {
		const report = await runThroughGateway({ rows: 4000, shards: 8, rate: 40, size: 20 });
		expect(report).toMatchObject({ answered: 4000, codes: Array.from({ length: 8 }, () => 0) });
		expect(report.used).toBeGreaterThanOrEqual(0.85);
		expect(report.refused / report.calls).toBeLessThanOrEqual(0.05);
	});

	it("exceed a budget at most by the calls in flight", async () => {
		const report = await runThroughGateway({ rows: 2000, shards: 8, rate: 100, size: 20, maxCost: 0.05 });
		expect(report.codes.every((code) => code !== 0)).toBe(true);
		expect(report.cost).toBeGreaterThan(0.04);
		expect(report.cost).toBeLessThanOrEqual(0.05 + 0.0001 * report.mostOpen);
	});
});
