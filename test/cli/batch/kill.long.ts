import { describe, expect, it } from "vitest";
import { runAndKill } from "./kill-run.ts";

const RUNS = Number(process.env["KILL_RUNS"] ?? 100);

describe("kill -9, many times", () => {
	it(`loses nothing in ${RUNS} runs of 2,000 rows with up to five kills each`, { timeout: 3_600_000 }, async () => {
		for (let run = 0; run < RUNS; run++) {
			const { problems, askedAgain, mostTwice } = await runAndKill(2000, Math.floor(Math.random() * 6), run % 4 === 3);
			expect({ run, problems }).toEqual({ run, problems: [] });
			if (run % 4 === 3) continue;
			expect({ run, askedAgain }).toEqual({ run, askedAgain: [] });
			expect(mostTwice).toBeLessThanOrEqual(16);
		}
	});
});
