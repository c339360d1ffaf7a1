import { describe, expect, it } from "vitest";
import { raceForTakeovers, raceOfTheKilled } from "./lock-race.ts";

const PROCESSES = 6;
const ROUNDS = Number(process.env["LOCK_ROUNDS"] ?? 5000);
const KILLS = 120;

describe("a lock that many take over", () => {
	it(`has one holder at a time, with ${PROCESSES} processes and ${ROUNDS} takeovers each`, async () => {
		const { takeovers, doubles, refusals } = await raceForTakeovers(PROCESSES, ROUNDS);
		expect({ takeovers, doubles }).toEqual({ takeovers: PROCESSES * ROUNDS, doubles: 0 });
		// Else they did not meet.
		expect(refusals).toBeGreaterThan(ROUNDS / 10);
	});

	it(`is taken over at once from ${KILLS} processes that are killed with it`, async () => {
		expect(await raceOfTheKilled(PROCESSES, KILLS)).toEqual({ taken: KILLS, killed: KILLS });
	});
});
