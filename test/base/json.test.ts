import { describe, expect, it } from "vitest";
import { MAX_JSON_DEPTH, mapStrings, parseJson, parseJsonOrThrow } from "../../src/base/json.ts";

const nest = (open: string, close: string, levels: number): string => open.repeat(levels) + close.repeat(levels);

describe("JSON from outside", () => {
	const CASES: { title: string; text: string; isRead: boolean }[] = [
		{ title: "lists of the maximum depth", text: nest("[", "]", MAX_JSON_DEPTH), isRead: true },
		{ title: "one level more", text: nest("[", "]", MAX_JSON_DEPTH + 1), isRead: false },
		{ title: "120,000 levels", text: nest("[", "]", 120_000), isRead: false },
		{ title: "objects in lists", text: `${'[{"a":'.repeat(501)}1${"}]".repeat(501)}`, isRead: false },
		{ title: "deep behind a wide part", text: `[${"[],".repeat(5000)}${nest("[", "]", 2000)}]`, isRead: false },
		{ title: "many brackets side by side", text: `[${"[{}],".repeat(5000)}1]`, isRead: true },
		{
			title: "brackets in a string",
			text: JSON.stringify([`${"[".repeat(5000)}"\\"`, "{".repeat(5000)]),
			isRead: true,
		},
		{ title: "not JSON", text: "[1", isRead: false },
	];
	it.each(CASES)("$title", ({ text, isRead }) => {
		expect(parseJson(text) !== undefined).toBe(isRead);
		if (!isRead) expect(() => parseJsonOrThrow(text)).toThrow(SyntaxError);
	});

	it("changes the strings of values of any depth", () => {
		let deep: unknown = "key";
		for (let level = 0; level < 100_000; level++) deep = [deep];
		const upper = (text: string): string => text.toUpperCase();
		expect(JSON.stringify(mapStrings(deep, upper)).replaceAll(/[[\]]/g, "")).toBe('"…"');
		expect(mapStrings({ a: ["b", 1, null] }, upper)).toEqual({ A: ["B", 1, null] });
	});
});
