import { type FauxqsServer, startFauxqs } from "fauxqs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runShards } from "./shards-run.ts";

const RUNS = Number(process.env["KILL_RUNS"] ?? 50);
/** Another S3 service in place of fauxqs, which every second run has behind its proxy. */
const other = process.env["HUB_TEST_S3"];
let server: FauxqsServer | undefined;
let backend: string | undefined;

beforeAll(async () => {
	server = other ? undefined : await startFauxqs({ port: 0, logger: false, host: "127.0.0.1" });
	backend = other ?? `http://127.0.0.1:${server?.port}`;
});
afterAll(() => server?.stop());

describe("shards without a shared disk", () => {
	it(`lose nothing in ${RUNS} runs of 2,000 rows in 16 shards over 4 workers`, { timeout: 3_600_000 }, async () => {
		for (let run = 0; run < RUNS; run++) {
			const report = await runShards({
				rows: 2000,
				shards: 16,
				workers: 4,
				kills: 6,
				faults: 0.03,
				backend: run % 2 ? undefined : backend,
			});
			expect({ run, ...report }).toMatchObject({ run, problems: [] });
			process.stdout.write(`${JSON.stringify({ run, ...report })}\n`);
		}
	});

	it("are exact with 64 shards over 8 workers, one ten times slower, two killed", { timeout: 3_600_000 }, async () => {
		const report = await runShards({ rows: 6400, shards: 64, workers: 8, kills: 2, faults: 0, slow: 10, backend });
		expect(report).toMatchObject({ problems: [], kills: 2 });
	});
});
