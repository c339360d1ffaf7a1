import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import {
	type HttpRequestInfo,
	type HttpResponseInfo,
	InferenceClientError,
	InferenceClientHubApiError,
	InferenceClientInputError,
	InferenceClientProviderApiError,
	InferenceClientProviderOutputError,
	InferenceClientRoutingError,
} from "../src/errors.ts";

const REQUEST: HttpRequestInfo = { url: "https://h.test", method: "POST" };
const RESPONSE: HttpResponseInfo = { requestId: "r", status: 401, body: { error: "e" } };

const ERRORS: [string, InferenceClientError][] = [
	["InputError", new InferenceClientInputError("m")],
	["RoutingError", new InferenceClientRoutingError("m")],
	["ProviderApiError", new InferenceClientProviderApiError("m", REQUEST, RESPONSE)],
	["HubApiError", new InferenceClientHubApiError("m", REQUEST, RESPONSE)],
	["ProviderOutputError", new InferenceClientProviderOutputError("m")],
];

describe("error classes", () => {
	it.each(ERRORS)("%s", (name, error) => {
		expect(error).toBeInstanceOf(Error);
		expect(error).toBeInstanceOf(InferenceClientError);
		expect([error.name, error.message, String(error)]).toEqual([name, "m", `${name}: m`]);
		expect(error.stack).toContain("errors.test.ts");
	});

	it("gives an output error its reason and cause", () => {
		const cause = new Error("x");
		const error = new InferenceClientProviderOutputError("m", "failed", { cause });
		expect([error.reason, error.cause]).toEqual(["failed", cause]);
		expect(new InferenceClientProviderOutputError("m").reason).toBe("malformed");
	});

	it.each([InferenceClientProviderApiError, InferenceClientHubApiError])(
		"keeps request and response unchanged if they contain no secret: %o",
		(ErrorClass) => {
			const request = { ...REQUEST, headers: { "Content-Type": "application/json" }, body: '{"a":1}' };
			const error = new ErrorClass("m", request, { ...RESPONSE, retryAfter: 2 });
			expect(error.httpRequest).toEqual({ ...request, body: { a: 1 } });
			expect(error.httpResponse).toEqual({ ...RESPONSE, retryAfter: 2 });
			expect(new ErrorClass("m", REQUEST, RESPONSE).httpRequest).toEqual(REQUEST);
		},
	);

	it.each([
		"Bearer sk-verysecret",
		"Key sk-verysecret",
		"X-Key sk-verysecret",
		"sk-verysecret",
		"bearer  sk-verysecret",
	])("hides %s wherever it occurs", (authorization) => {
		const request = {
			url: "https://user:open-sesame@h.test/sk-verysecret?k=sk-verysecret",
			method: "POST",
			headers: { aUthorization: authorization, "X-Copy": "sk-verysecret" },
			body: JSON.stringify({ model: "https://user:open-sesame@h.test", inputs: ["sk-verysecret"], accessToken: "t" }),
		};
		const response = { requestId: "sk-verysecret", status: 401, body: { deep: ["your key sk-verysecret"] } };
		const before = structuredClone([request, response]);
		const error = new InferenceClientProviderApiError("no: sk-verysecret", request, response);
		expect(inspect(error, { depth: 9, showHidden: true }) + error.stack).not.toMatch(/verysecret|open-sesame/);
		expect(error.httpRequest).toEqual({
			url: "https://[redacted]@h.test/[redacted]?k=[redacted]",
			method: "POST",
			headers: { aUthorization: "Bearer [redacted]", "X-Copy": "[redacted]" },
			body: { model: "https://user:[redacted]@h.test", inputs: ["[redacted]"], accessToken: "[REDACTED]" },
		});
		expect(error.httpResponse).toEqual({
			requestId: "[redacted]",
			status: 401,
			body: { deep: ["your key [redacted]"] },
		});
		expect([request, response]).toEqual(before);
	});
});
