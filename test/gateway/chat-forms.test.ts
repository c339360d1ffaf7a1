import { describe, expect, it } from "vitest";
import { toNine } from "../../src/inference/chat-form.ts";
import { get, post } from "./ask.ts";
import { scriptedGateway, streamed } from "./upstream.ts";

type Json = Record<string, unknown>;

const USAGE = { prompt_tokens: 3, completion_tokens: 1 };
const completion = (message: Json): { body: Json } => ({
	body: { id: "c", created: 1, model: "m", choices: [{ index: 0, message, finish_reason: "stop" }], usage: USAGE },
});
const refusal = (message: string) => ({ status: 400, body: { error: { message } } });
const used = (thinking: Json): Json => ({
	model: "model",
	max_tokens: 9,
	messages: [
		{ role: "user", content: "Hi" },
		{ role: "assistant", content: [thinking, { type: "tool_use", id: "1", name: "add", input: {} }] },
		{ role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: "x" }] },
	],
});
const thought = { type: "thinking", thinking: "Hm", signature: "hub1r" };
const bodyOf = ({ body }: { body: unknown }): { messages: Json[] } & Json => JSON.parse(String(body)) as never;

describe("a target that refuses what a chat has", () => {
	it.each([false, true])("is asked once more without it, which is remembered and said; stream: %s", async (stream) => {
		const ok = stream
			? streamed('data: {"choices":[{"index":0,"delta":{"content":"Ok"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n')
			: completion({ content: "Ok" });
		const { gateway, asked } = await scriptedGateway({ scaleway: [refusal("Unknown field: reasoning_content"), ok] });
		for (const _ of [1, 2]) {
			const response = await post(gateway, "/v1/messages", { ...used(thought), stream });
			expect(response.status).toBe(200);
			expect(response.headers.get("x-hub-notice") ?? "").toBe(
				_ === 1 ? "scaleway refuses the reasoning of earlier answers, which was left out." : "",
			);
			expect(await response.text()).toContain("Ok");
		}
		const fields = asked("scaleway").map((request) => bodyOf(request).messages[1]?.["reasoning_content"]);
		expect(fields).toEqual(["Hm", undefined, undefined]);
	});

	const REFUSED_OF_CHATS = [
		{
			what: "reasoning",
			message: "messages.1: property 'reasoning_content' is unsupported",
			notice: "novita refuses the reasoning of earlier answers, which was left out.",
			sent: (body: Json) => (body["messages"] as Json[])[1]?.["reasoning_content"],
			values: ["Hm", undefined, undefined],
		},
		{
			what: "ids of calls",
			message: "messages.1.tool_calls.0: Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.",
			notice: "novita takes other ids of calls, which were replaced.",
			sent: (body: Json) => (body["messages"] as Json[])[2]?.["tool_call_id"],
			values: ["call_1", toNine("call_1"), toNine("call_1")],
		},
		{
			what: "a schema of a tool",
			message: "Invalid schema for function 'add': unknown keyword $schema",
			notice: "novita refuses schemas of tools, which were simplified.",
			sent: (body: Json) => JSON.stringify(body["tools"]).includes("$schema"),
			values: [true, false, false],
		},
	];
	it.each(REFUSED_OF_CHATS)("of its own form, $what, is asked once more without it", async (row) => {
		const { gateway, asked } = await scriptedGateway({ novita: [refusal(row.message), completion({ content: "Ok" })] });
		const call = { id: "call_1", type: "function", function: { name: "add", arguments: "{}" } };
		const chat = {
			model: "model",
			seed: 1,
			messages: [
				{ role: "user", content: "Hi" },
				{ role: "assistant", content: "A", reasoning_content: "Hm", tool_calls: [call] },
				{ role: "tool", tool_call_id: "call_1", content: "x" },
				{ role: "system", content: "Late, and left where it is." },
			],
			tools: [{ type: "function", function: { name: "add", parameters: { $schema: "x", type: "object" } } }],
		};
		for (const notice of [row.notice, null]) {
			const response = await post(gateway, "/v1/chat/completions", chat);
			expect(response.status).toBe(200);
			expect(response.headers.get("x-hub-notice")).toBe(notice);
		}
		const bodies = asked("novita").map(bodyOf);
		expect(bodies[0]).toEqual({ ...chat, model: bodies[0]?.["model"] });
		expect(bodies.map(row.sent)).toEqual(row.values);
		expect(bodies.map(({ messages }) => messages.length)).toEqual([4, 4, 4]);
	});

	it.each([
		"`max_completion_tokens` must be less than or equal to `16384`, the maximum value for `max_completion_tokens` is less than the `context_window` for this model",
		"Invalid max_tokens value, the valid range of max_tokens is [1, 16384]",
		"max_tokens is too large: 32000. This model supports at most 16384 completion tokens, whereas you provided 32000.",
		"max_tokens: 32000 > 16384, which is the maximum allowed number of output tokens for this model",
	])("is asked once more for as long an answer as it gives: %s", async (message) => {
		const bodies: [path: string, request: Json, field: string][] = [
			["/v1/messages", { max_tokens: 32_000, messages: [{ role: "user", content: "Hi" }] }, "max_tokens"],
			["/v1/responses", { max_output_tokens: 32_000, input: "Hi" }, "max_tokens"],
			[
				"/v1/chat/completions",
				{ max_completion_tokens: 32_000, messages: [{ role: "user", content: "Hi" }] },
				"max_completion_tokens",
			],
		];
		for (const [path, request, field] of bodies) {
			const { gateway, asked } = await scriptedGateway({ novita: [refusal(message), completion({ content: "Ok" })] });
			const notices = ["novita takes a max_tokens of 16384 at most, which it got.", null];
			for (const notice of notices) {
				const response = await post(gateway, path, { model: "model", ...request });
				expect([response.status, response.headers.get("x-hub-notice")]).toEqual([200, notice]);
			}
			expect(asked("novita").map((one) => bodyOf(one)[field])).toEqual([32_000, 16_384, 16_384]);
		}
	});

	it.each([
		"max_tokens must be at least 1",
		"max_tokens must be an integer",
		"Error code: 400 - max_tokens is not supported with this model",
		"'max_tokens' is too large: 32000. The context length is 32768 tokens and your request has 2000 input tokens.",
	])("is not asked for another length by an error that names none: %s", async (message) => {
		const { gateway, asked } = await scriptedGateway({ novita: [refusal(message), completion({ content: "Ok" })] });
		const request = { model: "model", max_tokens: 32_000, messages: [{ role: "user", content: "Hi" }] };
		expect((await post(gateway, "/v1/messages", request)).status).toBe(400);
		expect(asked("novita")).toHaveLength(1);
	});

	it("that another request would get too is not asked for ever", async () => {
		const { gateway, asked } = await scriptedGateway({ scaleway: [refusal("reasoning_content is not known")] });
		expect((await post(gateway, "/v1/messages", used(thought))).status).toBe(400);
		expect(asked("scaleway")).toHaveLength(2);
	});
});

describe("reasoning", () => {
	it("has the field of each target after a failover", async () => {
		const { gateway, asked } = await scriptedGateway({
			groq: [{ status: 500, body: {} }],
			novita: [completion({ content: "Ok" })],
		});
		expect((await post(gateway, "/v1/messages", used(thought))).status).toBe(200);
		expect(bodyOf(asked("groq")[0] as never).messages[1]).toMatchObject({ reasoning: "Hm" });
		expect(bodyOf(asked("novita")[0] as never).messages[1]).toMatchObject({ reasoning_content: "Hm" });
	});

	it("goes where the target itself sends it", async () => {
		const { gateway, asked } = await scriptedGateway({ scaleway: [completion({ content: "Ok", reasoning: "New" })] });
		for (const _ of [1, 2]) await post(gateway, "/v1/messages", used({ ...thought, signature: "hub1c" }));
		const [first, second] = asked("scaleway").map((request) => bodyOf(request).messages[1]);
		expect(first).toMatchObject({ reasoning_content: "Hm" });
		expect(second).toMatchObject({ reasoning: "Hm" });
		expect(second).not.toHaveProperty("reasoning_content");
	});

	it("is a blank where a target misses it", async () => {
		const missing = refusal("The `reasoning_content` in the thinking mode must be passed back to the API.");
		const { gateway, asked } = await scriptedGateway({ scaleway: [missing, completion({ content: "Ok" })] });
		const foreign = { type: "thinking", thinking: "Hm", signature: "of another service" };
		expect((await post(gateway, "/v1/messages", used(foreign))).status).toBe(200);
		const fields = asked("scaleway").map((request) => bodyOf(request).messages[1]?.["reasoning_content"]);
		expect(fields).toEqual([undefined, " "]);
	});
});

describe("items that hub made", () => {
	it("are named instead of sent", async () => {
		const call = { id: "c1", type: "function", function: { name: "add", arguments: "{}" } };
		const { gateway, asked } = await scriptedGateway({
			novita: [completion({ content: "A", reasoning_content: "Hm", tool_calls: [call] }), completion({ content: "B" })],
		});
		const first = await post(gateway, "/v1/responses", { model: "model", input: "Hi" });
		const { id, output } = (await first.json()) as { id: string; output: Json[] };
		const input = [
			{ role: "user", content: "Hi" },
			...output.map((item) => ({ type: "item_reference", id: item["id"] })),
			{ type: "function_call_output", call_id: "c1", output: "x" },
		];
		const second = await post(gateway, "/v1/responses", { model: "model", input });
		expect(second.status).toBe(200);
		expect(bodyOf(asked("novita")[1] as never).messages).toEqual([
			{ role: "user", content: "Hi" },
			{ role: "assistant", content: "A", reasoning_content: "Hm", tool_calls: [call] },
			{ role: "tool", tool_call_id: "c1", content: "x" },
		]);
		// A later request knows what the second one named.
		const next = { model: "model", input: "And?", previous_response_id: ((await second.json()) as Json)["id"] };
		expect((await post(gateway, "/v1/responses", next)).status).toBe(200);
		expect(
			bodyOf(asked("novita")[2] as never)
				.messages.map(({ role }) => role)
				.join(" "),
		).toBe("user assistant tool assistant user");
		const items = await get(gateway, `/v1/responses/${id}/input_items`);
		expect(await items.json()).toMatchObject({
			object: "list",
			data: [{ type: "message", role: "user", content: [{ type: "input_text", text: "Hi" }] }],
			has_more: false,
		});
	});

	it("belong to the key that asked", async () => {
		const keys = [{ name: "eve", key: "key-of-eve-12345" }];
		const { gateway } = await scriptedGateway(
			{ novita: [completion({ content: "A" })] },
			{ key: "key-of-the-owner", keys },
		);
		const owner = { authorization: "Bearer key-of-the-owner" };
		const first = await post(gateway, "/v1/responses", { model: "model", input: "Hi" }, { headers: owner });
		const { output } = (await first.json()) as { output: Json[] };
		const body = { model: "model", input: [{ type: "item_reference", id: output[0]?.["id"] }] };
		const asEve = await post(gateway, "/v1/responses", body, { headers: { authorization: "Bearer key-of-eve-12345" } });
		expect(asEve.status).toBe(404);
		expect((await post(gateway, "/v1/responses", body, { headers: owner })).status).toBe(200);
	});
});
