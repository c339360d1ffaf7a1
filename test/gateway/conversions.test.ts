import { describe, expect, it } from "vitest";
import { GatewayError } from "../../src/gateway/errors.ts";
import { createGateway, type GatewayOptions } from "../../src/gateway/index.ts";
import { readMessages } from "../../src/gateway/messages-input.ts";
import { formatMessagesError, toMessage } from "../../src/gateway/messages-output.ts";
import { readResponseRequest } from "../../src/gateway/responses-input.ts";
import { createResponseForm, toResponse } from "../../src/gateway/responses-output.ts";
import { describeLeftOut, OfferedTools, pickChatFields, wrapInput } from "../../src/gateway/translate-request.ts";
import { post, readEvents } from "./ask.ts";

type Json = Record<string, unknown>;

describe("a request in Anthropic's form", () => {
	const assistant = (content: unknown): Json => ({ messages: [{ role: "assistant", content }] });
	const user = (content: unknown): Json => ({ messages: [{ role: "user", content }] });
	const text = (value: unknown): Json => ({ type: "text", text: value });
	const picture = (url: string): Json => ({ type: "image_url", image_url: { url } });
	const source = (members: Json): Json => ({ type: "image", source: members });
	const left = (types: string): string[] => [`Blocks that a chat does not have became texts: ${types}.`];
	it.each<[request: Json, args: Json, notices?: string[]]>([
		[assistant([text("a"), text("b")]), { messages: [{ role: "assistant", content: "a\n\nb" }] }],
		[assistant(null), { messages: [] }],
		[assistant([{ type: "thinking", thinking: "Hm" }, { type: "redacted_thinking" }]), { messages: [] }],
		[
			assistant([{ type: "server_tool_use", name: "web_search", input: { query: "q" } }, text("a"), {}]),
			{
				messages: [
					{
						role: "assistant",
						content:
							'[A block of type server_tool_use was here: {"name":"web_search","input":{"query":"q"}}]\n\na\n\n' +
							"[A block of type unknown was here: it was empty.]",
					},
				],
			},
			left("server_tool_use, unknown"),
		],
		[
			assistant([{ type: "tool_use", id: "1", name: "add" }]),
			{
				messages: [
					{
						role: "assistant",
						content: null,
						tool_calls: [{ id: "1", type: "function", function: { name: "add", arguments: "{}" } }],
					},
				],
			},
		],
		[user("a"), { messages: [{ role: "user", content: "a" }] }],
		[user([text(5), text(null)]), { messages: [{ role: "user", content: "5\n\n" }] }],
		[user(undefined), { messages: [] }],
		[user([{ type: "thinking" }]), { messages: [] }],
		[
			user([{ type: "search_result", title: "T", source: "https://a.example", content: [text("b")] }, text("a")]),
			{ messages: [{ role: "user", content: "T\nhttps://a.example\nb\n\na" }] },
		],
		[
			user([source({ type: "url", url: "https://a.example" })]),
			{ messages: [{ role: "user", content: [picture("https://a.example")] }] },
		],
		[
			user([source({ type: "base64", media_type: "image/png", data: "AA" }), text("a")]),
			{ messages: [{ role: "user", content: [picture("data:image/png;base64,AA"), text("a")] }] },
		],
		[
			user([{ type: "document", title: "T", source: { type: "text", data: "D" } }]),
			{ messages: [{ role: "user", content: "T:\nD" }] },
		],
		[
			user([{ type: "document", title: 5, source: { type: "content", content: [text("a"), source({}), text("b")] } }]),
			{
				messages: [{ role: "user", content: 'a\n\n[A block of type image was here: {"source":{}}]\n\nb' }],
			},
			left("image"),
		],
		[
			user([
				text("a"),
				{
					type: "tool_result",
					tool_use_id: "1",
					is_error: true,
					content: [text("b"), source({ type: "url", url: "u" })],
				},
				{ type: "tool_result", tool_use_id: "2", is_error: true, content: "ERROR: c" },
				{ type: "tool_result", tool_use_id: "3", is_error: 1, content: "d" },
			]),
			{
				messages: [
					{ role: "tool", tool_call_id: "1", content: "Error: b\n[The images follow.]" },
					{ role: "tool", tool_call_id: "2", content: "ERROR: c" },
					{ role: "tool", tool_call_id: "3", content: "d" },
					{ role: "user", content: [text("a"), text("The images of the call 1:"), picture("u")] },
				],
			},
		],
		[
			{ system: [text("a"), { type: "image" }, text("b")], messages: [{ role: "developer", content: "c" }] },
			{
				messages: [
					{ role: "system", content: "a\n\n[A block of type image was here: it was empty.]\n\nb" },
					{ role: "system", content: "c" },
				],
			},
			left("image"),
		],
		[
			{ messages: [], tools: [{ name: "add", type: null, input_schema: 5 }] },
			{ messages: [], tools: [{ type: "function", function: { name: "add" } }] },
		],
		[
			{ messages: [], tools: [{ name: "x", type: "code_execution_20250825" }, { type: 5 }] },
			{
				messages: [{ role: "system", content: "Tools that are not available here: code_execution, unknown." }],
			},
			["Tools that a chat does not have were left out: code_execution_20250825, unknown."],
		],
		[
			{ messages: [], thinking: { type: "enabled", budget_tokens: 4095 } },
			{ messages: [], reasoning_effort: "low" },
		],
		[
			{ messages: [], thinking: { type: "enabled", budget_tokens: 4096 } },
			{ messages: [], reasoning_effort: "medium" },
		],
		[
			{ messages: [], thinking: { type: "enabled", budget_tokens: 16_383 } },
			{ messages: [], reasoning_effort: "medium" },
		],
		[
			{ messages: [], thinking: { type: "enabled", budget_tokens: 16_384 } },
			{ messages: [], reasoning_effort: "high" },
		],
		[{ messages: [], thinking: { type: "enabled", budget_tokens: "9" } }, { messages: [] }],
		[{ messages: [], thinking: { type: "adaptive", budget_tokens: 9 } }, { messages: [] }],
		[{ messages: [], thinking: { type: "disabled" }, output_config: { effort: "low" } }, { messages: [] }],
		[
			{ messages: [], output_config: { effort: "xhigh" } },
			{ messages: [], reasoning_effort: "high" },
		],
		[
			{ messages: [], output_config: { effort: "max" } },
			{ messages: [], reasoning_effort: "high" },
		],
		[
			{ messages: [], output_config: { effort: "medium", format: { type: "text" } } },
			{ messages: [], reasoning_effort: "medium" },
		],
		[
			{ messages: [], output_format: { type: "json_schema", schema: { a: 1 } } },
			{ messages: [], response_format: { type: "json_schema", json_schema: { name: "output", schema: { a: 1 } } } },
		],
		[
			{ messages: [], stop_sequences: ["x"], top_logprobs: 2, metadata: {} },
			{ messages: [], stop: ["x"], top_logprobs: 2, logprobs: true },
		],
	])("%j becomes a chat", (request, args, notices = []) => {
		const read = readMessages(request);
		expect([read.args, read.notices]).toEqual([args, notices]);
	});
});

describe("an answer in Anthropic's form", () => {
	const answer = (message: Json, more: Json = {}, usage?: unknown): unknown => {
		const learned: number[] = [];
		const head = {
			id: "7",
			model: "m",
			tools: new OfferedTools(),
			learnField: () => undefined,
			clean: (text: string) => text,
			learn: (tokens: number) => void learned.push(tokens),
			estimate: () => 70,
			guess: () => 60,
		};
		const {
			content,
			stop_reason,
			stop_sequence,
			usage: counted,
		} = toMessage(head, { choices: [{ message, ...more }], usage });
		return [content, stop_reason, stop_sequence, counted, learned];
	};
	const counts = (input = 0, cached = 0, output = 0): Json => ({
		input_tokens: input,
		cache_creation_input_tokens: 0,
		cache_read_input_tokens: cached,
		output_tokens: output,
	});
	/** Of a service that does not count. */
	const guessed = (output: number): Json => ({
		input_tokens: 70,
		cache_creation_input_tokens: null,
		cache_read_input_tokens: null,
		output_tokens: output,
		estimated: true,
	});
	const use = (id: string, input: Json, name = "add"): Json => ({ type: "tool_use", id, name, input });
	const call = (args: unknown, more: Json = {}): Json => ({ function: { name: "add", arguments: args }, ...more });
	it.each<[message: Json, more: Json, usage: unknown, expected: unknown]>([
		[
			{ content: "a" },
			{ finish_reason: "stop" },
			undefined,
			[[{ type: "text", text: "a" }], "end_turn", null, guessed(1), []],
		],
		[
			{ refusal: "no" },
			{ finish_reason: "tool_calls" },
			{ prompt_tokens: 0 },
			[[{ type: "text", text: "no" }], "end_turn", null, counts(), []],
		],
		[
			{},
			{ finish_reason: "length", stop_reason: "x" },
			{ prompt_tokens: 1, completion_tokens: 2 },
			[[], "max_tokens", null, counts(1, 0, 2), [1]],
		],
		[
			{},
			{ finish_reason: "stop", stop_reason: "x" },
			{ prompt_tokens: "1" },
			[[], "stop_sequence", "x", guessed(0), []],
		],
		[
			{},
			{ stop_reason: 128_009 },
			{ prompt_tokens: 5, prompt_tokens_details: { cached_tokens: 9 } },
			[[], "end_turn", null, counts(1, 4), [5]],
		],
		[
			{
				tool_calls: [
					call('{"a":1}'),
					call("", { id: "c" }),
					call(" ", { id: "d" }),
					call("[1]"),
					call("null"),
					call("x"),
					{ id: "e" },
				],
			},
			{ finish_reason: "content_filter" },
			undefined,
			[
				[
					use("toolu_7_0", { a: 1 }),
					use("c", {}),
					use("d", {}),
					use("toolu_7_3", { input: "[1]" }),
					use("toolu_7_4", { input: "null" }),
					use("toolu_7_5", { input: "x" }),
					use("e", {}, ""),
				],
				"tool_use",
				null,
				guessed(4),
				[],
			],
		],
		[
			{ tool_calls: [call("{}", { id: "c" })] },
			{ finish_reason: "length" },
			undefined,
			[[use("c", {})], "max_tokens", null, guessed(1), []],
		],
	])("%j %j is made of the chat's", (message, more, usage, expected) => {
		expect(answer(message, more, usage)).toEqual(expected);
	});

	it.each<[status: number, own: number, type: string, isFinal: boolean]>([
		[400, 400, "invalid_request_error", true],
		[401, 401, "authentication_error", true],
		[402, 402, "billing_error", true],
		[403, 403, "permission_error", true],
		[404, 404, "not_found_error", true],
		[408, 408, "invalid_request_error", false],
		[413, 413, "request_too_large", true],
		[429, 429, "rate_limit_error", false],
		[500, 500, "api_error", false],
		[501, 500, "api_error", false],
		[503, 529, "overloaded_error", false],
		[529, 529, "overloaded_error", false],
	])("an error of status %i has %i, %s", (status, own, type, isFinal) => {
		for (const id of ["req_1", undefined]) {
			expect(formatMessagesError(new GatewayError(status, "No"), id)).toEqual({
				status: own,
				body: { type: "error", error: { type, message: "No" }, request_id: id ?? null },
				headers: {
					...(isFinal ? { "x-should-retry": "false" } : {}),
					...(id === undefined ? {} : { "request-id": id }),
				},
			});
		}
	});
});

describe("a response", () => {
	const head = (request: Json = {}) => {
		const tools = new OfferedTools();
		tools.add([
			{ type: "custom", name: "run" },
			{ type: "namespace", name: "fs", tools: [{ type: "function", name: "ls" }] },
		]);
		const ignore = (): undefined => undefined;
		return { id: "7", created: 1, model: "m", request, tools, learnField: ignore, learn: ignore, keep: ignore };
	};
	const outputOf = (message: Json): unknown =>
		(JSON.parse(toResponse(head(), { choices: [{ message, finish_reason: "stop" }] })) as Json)["output"];
	const call = (name: string, args: string, more: Json = {}): Json => ({
		tool_calls: [{ function: { name, arguments: args }, ...more }],
	});
	it.each<[message: Json, item: Json]>([
		[
			call("run", '{"input":"ls"}'),
			{ id: "ctc_7_0", type: "custom_tool_call", call_id: "call_7_0", name: "run", input: "ls" },
		],
		[
			call("run", '"ls"', { id: "c" }),
			{ id: "ctc_7_0", type: "custom_tool_call", call_id: "c", name: "run", input: "ls" },
		],
		[
			call("run", "ls -l", { id: "c" }),
			{ id: "ctc_7_0", type: "custom_tool_call", call_id: "c", name: "run", input: "ls -l" },
		],
		[
			call("run", '{"input":5}', { id: "c" }),
			{ id: "ctc_7_0", type: "custom_tool_call", call_id: "c", name: "run", input: '{"input":5}' },
		],
		[
			call("fs__ls", ""),
			{ id: "fc_7_0", type: "function_call", call_id: "call_7_0", name: "ls", namespace: "fs", arguments: "{}" },
		],
		[call("other", "[]"), { id: "fc_7_0", type: "function_call", call_id: "call_7_0", name: "other", arguments: "[]" }],
		[
			{ refusal: "No" },
			{
				id: "msg_7_0",
				type: "message",
				role: "assistant",
				content: [{ type: "output_text", text: "No", annotations: [], logprobs: [] }],
			},
		],
		[
			{ reasoning: "Hm" },
			{
				id: "rs_7_0",
				type: "reasoning",
				summary: [{ type: "summary_text", text: "Hm" }],
				encrypted_content: "hub1r",
			},
		],
	])("of %j has one item", (message, item) => {
		expect(outputOf(message)).toEqual([{ ...item, status: "completed" }]);
	});

	it("repeats the request, or what it usually is", () => {
		const usual = {
			instructions: null,
			max_output_tokens: null,
			model: "m",
			parallel_tool_calls: true,
			previous_response_id: null,
			reasoning: { effort: null, summary: null },
			store: true,
			temperature: null,
			text: { format: { type: "text" } },
			tool_choice: "auto",
			tools: [],
			top_p: null,
			truncation: "disabled",
			metadata: {},
		};
		const given = {
			instructions: "i",
			max_output_tokens: 5,
			parallel_tool_calls: false,
			previous_response_id: "resp_1",
			reasoning: { effort: "low" },
			store: false,
			temperature: 0,
			text: { format: { type: "json_object" } },
			tool_choice: "none",
			tools: [{ type: "x" }],
			top_p: 0,
			metadata: { a: "b" },
		};
		const fixed = {
			id: "resp_7",
			object: "response",
			created_at: 1,
			status: "completed",
			error: null,
			incomplete_details: null,
		};
		const empty = { ...fixed, output: [], usage: null };
		expect(JSON.parse(toResponse(head(), {}))).toEqual({ ...empty, ...usual });
		expect(JSON.parse(toResponse(head(given), {}))).toEqual({ ...empty, ...usual, ...given });
	});

	it("takes usage from wherever the service puts it, and its code from the error", () => {
		const form = createResponseForm(head());
		const usage = { prompt_tokens: 3, completion_tokens: 4 };
		form.push("", [
			{ choices: [], x_groq: { usage } },
			{ choices: [], usage: null },
		]);
		const [done] = readEvents(form.end());
		expect(done?.["response"]).toMatchObject({
			usage: {
				input_tokens: 3,
				input_tokens_details: { cached_tokens: 0 },
				output_tokens: 4,
				output_tokens_details: { reasoning_tokens: 0 },
				total_tokens: 7,
			},
		});
		for (const [error, code] of [
			[new GatewayError(500, "No", { code: "c" }), "c"],
			[new GatewayError(500, "No"), "server_error"],
		] as const) {
			const events = readEvents(createResponseForm(head()).fail(error));
			expect(events.map(({ type }) => type)).toEqual(["response.created", "response.in_progress", "response.failed"]);
			expect(events.at(-1)?.["response"]).toMatchObject({ status: "failed", error: { code, message: "No" } });
		}
	});

	it.each<[request: Json, args: Json | string]>([
		[{ input: "a", tools: null, tool_choice: null }, { messages: [{ role: "user", content: "a" }] }],
		[
			{ input: [], tools: [{ type: "function", name: "f" }], tool_choice: 5 },
			"tool_choice must be auto, none, required or a tool.",
		],
		[
			{ input: [], tool_choice: { type: "file_search" } },
			"tool_choice demands a tool that a chat does not have: file_search.",
		],
		[{ input: [{ content: "a" }] }, "The role of a message must be user, assistant, system or developer."],
		[
			{ input: [{ role: "tool", content: "a" }] },
			"The role of a message must be user, assistant, system or developer.",
		],
		[{ input: 5 }, "input must be a string or a list of items."],
		[{ input: [5] }, "The items of input must be objects."],
	])("is made of a request: %j", (request, expected) => {
		const read = (): unknown => readResponseRequest(request, []).args;
		if (typeof expected === "string") expect(read).toThrow(expected);
		else expect(read()).toEqual(expected);
	});
});

describe("parts of translated requests", () => {
	it("name at most eight types", () => {
		const types = (count: number): Set<string> => new Set(Array.from({ length: count }, (_, at) => `t${at}`));
		const list = "t0, t1, t2, t3, t4, t5, t6, t7";
		expect([0, 1, 8, 9, 11].flatMap((count) => describeLeftOut("Tools", types(count)))).toEqual(
			["t0", list, `${list} and 1 more`, `${list} and 3 more`].map(
				(names) => `Tools that a chat does not have were left out: ${names}.`,
			),
		);
	});

	it.each([
		["web_search", "web_search"],
		["\u001b]0;x\u0007\n\u009bé", "?]0;x????"],
		["t".repeat(65), "t".repeat(64)],
		[5, "unknown"],
	])("show the type %j as a line of text", (type, shown) => {
		const tools = new OfferedTools();
		tools.add([{ type }]);
		expect([...tools.leftOut]).toEqual([shown]);
	});

	it.each([
		["a", '{"input":"a"}'],
		[undefined, '{"input":"\\"\\""}'],
		[{ a: 1 }, '{"input":"{\\"a\\":1}"}'],
	])("wrap the input %j of a custom tool", (input, text) => {
		expect(wrapInput(input)).toBe(text);
	});

	it.each<[fields: Json, picked: Json]>([
		[{ frequency_penalty: 0, presence_penalty: 0, top_logprobs: 0, parallel_tool_calls: true }, {}],
		[
			{ frequency_penalty: 1, presence_penalty: -1, parallel_tool_calls: false },
			{ frequency_penalty: 1, presence_penalty: -1, parallel_tool_calls: false },
		],
		[{ top_logprobs: 1 }, { top_logprobs: 1, logprobs: true }],
		[{ constructor: 1, toString: 2, seed: null, user: undefined, top_k: 0, model: "m", logprobs: true }, { top_k: 0 }],
	])("leave out fields of %j", (fields, picked) => {
		expect(pickChatFields(fields)).toEqual(picked);
	});
});

describe("a stream", () => {
	const gatewayOf = (events: string, options: GatewayOptions = {}) =>
		createGateway({
			token: "hf_token_of_the_hub",
			call: { cache: new Map() },
			offers: () => undefined,
			now: () => 1_700_000_000_999,
			fetch: async (input) => {
				const task = /\/api\/models\/org\/([\w-]+)/.exec(String(input))?.[1];
				const entry = { status: "live", task, providerId: "m" };
				if (task) return Response.json({ inferenceProviderMapping: { together: entry, "hf-inference": entry } });
				return new Response(events, { headers: { "content-type": "text/event-stream" } });
			},
			...options,
		});
	const send = async (events: unknown[], path: string, body: Json): Promise<string> => {
		const text = events
			.map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`)
			.join("");
		return await (await post(gatewayOf(text), path, { stream: true, ...body })).text();
	};
	const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
	const chunk = (content: string, finish: string | null = null, more: Json = {}): Json => ({
		choices: [{ index: 0, delta: { content }, finish_reason: finish }],
		...more,
	});
	const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;

	it.each<[name: string, events: unknown[], isWanted: boolean, text: string]>([
		[
			"and adds the end that a service left out",
			[chunk("a", "stop")],
			false,
			`${data(chunk("a", "stop"))}data: [DONE]\n\n`,
		],
		["and adds no second end", [chunk("a", "stop"), "[DONE]"], false, `${data(chunk("a", "stop"))}data: [DONE]\n\n`],
		[
			"without usage that only hub asked for",
			[chunk("a", null, { usage }), chunk("b", "stop", { usage: null }), { choices: [], usage }],
			false,
			`${data({ ...chunk("a") })}${data(chunk("b", "stop"))}data: [DONE]\n\n`,
		],
		[
			"with text that looks like usage",
			[chunk('"usage"'), chunk("a", "stop")],
			false,
			`${data(chunk('"usage"'))}${data(chunk("a", "stop"))}data: [DONE]\n\n`,
		],
		[
			"with the usage that was asked for",
			[chunk("a", "stop"), { choices: [], usage }],
			true,
			`${data(chunk("a", "stop"))}${data({ choices: [], usage })}data: [DONE]\n\n`,
		],
	])("of a chat is passed on %s", async (_, events, isWanted, expected) => {
		const body = {
			model: "org/conversational:together",
			messages: [],
			...(isWanted ? { stream_options: { include_usage: true } } : {}),
		};
		const text = await send(events, "/v1/chat/completions", body);
		const sorted = (value: string): unknown[] => [
			...readEvents(value),
			value.includes("[DONE]") && value.split("[DONE]").length,
		];
		expect(sorted(text)).toEqual(sorted(expected));
	});

	it("of text generation has the events of completions", async () => {
		const token = (text: string, special = false): Json => ({ token: { text, special } });
		const events = [
			token("a"),
			token(""),
			token("</s>", true),
			{ choices: [{ text: "b", finish_reason: null }] },
			{ ...token("</s>", true), details: { finish_reason: "eos_token" } },
			{ choices: [{ text: "", finish_reason: "length" }], usage },
			{ generated_text: "ab" },
			"[DONE]",
		];
		const body = { model: "org/text-generation:hf-inference", prompt: "One", stream_options: { include_usage: true } };
		const text = await send(events, "/v1/completions", body);
		const found = readEvents(text);
		const head = {
			id: expect.stringMatching(/^cmpl-req_/),
			object: "text_completion",
			created: 1_700_000_000,
			model: "org/text-generation:hf-inference",
		};
		const piece = (piece: string, finish: string | null = null): Json => ({
			...head,
			choices: [{ text: piece, index: 0, logprobs: null, finish_reason: finish }],
		});
		expect(found).toEqual([
			piece("a"),
			piece("b"),
			piece("", "stop"),
			piece("", "length"),
			{ ...head, choices: [], usage },
		]);
		expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
		const { stream_options: _options, ...plain } = body;
		expect(readEvents(await send(events, "/v1/completions", plain))).toHaveLength(4);
	});
});
