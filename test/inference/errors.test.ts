import { describe, expect, it } from "vitest";
import {
	chatCompletion,
	chatCompletionStream,
	InferenceClientProviderApiError,
	textToSpeech,
} from "../../src/index.ts";
import { COMPLETION, events, failure, mapping, serve } from "./serve.ts";

const args = { model: "org/model", accessToken: "hf_secret", messages: [{ role: "user", content: "Hi" }] };
const FAILED = "ProviderApiError: Failed to perform inference:";
const GENERIC = `${FAILED} an HTTP error occurred when requesting the provider`;

describe("HTTP errors", () => {
	it.each([
		[Response.json({ error: "bad" }, { status: 400 }), `${FAILED} bad`],
		[Response.json({ detail: "bad" }, { status: 422 }), `${FAILED} bad`],
		[Response.json({ message: "bad" }, { status: 500 }), `${FAILED} bad`],
		[Response.json({ error: { message: "bad" } }, { status: 401 }), `${FAILED} bad`],
		[Response.json({ error: { code: 1 }, message: "bad" }, { status: 401 }), `${FAILED} bad`],
		[Response.json({ error: { code: 1 } }, { status: 401 }), `${GENERIC}.`],
		[Response.json(null, { status: 500 }), `${GENERIC}.`],
		[json("{", 500), `${GENERIC}.`],
		[new Response("gone", { status: 404, headers: { "content-type": "text/plain" } }), `${FAILED} gone`],
		[new Response("gone", { status: 404, headers: { "content-type": "text/plain; charset=utf-8" } }), `${FAILED} gone`],
		[new Response("<p>", { status: 502, headers: { "content-type": "text/html" } }), GENERIC],
		[
			new Response('{"detail":"bad"}', { status: 400, headers: { "content-type": "application/problem+json" } }),
			`${FAILED} bad`,
		],
	])("have the service's message: %#", async (response, expected) => {
		const { options } = serve({ "router.huggingface.co": response });
		expect(await failure(chatCompletion(args, options))).toBe(expected);
		const streamed = expected === GENERIC ? `${GENERIC}.` : expected;
		expect(await failure(chatCompletionStream(args, options))).toBe(streamed);
	});

	it("report that a model cannot chat", async () => {
		const { options } = serve({
			"/api/": mapping(["groq", "conversational"]),
			"router.huggingface.co": Response.json({ error: { a: 1 } }, { status: 404 }),
		});
		// In the caller's words: the provider knows the model under another name.
		const call = { ...args, provider: "groq" };
		expect(await failure(chatCompletion(call, { ...options, chatCompletion: true }))).toBe(
			'ProviderApiError: Provider groq does not seem to support chat completion for model org/model . Error: {"a":1}',
		);
	});

	it("show request and response without the token, even if the service repeats it", async () => {
		const response = Response.json(
			{ error: "Invalid key hf_secret" },
			{ status: 401, headers: { "x-request-id": "r1", "retry-after": "2" } },
		);
		const { options } = serve({ "router.huggingface.co": response });
		const error = await chatCompletion(args, options).catch((reason: unknown) => reason);
		expect(error).toBeInstanceOf(InferenceClientProviderApiError);
		expect(error).toMatchObject({
			message: "Failed to perform inference: Invalid key [redacted]",
			httpRequest: { method: "POST", headers: { Authorization: "Bearer [redacted]" }, body: { model: "org/model" } },
			httpResponse: { requestId: "r1", status: 401, retryAfter: 2, body: { error: "Invalid key [redacted]" } },
		});
		expect(JSON.stringify(error)).not.toContain("hf_secret");
	});

	it("that are temporary are retried, with a pause and a limit", async () => {
		const { options, requests, notices } = serve({
			"router.huggingface.co": [
				new Response("", { status: 503, headers: { "retry-after": "0" } }),
				Response.json(COMPLETION),
			],
		});
		await chatCompletion(args, { ...options, retry_on_error: true });
		expect(requests.length).toBe(2);
		expect(notices).toMatchObject([{ type: "retry", status: 503, attempt: 1, attempts: 5 }]);
	});

	it("pass failed connections on unchanged", async () => {
		const { options } = serve({ "router.huggingface.co": new TypeError("fetch failed") });
		expect(await failure(chatCompletion(args, options))).toBe("TypeError: fetch failed");
	});
});

describe("streams", () => {
	const chunk = (text: string) => ({ choices: [{ delta: { content: text } }] });
	const stream = (response: Response) =>
		chatCompletionStream(args, serve({ "router.huggingface.co": response }).options);

	it("yield all events, even one without an end", async () => {
		const response = events(`data: ${JSON.stringify(chunk("a"))}`, "", "", `data: ${JSON.stringify(chunk("b"))}`);
		const chunks = [];
		for await (const item of stream(response)) chunks.push(item);
		expect(chunks).toEqual([chunk("a"), chunk("b")]);
	});

	it.each([
		[events('data: {"error":"overloaded"}', "", ""), `${FAILED} an occurred while streaming the response: overloaded`],
		[
			events('data: {"error":{"message":"overloaded"}}', "", ""),
			`${FAILED} an occurred while streaming the response: overloaded`,
		],
		[events('data: {"error":null}', "", ""), `${FAILED} an occurred while streaming the response: null`],
		[events("data: {oops", "", ""), "ProviderOutputError: Received a malformed event in the stream: {oops"],
		[Response.json({}), `${FAILED} server does not support event stream content type, it returned application/json`],
	])("fail clearly: %#", async (response, expected) => {
		expect(await failure(stream(response))).toBe(expected);
	});

	it("close the connection when the reader stops, and after the end marker", async () => {
		for (const end of ["", "data: [DONE]\n\n"]) {
			let isCancelled = false;
			const body = new ReadableStream<Uint8Array>({
				start: (controller) => controller.enqueue(new TextEncoder().encode(`data: {"a":1}\n\n${end}`)),
				cancel: () => {
					isCancelled = true;
				},
			});
			const response = new Response(body, { headers: { "content-type": "text/event-stream" } });
			const { options } = serve({ "router.huggingface.co": () => response });
			for await (const _ of chatCompletionStream(args, options)) if (end === "") break;
			expect(isCancelled).toBe(true);
		}
	});
});

describe("downloads", () => {
	it("never get the token, and report failures", async () => {
		const { options, requests } = serve({
			"/api/models/": mapping(["fal-ai", "text-to-speech"]),
			"/fal-ai/": Response.json({ audio: { url: "https://evil.test/a.mp3" } }),
			"evil.test": new Response("no", { status: 403, statusText: "Forbidden" }),
		});
		const call = { provider: "fal-ai", model: "org/model", accessToken: "hf_secret", inputs: "a" };
		expect(await failure(textToSpeech(call, options))).toBe(
			"ProviderApiError: Failed to fetch audio from https://evil.test/a.mp3: Forbidden",
		);
		expect(requests.at(-1)?.headers).toEqual({});
	});
});

function json(text: string, status: number): Response {
	return new Response(text, { status, headers: { "content-type": "application/json" } });
}
