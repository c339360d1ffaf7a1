import { describe, expect, it } from "vitest";
import { parseRecording } from "../../src/exchange/recording.ts";

const read = (status: unknown, headers: unknown, url: unknown = "https://a.test/"): unknown =>
	parseRecording(
		JSON.stringify({ request: { method: "POST", url, headers: {} }, response: { status, headers, chunks: [] } }),
		"x.json",
	);

describe("a recording that was edited or damaged", () => {
	it("is read where it can be played", () => {
		expect(read(200, { "x-a": "b" })).toBeDefined();
	});

	it.each([
		["a header that no response can have", 200, { "x-ra{%te": "1" }],
		["a value that no header can have", 200, { "x-a": "b\n" + "c" }],
		["a header that is no text", 200, { "x-a": { toString: 1 } }],
		["a status that no response can have", 99, {}],
		["a status that is no whole number", 200.5, {}],
	])("is refused for %s", (_, status, headers) => {
		expect(() => read(status, headers)).toThrow("x.json is not a recording.");
	});

	it("is refused for a URL that is no text", () => {
		expect(() => read(200, {}, { toString: 1 })).toThrow("x.json is not a recording.");
	});
});
