import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { fuzzCommand, LINES } from "./hostile-lines.ts";

// More seeds: control-characters.long.ts.
describe("names, ids, statuses and messages from outside", () => {
	it("has lines for every command", () => {
		// A line without a command is one too.
		expect(Object.keys(LINES).sort()).toEqual(["", ...COMMANDS.map(({ name }) => name)].sort());
	});

	it.each(Object.keys(LINES))("bring no control character to a terminal or standard error: hub %s", async (name) => {
		const { findings, crashes, reached } = await fuzzCommand(name, 1);
		expect(findings).toEqual([]);
		expect(crashes).toEqual([]);
		// Completion offers names of its own only.
		if (name !== "__complete") expect(reached).toBeGreaterThan(0);
	});
});
