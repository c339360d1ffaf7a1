import { expect, it } from "vitest";
import { runShards } from "./shards-run.ts";

it("runs shards on machines without a shared disk through kills and faults, each row once", async () => {
	const report = await runShards({ rows: 200, shards: 4, workers: 2, kills: 1, faults: 0.05 });
	expect(report.problems).toEqual([]);
});
