import { afterEach, describe, expect, it } from "vitest";
import { createGateway } from "../../src/gateway/index.ts";
import { post, readEvents } from "./ask.ts";

const EVENTS = [
	{ type: "response.created", response: { id: "r", error: null } },
	{ type: "response.output_text.delta", delta: "Hello" },
	{
		type: "response.completed",
		response: { id: "r", model: "openai/gpt-oss-20b", usage: { input_tokens: 7, output_tokens: 2 } },
	},
];
const STREAM = EVENTS.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");

interface Sent {
	url: string;
	body: Record<string, unknown>;
}

describe("/v1/responses at a provider that supports it", () => {
	const sent: Sent[] = [];
	afterEach(() => void sent.splice(0));

	const gateway = (answer: (url: string) => Response) =>
		createGateway({
			token: (provider) => (provider === "groq" ? "gsk_key_of_the_provider" : "hf_token_of_the_hub"),
			offers: () => undefined,
			fetch: async (input, init) => {
				const url = String(input);
				if (url.includes("/api/models/")) {
					const groq = { status: "live", task: "conversational", providerId: "openai/gpt-oss-20b" };
					return Response.json({ inferenceProviderMapping: { groq } });
				}
				sent.push({ url, body: JSON.parse(String(init?.body)) as Record<string, unknown> });
				return answer(url);
			},
			call: { cache: new Map() },
		});
	const request = { model: "openai/gpt-oss-20b:groq", input: "Hi", metadata: { kept: "yes" }, accessToken: "no" };

	it("passes a request and its response through", async () => {
		const output = { id: "r", object: "response", output: [], usage: { input_tokens: 7, output_tokens: 2 } };
		const response = await post(
			gateway(() => Response.json(output)),
			"/v1/responses",
			request,
		);
		expect(await response.json()).toEqual(output);
		expect(response.headers.get("x-hub-provider")).toBe("groq");
		expect(sent).toEqual([
			{
				url: "https://api.groq.com/openai/v1/responses",
				body: { model: "openai/gpt-oss-20b", input: "Hi", metadata: { kept: "yes" } },
			},
		]);
	});

	it("passes a stream through unchanged", async () => {
		const answer = () => new Response(STREAM, { headers: { "content-type": "text/event-stream" } });
		const response = await post(gateway(answer), "/v1/responses", { ...request, stream: true });
		expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
		const text = await response.text();
		expect(text.startsWith(STREAM)).toBe(true);
		expect(text.slice(STREAM.length)).toMatch(/^(: x-hub-cost [\d.e-]+\n\n)?$/);
		expect(sent.map(({ url }) => url)).toEqual(["https://api.groq.com/openai/v1/responses"]);
		expect(sent[0]?.body["stream"]).toBe(true);
	});

	it("reports a stream cut within an event", async () => {
		const cut = EVENTS.slice(0, 2)
			.map((event) => `data: ${JSON.stringify(event)}\n\n`)
			.join("");
		const answer = () => new Response(cut, { headers: { "content-type": "text/event-stream" } });
		const response = await post(gateway(answer), "/v1/responses", { ...request, stream: true });
		const text = await response.text();
		expect(text).not.toContain("event: error");
		expect(readEvents(text).at(-1)).toMatchObject({
			type: "response.failed",
			response: { id: "r", status: "failed", error: { code: "stream_cut" } },
		});
	});

	const functions = [{ type: "function", name: "look", parameters: {} }];
	it.each<[string, object, "responses" | "chat/completions"]>([
		["groq", { tools: functions, tool_choice: "auto" }, "responses"],
		["groq", { tools: [...functions, { type: "namespace", name: "n", tools: functions }] }, "chat/completions"],
		["groq", { tools: [{ type: "custom", name: "run" }] }, "chat/completions"],
		[
			"groq",
			{
				input: [
					{ type: "additional_tools", tools: functions },
					{ role: "user", content: "Hi" },
				],
			},
			"chat/completions",
		],
		["groq", { store: false, include: ["reasoning.encrypted_content"], client_metadata: {} }, "chat/completions"],
		[
			"openai",
			{ tools: [{ type: "namespace", name: "n", tools: functions }], store: false, client_metadata: {} },
			"responses",
		],
	])("%s gets what it understands: %j", async (provider, fields, route) => {
		const posted: Sent[] = [];
		const served = createGateway({
			token: () => "key_of_the_provider",
			offers: () => undefined,
			fetch: async (input, init) => {
				const url = String(input);
				if (url.includes("/api/models/")) {
					const entry = { status: "live", task: "conversational", providerId: "model" };
					return Response.json({ inferenceProviderMapping: { [provider]: entry } });
				}
				posted.push({ url, body: JSON.parse(String(init?.body)) as Record<string, unknown> });
				const message = { role: "assistant", content: "Hello" };
				return Response.json({ output: [], choices: [{ index: 0, message, finish_reason: "stop" }] });
			},
			call: { cache: new Map() },
		});
		const response = await post(served, "/v1/responses", { model: `openai/model:${provider}`, input: "Hi", ...fields });
		expect(response.status).toBe(200);
		expect(posted.map(({ url }) => url.slice(url.indexOf("/v1/") + 4))).toEqual([route]);
		if (route === "responses") expect(posted[0]?.body).toMatchObject(fields);
	});

	it.each([false, true])("becomes a chat if the service lacks the route, stream: %s", async (stream) => {
		const message = { role: "assistant", content: "Hello" };
		const chunk = { choices: [{ index: 0, delta: { content: "Hello" }, finish_reason: "stop" }] };
		const answer = (url: string) =>
			url.endsWith("/responses")
				? Response.json({ error: "unknown route" }, { status: 404 })
				: stream
					? new Response(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`, {
							headers: { "content-type": "text/event-stream" },
						})
					: Response.json({ choices: [{ index: 0, message, finish_reason: "stop" }] });
		const response = await post(gateway(answer), "/v1/responses", { ...request, stream });
		const text = await response.text();
		expect(text).toContain("Hello");
		if (stream) expect(text).toContain("response.completed");
		expect(response.headers.get("x-hub-attempts")).toBe("2");
	});
});
