import { afterEach, describe, expect, it, vi } from "vitest";
import { backoff } from "../../src/http/backoff.ts";

afterEach(() => {
	vi.restoreAllMocks();
});

describe("backoff", () => {
	it.each([
		["rate-limit", [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]],
		["target", [250, 500, 1000, 2000, 4000, 8000, 8000]],
		["job", [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000]],
		["file", [10, 20, 40, 80, 160, 320, 640]],
	] as const)("grows to the longest wait: %s", (what, waits) => {
		expect(waits.map((_, index) => backoff(what, index + 1))).toEqual(waits);
	});

	it.each([
		["request", 3, [500, 1000]],
		["storage", 1, [250, 500]],
		["lock", 9, [0, 250]],
	] as const)("is partly random: %s", (what, failures, [least, most]) => {
		const random = vi.spyOn(Math, "random");
		random.mockReturnValue(0);
		expect(backoff(what, failures)).toBe(least);
		random.mockReturnValue(1);
		expect(backoff(what, failures)).toBe(most);
	});

	it("takes other limits", () => {
		vi.spyOn(Math, "random").mockReturnValue(1);
		expect([1, 2, 3].map((failures) => backoff("request", failures, { first: 5, longest: 12 }))).toEqual([5, 10, 12]);
	});

	it("stays finite after a thousand failures", () => {
		expect(backoff("rate-limit", 2000)).toBe(60_000);
	});
});
