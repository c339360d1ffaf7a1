import { describe, expect, it } from "vitest";
import { createTargetBook, fitsPattern } from "../../src/gateway/targets.ts";

describe("patterns", () => {
	it.each([
		["*", "", true],
		["*", "anything/at:all", true],
		["claude-*", "claude-opus-4-8", true],
		["claude-*", "claude-", true],
		["claude-*", "my-claude-x", false],
		["*-mini", "gpt-5-mini", true],
		["*-mini", "gpt-5-mini-2", false],
		["gpt-*-mini", "gpt-5-mini", true],
		["gpt-*-mini", "gpt-mini", false],
		["a*b*c", "aXbYc", true],
		["a*b*c", "aXcYb", false],
		["a*a", "a", false],
		["a**a", "aa", true],
		["*a*b*", "xaybz", true],
		["ab*ba", "aba", false],
		["*ab*ab", "ab", false],
		["a.c*", "abc", false],
		["CLAUDE*", "claude", false],
		["exact", "exact", true],
		["exact", "exactly", false],
	])("%s on %s: %s", (pattern, text, fits) => {
		expect(fitsPattern(text, pattern)).toBe(fits);
	});

	it("takes time proportional to the text", () => {
		const started = performance.now();
		expect(fitsPattern("a".repeat(1e6), `${"*a".repeat(200)}*b`)).toBe(false);
		expect(fitsPattern(`${"a".repeat(1e6)}c`, `${"*a".repeat(200)}*b*c`)).toBe(false);
		expect(performance.now() - started).toBeLessThan(1000);
	});
});

const NONE = { names: [], endpoints: [] };

describe("names of models", () => {
	const book = createTargetBook(
		{
			aliases: {
				"claude-haiku-*": ["org/small"],
				"claude-*": ["org/large:groq", "org/other"],
				"claude-opus": ["org/exact"],
				"*": ["org/rest"],
			},
		},
		NONE,
	);
	it.each([
		["claude-haiku-4-5-20251001", ["org/small"]],
		["claude-opus-4-8", ["org/large", "org/other"]],
		["claude-opus", ["org/exact"]],
		["gpt-6.1-sol", ["org/rest"]],
		["Qwen/Qwen3-32B", ["org/rest"]],
	])("%s leads to the first alias that fits", (name, models) => {
		expect(book.find(name, undefined, undefined).map(({ model }) => model)).toEqual(models);
	});

	it("are not listed as patterns", () => {
		expect([...book.aliases.keys()]).toEqual(["claude-opus"]);
	});

	it.each(["a b*", "", "a,b", "x=*", "a/b"])('"%s" is no alias', (name) => {
		expect(() => createTargetBook({ aliases: { [name]: ["org/a"] } }, NONE)).toThrow("cannot be an alias");
	});
});
