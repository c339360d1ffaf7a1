import { describe, expect, it } from "vitest";
import { redactBody, redactHeaders, redactUrl, removeSecret } from "../../src/http/index.ts";

describe("redactHeaders", () => {
	it.each([
		[{ Authorization: "Bearer hf_x" }, { Authorization: "Bearer [redacted]" }],
		[{ authorization: "Key k" }, { authorization: "Bearer [redacted]" }],
		[{ AUTHORIZATION: "X-Key k" }, { AUTHORIZATION: "Bearer [redacted]" }],
		[{ Authorization: "no-scheme" }, { Authorization: "Bearer [redacted]" }],
		[
			{ "api-key": "k", "X-Api-Key": "k", Cookie: "c" },
			{ "api-key": "[redacted]", "X-Api-Key": "[redacted]", Cookie: "[redacted]" },
		],
		[
			{ "Content-Type": "a", "X-HF-Bill-To": "org" },
			{ "Content-Type": "a", "X-HF-Bill-To": "org" },
		],
		[{}, {}],
	])("hides secrets in %j", (headers, shown) => {
		const before = structuredClone(headers);
		expect(redactHeaders(headers as Record<string, string>)).toEqual(shown);
		expect(headers).toEqual(before);
	});
});

describe("redactUrl", () => {
	it.each([
		["https://h.test/a@b?c=@", "https://h.test/a@b?c=@"],
		["https://user:pass@h.test/a", "https://[redacted]@h.test/a"],
		["https://token@h.test", "https://[redacted]@h.test"],
		["http://u:p@ss@h.test:1/", "http://[redacted]@h.test:1/"],
		["/relative@x", "/relative@x"],
	])("shows %s as %s", (url, shown) => {
		expect(redactUrl(url)).toBe(shown);
	});
});

describe("redactBody", () => {
	it.each<[string, unknown, unknown]>([
		["JSON", '{"a":[1]}', { a: [1] }],
		["a JSON value", "3", 3],
		["JSON with a token", '{"a":1,"accessToken":"hf_x","b":2}', { a: 1, accessToken: "[REDACTED]", b: 2 }],
		["a value with a token", { accessToken: "hf_x" }, { accessToken: "[REDACTED]" }],
		["other text", "plain text", "plain text"],
		["an empty text", "", ""],
		["a Blob", new Blob(["x"]), "[Blob or ArrayBuffer]"],
		["an ArrayBuffer", new ArrayBuffer(2), "[Blob or ArrayBuffer]"],
		["bytes", new Uint8Array(2), "[Blob or ArrayBuffer]"],
		["a form", new FormData(), "[FormData]"],
		["nothing", undefined, null],
		["null", null, null],
	])("shows %s", (_, body, shown) => {
		expect(redactBody(body)).toEqual(shown);
	});

	it("does not change the value it is given", () => {
		const body = { accessToken: "hf_x" };
		redactBody(body);
		expect(body).toEqual({ accessToken: "hf_x" });
	});
});

describe("removeSecret", () => {
	it("replaces the secret in strings, keys and nested values of a copy", () => {
		const value = { "k-secret": ["a secret, a secret"], deep: { list: [null, 1, true, { x: "secret" }] } };
		const before = structuredClone(value);
		expect(removeSecret(value, "secret")).toEqual({
			"k-[redacted]": ["a [redacted], a [redacted]"],
			deep: { list: [null, 1, true, { x: "[redacted]" }] },
		});
		expect(value).toEqual(before);
	});

	it.each([
		["several", ["secret", "another"], "[redacted] and [redacted]"],
		["none", undefined, "secret and another"],
		["an empty list", [], "secret and another"],
		["a word too short to be a key", "and", "secret and another"],
	])("handles %s", (_, secret, text) => {
		expect(removeSecret("secret and another", secret)).toBe(text);
	});

	it("treats the characters of a secret literally", () => {
		expect(removeSecret("x $&.*+ y", "$&.*+ ")).toBe("x [redacted]y");
	});
});
