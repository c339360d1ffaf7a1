import { describe, expect, it } from "vitest";
import { InferenceClientProviderApiError, InferenceClientProviderOutputError } from "../../src/errors.ts";
import { StreamReader, send, type WireRequest } from "../../src/http/index.ts";
import { type ScriptedAnswer, serve } from "../helpers/server.ts";

const TOKEN = "hf_secretsecret";
const EVENT_STREAM = { "content-type": "text/event-stream" };

function requestOf(url: string, signal?: AbortSignal): WireRequest {
	const headers = { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" };
	return { url, info: { method: "POST", headers, body: '{"stream":true}', signal: signal ?? null } };
}

async function open(answer: ScriptedAnswer, signal?: AbortSignal) {
	const server = await serve({ headers: EVENT_STREAM, ...answer });
	const request = requestOf(server.url, signal);
	const response = await send(request, fetch, { streaming: true });
	return { server, values: readStream(response, request) };
}

/** Reads the values one by one; a consumer that stops closes the stream. */
async function* readStream(response: Response, request: WireRequest): AsyncGenerator<unknown> {
	const reader = new StreamReader(response, request);
	try {
		for (let value = await reader.next(); value !== undefined; value = await reader.next()) yield value;
	} finally {
		reader.close();
	}
}

/** All values up to the end or the failure. */
async function collect(values: AsyncIterable<unknown>): Promise<{ values: unknown[]; error?: unknown }> {
	const seen: unknown[] = [];
	try {
		for await (const value of values) seen.push(value);
		return { values: seen };
	} catch (error) {
		return { values: seen, error };
	}
}

const READABLE: { title: string; answer: ScriptedAnswer; values: unknown[] }[] = [
	{
		title: "values up to the end marker",
		answer: { body: 'data: {"a":1}\n\ndata: {"a":2}\n\ndata: [DONE]\n\ndata: {"a":3}\n\n' },
		values: [{ a: 1 }, { a: 2 }],
	},
	{ title: "a stream without an end marker", answer: { body: 'data: {"a":1}\n\n' }, values: [{ a: 1 }] },
	{ title: "a last event without its empty line", answer: { body: 'data: {"a":1}' }, values: [{ a: 1 }] },
	{ title: "a stream without events", answer: { body: ": ping\n\n" }, values: [] },
	{ title: "an empty body", answer: { body: "" }, values: [] },
	{
		title: "comments, empty data and other fields",
		answer: { body: ': ping\n\nevent: x\ndata:\n\nid: 1\ndata: {"a":1}\n\n' },
		values: [{ a: 1 }],
	},
	{ title: "JSON over several data lines", answer: { body: 'data: {"a":\ndata: 1}\n\n' }, values: [{ a: 1 }] },
	{
		title: "any JSON value",
		answer: { body: 'data: 1\n\ndata: "error"\n\ndata: null\n\ndata: [{"error":1}]\n\n' },
		values: [1, "error", null, [{ error: 1 }]],
	},
	{
		title: "an end marker that is only part of the data as a value",
		answer: { body: 'data: "[DONE]"\n\ndata:  {"a":1}\n\n' },
		values: ["[DONE]", { a: 1 }],
	},
	{
		title: "one byte at a time, with CRLF",
		answer: { body: 'data: {"a":"é😀"}\r\n\r\ndata: {"a":2}\r\n\r\ndata: [DONE]\r\n\r\n', step: 1 },
		values: [{ a: "é😀" }, { a: 2 }],
	},
	{
		title: "a content type with a parameter, in any spelling",
		answer: { headers: { "content-type": "Text/Event-Stream; charset=utf-8" }, body: "data: 1\n\n" },
		values: [1],
	},
];

const ERRORS_IN_STREAM: { event: unknown; text: string }[] = [
	{ event: { error: "Model is overloaded" }, text: "Model is overloaded" },
	{ event: { error: { message: "Too long", code: 400 } }, text: "Too long" },
	{ event: { error: { code: 400 } }, text: '{"code":400}' },
	{ event: { error: { message: { en: "x" } } }, text: '{"message":{"en":"x"}}' },
	{ event: { error: null, choices: [] }, text: "null" },
	{ event: { error: 7 }, text: "7" },
	{ event: { error: "" }, text: "" },
];

describe("StreamReader", () => {
	it.each(READABLE)("reads $title", async ({ answer, values }) => {
		expect(await collect((await open(answer)).values)).toEqual({ values });
	});

	it.each(ERRORS_IN_STREAM)("throws the error in $event", async ({ event, text }) => {
		const headers = { ...EVENT_STREAM, "x-request-id": "r1" };
		const body = `data: {"a":1}\n\ndata: ${JSON.stringify(event)}\n\ndata: {"a":2}\n\n`;
		const { server, values } = await open({ headers, body, ending: "hang" });
		const { values: seen, error } = await collect(values);
		expect(seen).toEqual([{ a: 1 }]);
		expect(error).toBeInstanceOf(InferenceClientProviderApiError);
		expect(error).toMatchObject({
			message: `Failed to perform inference: an occurred while streaming the response: ${text}`,
			httpRequest: { url: server.url, method: "POST", body: { stream: true } },
			httpResponse: { requestId: "r1", status: 200, body: event },
		});
		await server.requests[0]?.abandoned;
	});

	it.each([
		["<html>", "<html>"],
		['{"a":', '{"a":'],
		[`${TOKEN} ${"x".repeat(300)}`, `[redacted] ${"x".repeat(189)}…`],
		// Were it shortened first, a half of the token would stay.
		[`${"x".repeat(195)} ${TOKEN}`, `${"x".repeat(195)} [red…`],
	])("names the event that is not JSON: %s", async (data, shown) => {
		const { values, error } = await collect((await open({ body: `data: 1\n\ndata: ${data}\n\n` })).values);
		expect(values).toEqual([1]);
		expect(error).toBeInstanceOf(InferenceClientProviderOutputError);
		expect(error).toMatchObject({ message: `Received a malformed event in the stream: ${shown}`, reason: "malformed" });
	});

	it.each([
		["application/json", { "content-type": "application/json" }],
		["text/html; charset=utf-8", { "content-type": "text/html; charset=utf-8" }],
		["null", {}],
	])("rejects a response of type %s", async (type, headers) => {
		const server = await serve({ headers, body: "{}", ending: "hang" });
		const request = requestOf(server.url);
		const response = await send(request, fetch, { streaming: true });
		const { error } = await collect(readStream(response, request));
		expect(error).toBeInstanceOf(InferenceClientProviderApiError);
		expect(error).toMatchObject({
			message: `Failed to perform inference: server does not support event stream content type, it returned ${type}`,
			httpResponse: { requestId: "", status: 200, body: "" },
		});
		await server.requests[0]?.abandoned;
	});

	it("ends without a body", async () => {
		const response = new Response(null, { headers: EVENT_STREAM });
		expect(await collect(readStream(response, requestOf("http://localhost")))).toEqual({ values: [] });
	});

	it("closes the connection after the end marker", async () => {
		const { server, values } = await open({ body: "data: 1\n\ndata: [DONE]\n\n", ending: "hang" });
		expect(await collect(values)).toEqual({ values: [1] });
		await server.requests[0]?.abandoned;
	});

	it("closes the connection when the consumer stops", async () => {
		const { server, values } = await open({ body: "data: 1\n\ndata: 2\n\n", ending: "hang" });
		for await (const value of values) {
			expect(value).toBe(1);
			break;
		}
		await server.requests[0]?.abandoned;
	});

	it("reports a cut connection after the values before it", async () => {
		const { values, error } = await collect((await open({ body: "data: 1\n\ndata: 2", ending: "cut" })).values);
		expect(values).toEqual([1]);
		expect(error).toBeInstanceOf(TypeError);
	});

	it("fails with the abort reason", async () => {
		const controller = new AbortController();
		const { server, values } = await open({ body: "data: 1\n\n", ending: "hang" }, controller.signal);
		expect(await values.next()).toEqual({ done: false, value: 1 });
		const next = values.next();
		const reason = new Error("enough");
		controller.abort(reason);
		await expect(next).rejects.toBe(reason);
		await server.requests[0]?.abandoned;
	});
});
