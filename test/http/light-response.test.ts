import { describe, expect, it } from "vitest";
import { LightHeaders, LightResponse } from "../../src/http/light-response.ts";

/** What headers tell about themselves. */
const describeHeaders = (headers: Headers): unknown => ({
	entries: [...headers],
	names: [...headers.keys()],
	cookies: headers.getSetCookie(),
	read: ["a", "A", "b", "set-cookie", "missing"].map((name) => [headers.get(name), headers.has(name)]),
});

type Step = readonly [how: "append" | "set" | "delete", name: string, value?: string];

describe("light headers", () => {
	it.each<[string, Step[]]>([
		["no change", []],
		["a value", [["set", "a", "1"]]],
		["a name in upper case", [["set", "A", "1"]]],
		[
			"two values of a name",
			[
				["append", "a", "1"],
				["append", "A", "2"],
			],
		],
		[
			"a value in place of two",
			[
				["append", "a", "1"],
				["append", "a", "2"],
				["set", "a", "3"],
			],
		],
		[
			"a deleted value",
			[
				["set", "a", "1"],
				["delete", "A"],
			],
		],
		[
			"cookies",
			[
				["append", "Set-Cookie", "x=1"],
				["append", "set-cookie", "y=2"],
			],
		],
		[
			"a cookie in place of others",
			[
				["append", "set-cookie", "x=1"],
				["set", "Set-Cookie", "y=2"],
			],
		],
		[
			"deleted cookies",
			[
				["append", "set-cookie", "x=1"],
				["delete", "Set-Cookie"],
			],
		],
	])("are the platform's after %s", (_, steps) => {
		const [own, platform] = [new LightHeaders([["b", "2"]]), new Headers([["b", "2"]])];
		for (const headers of [own, platform]) for (const [how, name, value = ""] of steps) headers[how](name, value);
		expect(describeHeaders(own)).toEqual(describeHeaders(platform));
	});
});

it("a light response has status, headers and body of the platform's", async () => {
	const init = { status: 404, headers: new LightHeaders([["content-type", "text/plain"]]) };
	const [own, platform] = [new LightResponse(new TextEncoder().encode("né"), init), new Response("né", init)];
	for (const key of ["status", "ok", "bodyUsed", "redirected"] as const) expect(own[key]).toBe(platform[key]);
	expect(await own.text()).toBe("né");
	expect(own.bodyUsed).toBe(true);
	await expect(own.text()).rejects.toThrow();
});
