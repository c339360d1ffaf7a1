import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createGateway, type GatewayOptions } from "../../src/gateway/index.ts";
import { get, post, readEvents } from "./ask.ts";

type Json = Record<string, unknown>;
type Answer = Json | string | Response;

const USAGE = {
	prompt_tokens: 20,
	completion_tokens: 4,
	total_tokens: 24,
	prompt_tokens_details: { cached_tokens: 5 },
};

/** A chat's stream of these deltas. */
function stream(deltas: readonly Json[], finish = "stop", more: Json = {}): string {
	const event = (value: Json): string => `data: ${JSON.stringify({ id: "c", ...value })}\n\n`;
	const choice = (delta: Json, reason: string | null, rest: Json = {}): string =>
		event({ choices: [{ index: 0, delta, finish_reason: reason, ...rest }] });
	return [
		...deltas.map((delta) => choice(delta, null)),
		choice({}, finish, more),
		event({ choices: [], usage: USAGE }),
		"data: [DONE]\n\n",
	].join("");
}

const whole = (message: Json, finish = "stop", more: Json = {}): Json => ({
	choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: finish, ...more }],
	usage: USAGE,
});

/** A gateway whose router gives the answers in turn. */
function script(answers: readonly Answer[], options: GatewayOptions = {}) {
	const bodies: Json[] = [];
	const gateway = createGateway({
		token: "hf_token_of_the_hub",
		offers: () => undefined,
		fetch: async (input, init) => {
			if (init?.method !== "POST") {
				const data = ["a/one", "b/two", "c/three"].map((id) => ({ id, created: 1_700_000_000 }));
				return String(input).endsWith("/v1/models") ? Response.json({ data }) : new Response("{}", { status: 404 });
			}
			bodies.push(JSON.parse(String(init.body)) as Json);
			const answer = answers[Math.min(bodies.length, answers.length) - 1] ?? {};
			if (answer instanceof Response) return answer.clone();
			if (typeof answer !== "string") return Response.json(answer);
			return new Response(answer, { headers: { "content-type": "text/event-stream" } });
		},
		...options,
	});
	return { gateway, bodies };
}

const ask = { model: "org/name", max_tokens: 100, messages: [{ role: "user", content: "Hi" }] };
const send = (gateway: ReturnType<typeof createGateway>, more: Json = {}): Promise<Response> =>
	post(gateway, "/v1/messages?beta=true", { ...ask, ...more }, { headers: { "anthropic-version": "2023-06-01" } });

describe("/v1/messages: the request", () => {
	const picture = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };
	const url = "data:image/png;base64,AAAA";
	it.each<[name: string, request: Json, chat: Json]>([
		["a text", {}, { messages: [{ role: "user", content: "Hi" }], max_tokens: 100 }],
		[
			"instructions as text",
			{ system: "Be brief." },
			{ messages: [{ role: "system", content: "Be brief." }, ask.messages[0]] },
		],
		[
			"instructions as blocks, and among the messages",
			{
				system: [
					{ type: "text", text: "One.", cache_control: { type: "ephemeral" } },
					{ type: "text", text: "Two." },
				],
				messages: [
					{ role: "system", content: "Three." },
					{ role: "developer", content: [{ type: "text", text: "Four." }] },
				],
			},
			{
				messages: [{ role: "system", content: "One.\n\nTwo.\n\nThree.\n\nFour." }],
			},
		],
		[
			"pictures and documents",
			{
				messages: [
					{
						role: "user",
						content: [
							{ type: "text", text: "Look:" },
							picture,
							{ type: "image", source: { type: "url", url: "https://example.com/a.png" } },
							{ type: "document", title: "notes", source: { type: "text", media_type: "text/plain", data: "Abc" } },
						],
					},
				],
			},
			{
				messages: [
					{
						role: "user",
						content: [
							{ type: "text", text: "Look:" },
							{ type: "image_url", image_url: { url } },
							{ type: "image_url", image_url: { url: "https://example.com/a.png" } },
							{ type: "text", text: "notes:\nAbc" },
						],
					},
				],
			},
		],
		[
			"calls and results, with pictures and errors",
			{
				messages: [
					{
						role: "assistant",
						content: [
							{ type: "thinking", thinking: "Hm.", signature: "s" },
							{ type: "redacted_thinking", data: "x" },
							{ type: "text", text: "Wait." },
							{ type: "tool_use", id: "t1", name: "look", input: { a: 1 } },
							{ type: "tool_use", id: "t2", name: "fail", input: {} },
						],
					},
					{
						role: "user",
						content: [
							{ type: "tool_result", tool_use_id: "t1", content: [{ type: "text", text: "Here:" }, picture] },
							{ type: "tool_result", tool_use_id: "t2", content: "no such file", is_error: true },
							{ type: "text", text: "Go on." },
						],
					},
				],
			},
			{
				messages: [
					{
						role: "assistant",
						content: "Wait.",
						tool_calls: [
							{ id: "t1", type: "function", function: { name: "look", arguments: '{"a":1}' } },
							{ id: "t2", type: "function", function: { name: "fail", arguments: "{}" } },
						],
					},
					{ role: "tool", tool_call_id: "t1", content: "Here:\n[The images follow.]" },
					{ role: "tool", tool_call_id: "t2", content: "Error: no such file" },
					{
						role: "user",
						content: [
							{ type: "text", text: "The images of the call t1 of look:" },
							{ type: "image_url", image_url: { url } },
							{ type: "text", text: "Go on." },
						],
					},
				],
			},
		],
		[
			"parameters, and none that chats do not know",
			{
				temperature: 0.5,
				top_p: 0.9,
				top_k: 40,
				stop_sequences: ["END"],
				metadata: { user_id: "u" },
				context_management: { edits: [] },
				service_tier: "auto",
				container: "c",
			},
			{
				messages: ask.messages,
				max_tokens: 100,
				temperature: 0.5,
				top_p: 0.9,
				top_k: 40,
				stop: ["END"],
				metadata: { user_id: "u" },
			},
		],
		[
			"tools, and one that must be called alone",
			{
				tools: [{ name: "add", description: "Adds.", input_schema: { type: "object" } }],
				tool_choice: { type: "tool", name: "add", disable_parallel_tool_use: true },
			},
			{
				tools: [{ type: "function", function: { name: "add", description: "Adds.", parameters: { type: "object" } } }],
				tool_choice: { type: "function", function: { name: "add" } },
				parallel_tool_calls: false,
			},
		],
		[
			"any tool",
			{ tools: [{ name: "add", input_schema: {} }], tool_choice: { type: "any" } },
			{ tool_choice: "required" },
		],
		["no tool", { tools: [{ name: "add", input_schema: {} }], tool_choice: { type: "none" } }, { tool_choice: "none" }],
		["the effort", { output_config: { effort: "max" }, thinking: { type: "adaptive" } }, { reasoning_effort: "high" }],
		["a large budget", { thinking: { type: "enabled", budget_tokens: 20_000 } }, { reasoning_effort: "high" }],
		["a small budget", { thinking: { type: "enabled", budget_tokens: 1024 } }, { reasoning_effort: "low" }],
		["no thinking", { thinking: { type: "disabled" }, output_config: { effort: "high" } }, { messages: ask.messages }],
		[
			"a schema",
			{ output_config: { format: { type: "json_schema", schema: { type: "object" } } } },
			{ response_format: { type: "json_schema", json_schema: { name: "output", schema: { type: "object" } } } },
		],
	])("%s", async (name, request, chat) => {
		const { gateway, bodies } = script([whole({ content: "Ok" })]);
		expect((await send(gateway, request)).status).toBe(200);
		expect(bodies[0]).toMatchObject(chat);
		if (name.startsWith("parameters"))
			expect(Object.keys(bodies[0] ?? {}).sort()).toEqual([...Object.keys(chat), "model"].sort());
		if (name === "no thinking") expect(bodies[0]).not.toHaveProperty("reasoning_effort");
	});

	it("leaves out tools that only Anthropic runs, and says so once to a client", async () => {
		const notes: string[] = [];
		const { gateway, bodies } = script([whole({ content: "Ok" })], { onNotice: (notice) => notes.push(notice) });
		const tools = [
			{ type: "web_search_20250305", name: "web_search" },
			{ name: "add", input_schema: {} },
		];
		for (const _ of [1, 2]) {
			const response = await send(gateway, { tools });
			expect(response.headers.get("x-hub-notice")).toBe(
				"Tools that a chat does not have were left out: web_search_20250305.",
			);
		}
		expect(notes).toHaveLength(1);
		expect(bodies[0]?.["tools"]).toHaveLength(1);
	});

	it("calls tools with long names by short ones", async () => {
		const name = `mcp__${"server".repeat(12)}__tool`;
		const { gateway, bodies } = script([]);
		await send(gateway, { tools: [{ name, input_schema: {} }] });
		const [tool] = (bodies[0]?.["tools"] ?? []) as { function: { name: string } }[];
		const offered = tool?.function.name ?? "";
		expect(offered).toMatch(/^[\w-]{1,64}$/);
		const answer = whole({ tool_calls: [{ id: "t", function: { name: offered, arguments: "{}" } }] }, "tool_calls");
		const response = await send(script([answer]).gateway, { tools: [{ name, input_schema: {} }] });
		expect(await response.json()).toMatchObject({ content: [{ type: "tool_use", name }] });
	});

	it("asks again without the effort where a service does not take it", async () => {
		const refusal = Response.json({ error: { message: "Unknown parameter: reasoning_effort" } }, { status: 400 });
		for (const isStream of [false, true]) {
			const { gateway, bodies } = script([refusal, isStream ? stream([{ content: "Ok" }]) : whole({ content: "Ok" })]);
			const response = await send(gateway, { output_config: { effort: "high" }, stream: isStream });
			expect(response.status).toBe(200);
			expect(await response.text()).toContain("Ok");
			expect(bodies.map((body) => body["reasoning_effort"])).toEqual(["high", undefined]);
		}
	});

	it.each<[what: string, request: Json, message: string]>([
		["no messages", { messages: undefined }, "messages must be a list"],
		["a role", { messages: [{ role: "robot", content: "x" }] }, '"robot" is not a role'],
		["blocks", { messages: [{ role: "user", content: [5] }] }, "must be objects"],
		["no model", { model: undefined }, "The model is missing"],
	])("refuses %s in Anthropic's form", async (_, request, message) => {
		const response = await send(script([]).gateway, request);
		expect(response.status).toBe(400);
		expect(response.headers.get("x-should-retry")).toBe("false");
		const body = (await response.json()) as { error: { message: string } };
		expect(body).toMatchObject({
			type: "error",
			error: { type: "invalid_request_error" },
			request_id: response.headers.get("x-request-id"),
		});
		expect(body.error.message).toContain(message);
	});
});

describe("/v1/messages: the answer", () => {
	const usage = { input_tokens: 15, cache_creation_input_tokens: 0, cache_read_input_tokens: 5, output_tokens: 4 };
	const rows: [name: string, deltas: Json[], finish: string, more: Json, message: Json][] = [
		[
			"text",
			[{ content: "One " }, { content: "two." }],
			"stop",
			{},
			{ content: [{ type: "text", text: "One two." }], stop_reason: "end_turn" },
		],
		[
			"text that was cut",
			[{ content: "One" }],
			"length",
			{},
			{ content: [{ type: "text", text: "One" }], stop_reason: "max_tokens" },
		],
		[
			"a refusal",
			[{ content: "No." }],
			"content_filter",
			{},
			{ content: [{ type: "text", text: "No." }], stop_reason: "refusal" },
		],
		[
			"a stop sequence",
			[{ content: "One" }],
			"stop",
			{ stop_reason: "END" },
			{ content: [{ type: "text", text: "One" }], stop_reason: "stop_sequence", stop_sequence: "END" },
		],
		[
			"thoughts, text and calls",
			[
				{ reasoning_content: "Hm" },
				{ reasoning: "." },
				{ content: "Wait." },
				{ tool_calls: [{ index: 0, id: "a", function: { name: "add", arguments: "" } }] },
				{ tool_calls: [{ index: 0, function: { arguments: '{"x":' } }] },
				{ tool_calls: [{ index: 1, id: "b", function: { name: "list", arguments: "{" } }] },
				{ tool_calls: [{ index: 0, function: { arguments: "1}" } }] },
				{ tool_calls: [{ index: 1, function: { arguments: "}" } }] },
			],
			"tool_calls",
			{},
			{
				content: [
					{ type: "thinking", thinking: "Hm.", signature: "hub1c" },
					{ type: "text", text: "Wait." },
					{ type: "tool_use", id: "a", name: "add", input: { x: 1 } },
					{ type: "tool_use", id: "b", name: "list", input: {} },
				],
				stop_reason: "tool_use",
			},
		],
		[
			"a call of a service that says stop",
			[{ tool_calls: [{ index: 0, id: "a", function: { name: "add", arguments: "{}" } }] }],
			"stop",
			{},
			{ content: [{ type: "tool_use", id: "a", name: "add", input: {} }], stop_reason: "tool_use" },
		],
	];

	const call = (id: string | undefined, name: string | undefined, args: string, index?: number): Json => ({
		tool_calls: [{ index, ...(id === undefined ? {} : { id }), function: { name, arguments: args } }],
	});
	const use = (id: string, name: string, input: Json): Json => ({ type: "tool_use", id, name, input });
	const streamed: typeof rows = [
		[
			"calls without numbers, one after the other",
			[call("a", "add", '{"x":'), call(undefined, undefined, "1}"), call("b", "list", "{"), call("b", "list", "}")],
			"tool_calls",
			{},
			{ content: [use("a", "add", { x: 1 }), use("b", "list", {})], stop_reason: "tool_use" },
		],
		[
			"a call whose name comes late, after one whose id comes late",
			[
				call(undefined, "add", '{"x":', 0),
				{ tool_calls: [{ index: 1, id: "b", function: { arguments: "{" } }] },
				{ tool_calls: [{ index: 0, id: "a", function: { arguments: "1}" } }] },
				{ tool_calls: [{ index: 1, function: { name: "list", arguments: "}" } }] },
			],
			"tool_calls",
			{},
			{
				content: [{ ...use("", "add", { x: 1 }), id: expect.any(String) }, use("b", "list", {})],
				stop_reason: "tool_use",
			},
		],
		[
			"what a model says while it writes a call, behind the call",
			[
				{ content: "Wait.", ...call("a", "add", '{"x"', 0) },
				{ reasoning: "So", ...call(undefined, undefined, ":", 0) },
				{ content: "On", ...call(undefined, undefined, "1}", 0) },
				{ content: "ce." },
				{ tool_calls: [{ index: 1, id: "b", function: { name: "list", arguments: "" } }] },
			],
			"function_call",
			{},
			{
				content: [
					{ type: "text", text: "Wait." },
					use("a", "add", { x: 1 }),
					{ type: "thinking", thinking: "So", signature: "hub1r" },
					{ type: "text", text: "Once." },
					use("b", "list", {}),
				],
				stop_reason: "tool_use",
			},
		],
		[
			"a refusal in a field of its own",
			[{ refusal: "No" }, { refusal: "." }],
			"constructor",
			{},
			{ content: [{ type: "text", text: "No." }], stop_reason: "end_turn" },
		],
	];

	it.each([...rows, ...streamed])("has %s, as a stream", async (_, deltas, finish, more, message) => {
		const response = await send(script([stream(deltas, finish, more)]).gateway, { stream: true });
		expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
		const text = await response.text();
		const events = readEvents(text);
		// The name of each event is its type.
		expect([...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name)).toEqual(events.map(({ type }) => type));
		expect(events[0]).toMatchObject({
			type: "message_start",
			message: { role: "assistant", model: "org/name", content: [] },
		});
		expect(events.at(-1)).toEqual({ type: "message_stop" });
		expect(gather(events)).toEqual({ stop_sequence: null, ...message, usage });
	});

	it.each(rows)("has %s, whole", async (_, _deltas, finish, more, message) => {
		const blocks = message["content"] as Record<string, string>[];
		const calls = blocks.filter(({ type }) => type === "tool_use");
		const merged = {
			content: blocks.find(({ type }) => type === "text")?.["text"] ?? null,
			reasoning_content: blocks.find(({ type }) => type === "thinking")?.["thinking"],
			tool_calls: calls.map(({ id, name, input }) => ({ id, function: { name, arguments: JSON.stringify(input) } })),
		};
		const response = await send(script([whole(merged, finish, more)]).gateway);
		expect(await response.json()).toMatchObject({
			type: "message",
			role: "assistant",
			model: "org/name",
			stop_sequence: null,
			...message,
			usage,
		});
	});

	it("begins a stream with an estimate, which learns from what services count and counts no pictures", async () => {
		const sent = { messages: [{ role: "user", content: "word ".repeat(400) }] };
		const count = (prompt: number, cached: number): Answer =>
			stream([{ content: "Hi" }]).replace(
				JSON.stringify(USAGE),
				JSON.stringify({
					prompt_tokens: prompt,
					completion_tokens: 4,
					prompt_tokens_details: { cached_tokens: cached },
				}),
			);
		const { gateway } = script([count(800, 0), count(800, 800), count(800, 0)]);
		const usages = async (more: Json): Promise<(Json | undefined)[]> => {
			const events = readEvents(await (await send(gateway, { stream: true, ...more })).text());
			const of = (type: string): Json | undefined => events.find((one) => one["type"] === type);
			return [
				(of("message_start")?.["message"] as Json | undefined)?.["usage"] as Json,
				of("message_delta")?.["usage"] as Json,
			];
		};
		const [first] = await usages(sent);
		expect(first).toEqual({
			input_tokens: expect.any(Number),
			cache_creation_input_tokens: 0,
			cache_read_input_tokens: 0,
			output_tokens: 0,
		});
		expect(Number(first?.["input_tokens"])).toBeGreaterThan(450);
		expect(Number(first?.["input_tokens"])).toBeLessThan(600);
		const [second, end] = await usages(sent);
		expect(second).toMatchObject({ input_tokens: 800 });
		// Clients take a 0 for "as at the start", and would count what was cached twice.
		expect(end).toMatchObject({ input_tokens: 1, cache_read_input_tokens: 799 });
		const source = { type: "base64", media_type: "image/png", data: "iVBO".repeat(50_000) };
		const [third] = await usages({ messages: [{ role: "user", content: [{ type: "image", source }] }] });
		expect(Number(third?.["input_tokens"])).toBeLessThan(5000);
	});

	it.each([true, false])("has an estimate for a service that does not count; stream: %s", async (isStream) => {
		const uncounted = isStream
			? stream([{ content: "One two three four." }]).replace(/^data: .*"usage".*\n\n/m, "")
			: { ...whole({ content: "One two three four." }), usage: undefined };
		const notices: string[] = [];
		const { gateway } = script([uncounted as Answer], { onNotice: (notice) => notices.push(notice) });
		const response = await send(gateway, { stream: isStream });
		const counted = isStream
			? gather(readEvents(await response.text()))["usage"]
			: ((await response.json()) as Json)["usage"];
		expect(counted).toEqual({
			input_tokens: expect.any(Number),
			cache_creation_input_tokens: null,
			cache_read_input_tokens: null,
			output_tokens: 5,
			estimated: true,
		});
		expect((counted as { input_tokens: number }).input_tokens).toBeGreaterThan(0);
		expect(notices).toEqual([
			expect.stringContaining("does not say how many tokens a call uses: usage is an estimate."),
		]);
		if (!isStream) expect(response.headers.get("x-hub-estimate")).toBe("true");
	});

	it("has the tokens that Groq counts beside the usage", async () => {
		const text = stream([{ content: "One" }])
			.replace('"usage":', '"x_groq":{"usage":')
			.replace(/(x_groq.*\})\}\n/, "$1}}\n");
		const response = await send(script([text]).gateway, { stream: true });
		expect(gather(readEvents(await response.text()))["usage"]).toEqual(usage);
	});

	it.each<[status: number, expected: number, type: string]>([
		[400, 400, "invalid_request_error"],
		[401, 401, "authentication_error"],
		[403, 403, "permission_error"],
		[404, 404, "not_found_error"],
		[413, 413, "request_too_large"],
		[429, 429, "rate_limit_error"],
		[500, 500, "api_error"],
		[502, 500, "api_error"],
		[503, 529, "overloaded_error"],
	])("is an error in Anthropic's form for %i", async (status, expected, type) => {
		const refusal = Response.json({ error: { message: "scripted" } }, { status, headers: { "retry-after": "30" } });
		for (const isStream of [false, true]) {
			const response = await send(script([refusal]).gateway, { stream: isStream });
			expect(response.status).toBe(expected);
			if (status === 429) expect(response.headers.get("retry-after")).toBe("30");
			const { error, ...rest } = (await response.json()) as { error: Json };
			expect(rest).toEqual({ type: "error", request_id: response.headers.get("x-request-id") });
			expect(error["type"]).toBe(type);
			expect(String(error["message"])).toContain("scripted");
		}
	});

	it("ends with an error event when the stream breaks", async () => {
		const [first = ""] = stream([{ content: "Hel" }]).split("\n\n");
		const response = await send(script([`${first}\n\n`]).gateway, { stream: true });
		const events = readEvents(await response.text());
		expect(events.at(-1)).toMatchObject({ type: "error", error: { type: "api_error" } });
		expect(events.map(({ type }) => type)).not.toContain("message_stop");
	});

	it("needs the key, as x-api-key or bearer", async () => {
		const { gateway } = script([whole({ content: "Ok" })], { key: "key-of-the-gateway" });
		expect(await (await send(gateway)).json()).toMatchObject({
			type: "error",
			error: { type: "authentication_error" },
		});
		for (const headers of [{ "x-api-key": "key-of-the-gateway" }, { authorization: "Bearer key-of-the-gateway" }])
			expect((await post(gateway, "/v1/messages", ask, { headers })).status).toBe(200);
	});
});

/** Puts a message together from its events, as clients do. */
function gather(events: readonly Json[]): Json {
	const blocks: Json[] = [];
	const inputs: string[] = [];
	let end: Json = {};
	let open: number | undefined;
	for (const event of events) {
		const index = Number(event["index"]);
		if (event["type"] === "content_block_start") {
			expect(open).toBeUndefined();
			expect(index).toBe(blocks.length);
			open = index;
			blocks.push({ ...(event["content_block"] as Json) });
			inputs.push("");
		}
		if (event["type"] === "content_block_delta") {
			expect(index).toBe(open);
			const delta = event["delta"] as Record<string, string>;
			const block = blocks[index] as Record<string, string>;
			if (delta["type"] === "text_delta") block["text"] = `${block["text"]}${delta["text"]}`;
			if (delta["type"] === "thinking_delta") block["thinking"] = `${block["thinking"]}${delta["thinking"]}`;
			if (delta["type"] === "signature_delta") block["signature"] = `${block["signature"]}${delta["signature"]}`;
			if (delta["type"] === "input_json_delta") inputs[index] = `${inputs[index]}${delta["partial_json"]}`;
		}
		if (event["type"] === "content_block_stop") open = undefined;
		if (event["type"] === "message_delta") end = { ...(event["delta"] as Json), usage: event["usage"] };
	}
	expect(open).toBeUndefined();
	const content = blocks.map((block, index) =>
		block["type"] === "tool_use" ? { ...block, input: JSON.parse(inputs[index] || "{}") as Json } : block,
	);
	return { content, ...end };
}

describe("/v1/messages/count_tokens", () => {
	const count = async (gateway: ReturnType<typeof createGateway>, text: string): Promise<number> => {
		const response = await post(gateway, "/v1/messages/count_tokens?beta=true", {
			...ask,
			messages: [{ role: "user", content: text }],
		});
		expect(response.headers.get("x-hub-estimate")).toBe("true");
		return ((await response.json()) as { input_tokens: number }).input_tokens;
	};

	it("is four characters a token at first, more in code, and calls no model", async () => {
		const { gateway, bodies } = script([]);
		const prose = "The quick brown fox jumps over the lazy dog near the river bank. ".repeat(50);
		expect(await count(gateway, prose)).toBeGreaterThanOrEqual(prose.length / 4.5);
		expect(await count(gateway, prose)).toBeLessThan(prose.length / 3);
		const source = readFileSync(new URL("../../src/gateway/messages-output.ts", import.meta.url), "utf8");
		// o200k_base has 3.9 characters a token here, other vocabularies down to 3.3.
		expect(await count(gateway, source)).toBeGreaterThan((0.9 * source.length) / 3.3);
		expect(bodies).toEqual([]);
	});

	it("learns from what the service counted", async () => {
		const text = "word ".repeat(400);
		const answer = {
			...whole({ content: "Ok" }),
			usage: { prompt_tokens: 900, completion_tokens: 1, total_tokens: 901 },
		};
		const { gateway } = script([answer]);
		const before = await count(gateway, text);
		await send(gateway, { messages: [{ role: "user", content: text }] });
		const after = await count(gateway, text);
		expect(before).toBeLessThan(700);
		expect(Math.abs(after - 900)).toBeLessThan(20);
	});

	it("takes no longer for a text of 20 MB than for reading it", async () => {
		const { gateway } = script([]);
		const text = "a;".repeat(10 * 2 ** 20);
		expect(await count(gateway, text)).toBeGreaterThan(text.length / 2);
	});
});

describe("/v1/models in Anthropic's form", () => {
	it("lists pages, and one model", async () => {
		const { gateway } = script([]);
		const headers = { "anthropic-version": "2023-06-01" };
		const first = await (await get(gateway, "/v1/models?limit=2", headers)).json();
		expect(first).toEqual({
			data: ["a/one", "b/two"].map((id) => ({
				type: "model",
				id,
				display_name: id,
				created_at: "2023-11-14T22:13:20.000Z",
				max_input_tokens: null,
				max_tokens: null,
				capabilities: null,
			})),
			has_more: true,
			first_id: "a/one",
			last_id: "b/two",
		});
		expect(await (await get(gateway, "/v1/models?limit=2&after_id=b/two", headers)).json()).toMatchObject({
			data: [{ id: "c/three" }],
			has_more: false,
		});
		expect(await (await get(gateway, "/v1/models/a/one", headers)).json()).toMatchObject({
			type: "model",
			id: "a/one",
		});
		expect(await (await get(gateway, "/v1/models")).json()).toMatchObject({ object: "list" });
	});
});

describe("a request of Claude Code 2.1.197, with long texts and most tools cut out", () => {
	const request = JSON.parse(
		readFileSync(new URL("../fixtures/agents/claude-tools.json", import.meta.url), "utf8"),
	) as Json;

	it("becomes a chat, with its tools, results and no field that chats do not know", async () => {
		const { gateway, bodies } = script([stream([{ content: "Done." }])]);
		const headers = { "anthropic-version": "2023-06-01", "anthropic-beta": "claude-code-20250219,effort-2025-11-24" };
		const response = await post(gateway, "/v1/messages?beta=true", request, { headers });
		expect(response.status).toBe(200);
		expect(readEvents(await response.text()).at(-1)).toEqual({ type: "message_stop" });
		const { messages, tools, ...rest } = bodies[0] as { messages: Json[]; tools: { function: Json }[] };
		expect(tools.map((tool) => tool.function["name"])).toEqual(["Bash", "Read", "mcp__calc__add"]);
		expect(messages.map(({ role }) => role).join(" ")).toBe("system user assistant tool assistant tool");
		expect(messages.filter(({ role }) => role === "tool").map(({ content }) => content)).toEqual([
			expect.stringContaining("first line"),
			"5",
		]);
		expect(rest).toEqual({
			model: "org/name",
			max_tokens: 32_000,
			metadata: { user_id: "{}" },
			reasoning_effort: "high",
			stream: true,
			stream_options: { include_usage: true },
		});
	});
});
