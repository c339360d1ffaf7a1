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

	it("counts words, numbers, ends of lines and other characters", () => {
		const pieces = /[A-Z]?[a-z]+|[A-Z]+|\d{1,3}|\n\s*|[^\s\w]|_/g;
		const characters = "aabcXYZ019  \n\t_-{}é“漢\u00a0\u3000😀";
		let seed = 7;
		const next = (below: number): number => {
			seed = (seed * 1103515245 + 12345) % 2147483648;
			return Math.floor((seed / 2147483648) * below);
		};
		for (let round = 0; round < 500; round++) {
			const text = Array.from({ length: 1 + next(60) }, () => characters[next(characters.length)]).join("");
			const found = [...text.matchAll(pieces)].map(([piece]) =>
				/^[A-Za-z]/.test(piece) ? Math.ceil(piece.length / 8) : 1,
			);
			const tokens = found.reduce((sum, one) => sum + one, 0);
			expect(estimateValue(text), JSON.stringify(text)).toBe(Math.ceil(Math.max(tokens, text.length / 4)));
		}
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
