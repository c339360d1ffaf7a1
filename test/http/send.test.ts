import { describe, expect, it } from "vitest";
import { InferenceClientProviderApiError } from "../../src/errors.ts";
import { type ErrorTextOptions, readResponse, send, type WireRequest } from "../../src/http/index.ts";
import { type ScriptedAnswer, serve } from "../helpers/server.ts";

const JSON_TYPE = { "content-type": "application/json" };
const FAILED = "Failed to perform inference";
const NO_DETAIL = `${FAILED}: an HTTP error occurred when requesting the provider`;

function requestOf(url: string): WireRequest {
	const headers = { Authorization: "Key sk-secretsecret", "Content-Type": "application/json" };
	return { url, info: { method: "POST", headers, body: '{"inputs":"a"}' } };
}

interface FailureCase {
	title: string;
	answer: ScriptedAnswer;
	message: string;
	/** `httpResponse.body` of a call that streams, where it differs. */
	streaming?: { message: string; body: unknown };
	body: unknown;
}

function jsonCase(body: unknown, message: string): FailureCase {
	return { title: JSON.stringify(body), answer: { body }, message, body };
}

const FAILURES: FailureCase[] = [
	jsonCase({ error: "e", detail: "d", message: "m" }, `${FAILED}: e`),
	jsonCase({ detail: "d", message: "m" }, `${FAILED}: d`),
	jsonCase({ message: "m" }, `${FAILED}: m`),
	jsonCase({ error: { message: "em" }, detail: "d", message: "m" }, `${FAILED}: em`),
	jsonCase({ error: { code: 1 }, message: "m" }, `${FAILED}: m`),
	jsonCase({ error: ["x"], detail: [{ msg: "x" }] }, `${FAILED}: x`),
	jsonCase({ error: null }, `${NO_DETAIL}.`),
	jsonCase([], `${NO_DETAIL}.`),
	jsonCase(3, `${NO_DETAIL}.`),
	{ title: "JSON null", answer: { headers: JSON_TYPE, body: "null" }, message: `${NO_DETAIL}.`, body: "null" },
	{ title: "invalid JSON", answer: { headers: JSON_TYPE, body: "<h1>" }, message: `${NO_DETAIL}.`, body: "<h1>" },
	{ title: "an empty JSON answer", answer: { headers: JSON_TYPE }, message: `${NO_DETAIL}.`, body: "" },
	{
		title: "a problem document",
		answer: { headers: { "content-type": "application/problem+json" }, body: '{"detail":"d"}' },
		message: `${FAILED}: d`,
		body: { detail: "d" },
	},
	{
		title: "a content type in capitals with a parameter",
		answer: { headers: { "content-type": "Application/JSON; charset=utf-8" }, body: '{"error":"e"}' },
		message: `${FAILED}: e`,
		body: { error: "e" },
	},
	{
		title: "text with a charset",
		answer: { headers: { "content-type": "text/plain; charset=utf-8" }, body: "nö" },
		message: `${FAILED}: nö`,
		body: "nö",
	},
	{
		title: "text",
		answer: { headers: { "content-type": "text/plain" }, body: "no" },
		message: `${FAILED}: no`,
		body: "no",
	},
	{
		title: "HTML",
		answer: { headers: { "content-type": "text/html" }, body: "<h1>" },
		message: NO_DETAIL,
		body: "",
		streaming: { message: `${NO_DETAIL}.`, body: "<h1>" },
	},
	{
		title: "nothing",
		answer: {},
		message: NO_DETAIL,
		body: "",
		streaming: { message: `${NO_DETAIL}.`, body: "" },
	},
];

async function fail(answer: ScriptedAnswer, options: ErrorTextOptions): Promise<unknown> {
	const server = await serve({ status: 418, ...answer, headers: { "x-request-id": "r1", ...answer.headers } });
	return send(requestOf(server.url), fetch, options).catch((error: unknown) => error);
}

describe("send", () => {
	it.each(FAILURES)("turns $title with an error status into an error", async ({ answer, message, body, streaming }) => {
		const error = await fail(answer, { streaming: false });
		expect(error).toBeInstanceOf(InferenceClientProviderApiError);
		expect(error).toMatchObject({
			name: "ProviderApiError",
			message,
			httpRequest: {
				method: "POST",
				headers: { Authorization: "Bearer [redacted]", "Content-Type": "application/json" },
				body: { inputs: "a" },
			},
		});
		expect((error as InferenceClientProviderApiError).httpResponse).toEqual({ requestId: "r1", status: 418, body });
		expect(await fail(answer, { streaming: true })).toMatchObject({
			message: streaming?.message ?? message,
			httpResponse: { body: streaming ? streaming.body : body },
		});
	});

	it.each([
		[400, { error: { a: 1 } }, 'no chat Error: {"a":1}'],
		[404, { error: "e" }, 'no chat Error: "e"'],
		[422, { detail: "d" }, "no chat Error: undefined"],
		[500, { error: null }, "no chat Error: null"],
		[401, { error: "e" }, `${FAILED}: e`],
	])("reports that a model cannot chat at status %i with %j", async (status, body, message) => {
		for (const streaming of [true, false]) {
			expect(await fail({ status, body }, { streaming, chatFailure: "no chat" })).toMatchObject({ message });
		}
	});

	it.each([
		["120", 120],
		["0", 0],
		["nonsense", undefined],
	])("keeps Retry-After: %s", async (header, seconds) => {
		const error = await fail({ status: 429, headers: { "retry-after": header } }, { streaming: false });
		expect((error as InferenceClientProviderApiError).httpResponse.retryAfter).toBe(seconds);
	});

	it("does not show a token that the service repeats", async () => {
		const body = { error: "Incorrect API key: sk-secretsecret", deep: [{ "sk-secretsecret": "xsk-secretsecretx" }] };
		const error = await fail({ status: 401, body }, { streaming: false });
		expect(error).toMatchObject({
			message: `${FAILED}: Incorrect API key: [redacted]`,
			httpResponse: { body: { error: "Incorrect API key: [redacted]", deep: [{ "[redacted]": "x[redacted]x" }] } },
		});
		expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain("secretsecret");
	});

	it("does not forward the token to another host", async () => {
		const other = await serve({ body: { ok: true } });
		const server = await serve({ status: 307, headers: { location: `${other.url}/there` } });
		const response = await send(requestOf(`${server.url}/here`), fetch, { streaming: false });
		expect((await readResponse(response)).data).toEqual({ ok: true });
		expect(server.requests[0]?.headers.authorization).toBe("Key sk-secretsecret");
		expect(other.requests).toMatchObject([{ method: "POST", path: "/there", body: '{"inputs":"a"}' }]);
		expect(other.requests[0]?.headers).not.toHaveProperty("authorization");
	});

	it.each(["refuse", "cut"] as const)("passes on a broken connection unchanged (%s)", async (ending) => {
		const server = await serve({ body: '{"a":', headers: JSON_TYPE, ending });
		const reading = send(requestOf(server.url), fetch, { streaming: false }).then(readResponse);
		await expect(reading).rejects.toBeInstanceOf(TypeError);
	});
});

describe("readResponse", () => {
	it.each<[string, ScriptedAnswer, unknown]>([
		["JSON", { body: { a: [1] } }, { data: { a: [1] } }],
		["JSON one byte at a time", { body: { a: "é" }, step: 1 }, { data: { a: "é" } }],
		["JSON null", { headers: JSON_TYPE, body: "null" }, { data: null }],
		["invalid JSON", { headers: JSON_TYPE, body: "{" }, { data: "{", invalidJson: "{" }],
		["an empty JSON answer", { headers: JSON_TYPE, body: "" }, { data: "", invalidJson: "" }],
	])("reads %s", async (_, answer, expected) => {
		expect(await readResponse(await fetch((await serve(answer)).url))).toEqual(expected);
	});

	it.each([{ "content-type": "image/png" }, { "content-type": "text/plain" }, {}])(
		"reads a response with headers %j as a Blob",
		async (headers) => {
			const bytes = Uint8Array.of(0, 255, 10, 13);
			const { data } = await readResponse(await fetch((await serve({ headers, body: bytes })).url));
			expect(data).toBeInstanceOf(Blob);
			expect(new Uint8Array(await (data as Blob).arrayBuffer())).toEqual(bytes);
		},
	);
});
