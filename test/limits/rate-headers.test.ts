import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readPause, readRateLimits } from "../../src/limits/rate-headers.ts";

interface Case {
	name: string;
	headers: Record<string, string>;
	windows: object[] | null;
	isOverLimit?: boolean;
}

const NOW = 1_700_000_000_000;
const cases = JSON.parse(readFileSync(new URL("rate-headers.json", import.meta.url), "utf8")) as Case[];

describe("readRateLimits", () => {
	it.each(cases)("reads $name", ({ headers, windows, isOverLimit = false }) => {
		const expected = windows === null ? undefined : { windows, isOverLimit };
		expect(readRateLimits(new Headers(headers), NOW)).toEqual(expected);
	});
});

describe("readPause", () => {
	it.each([
		[{ "retry-after": "3" }, 3000],
		[{ "retry-after-ms": "250", "retry-after": "1" }, 250],
		[{ "retry-after": "Tue, 14 Nov 2023 22:13:30 GMT" }, 10_000],
		[{ "retry-after": "Tue, 14 Nov 2023 22:13:10 GMT" }, 0],
		[{ "retry-after": "later" }, undefined],
		[{}, undefined],
	])("reads %o", (headers, expected) => {
		expect(readPause(new Headers(headers as Record<string, string>), NOW)).toBe(expected);
	});
});
