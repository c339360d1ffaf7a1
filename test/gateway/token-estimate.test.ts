import { describe, expect, it } from "vitest";
import { estimateValue } from "../../src/gateway/token-estimate.ts";

describe("the estimate of tokens", () => {
	it.each([
		["Hello", 2],
		["", 0],
		["12345 six", 3],
		[["a", "b"], 4],
		[{ role: "user" }, 3],
	])("of %j is %d", (value, tokens) => {
		expect(estimateValue(value)).toBe(tokens);
	});

	it("assumes that what is beyond the first megabyte is similar, in one text or in many", () => {
		const text = "x = f(y);\n".repeat(100_000);
		const one = estimateValue(text.repeat(20));
		const many = estimateValue(Array.from({ length: 20 }, () => text));
		expect(Math.abs(many - one) / one).toBeLessThan(0.01);
	});

	it("examines a megabyte, however many texts there are", () => {
		const text = "a;".repeat(500_000);
		const measure = (count: number): number => {
			const texts = Array.from({ length: count }, () => text);
			const before = process.cpuUsage();
			estimateValue(texts);
			return process.cpuUsage(before).user;
		};
		measure(1);
		// Forty times as much text; without the limit it takes forty times as long.
		expect(measure(40)).toBeLessThan(10 * measure(1) + 20_000);
	});
});
