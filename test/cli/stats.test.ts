import { describe, expect, it } from "vitest";
import { tokensPerSecond } from "../../src/cli/output/stats.ts";

describe("tokens per second", () => {
	const usage = { prompt_tokens: 3, completion_tokens: 20, total_tokens: 23 };

	it.each([
		["from the first token on", { started: 0, firstToken: 6000, ended: 10_000 }, 5],
		["of the whole call without a first token", { started: 0, ended: 10_000 }, 2],
		["of the whole call if the answer came in one piece", { started: 0, firstToken: 10_000, ended: 10_000 }, 2],
		["unknown if no time passed", { started: 5, firstToken: 5, ended: 5 }, undefined],
		["unknown before the end", { started: 0, firstToken: 6000 }, undefined],
	])("%s", (_, timing, rate) => {
		expect(tokensPerSecond(usage, timing)).toBe(rate);
	});

	it("unknown without usage", () => {
		expect(tokensPerSecond(undefined, { started: 0, ended: 10_000 })).toBeUndefined();
	});
});
