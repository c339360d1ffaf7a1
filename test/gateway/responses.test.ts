import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { getPath } from "../../src/base/json.ts";
import { createGateway, type Gateway, type GatewayOptions } from "../../src/gateway/index.ts";
import { createResponseStore } from "../../src/gateway/response-store.ts";
import { get, post, readEvents } from "./ask.ts";

type Fields = Record<string, unknown>;

const MODEL = "org/model:groq";
const usage = {
	prompt_tokens: 9,
	completion_tokens: 5,
	total_tokens: 14,
	prompt_tokens_details: { cached_tokens: 4 },
	completion_tokens_details: { reasoning_tokens: 2 },
};

/** A gateway in front of a chat that always answers the same: a message, or the deltas of a stream. */
function chatGateway(
	answer: Fields | readonly Fields[] = { content: "Hello" },
	finish = "stop",
	more: GatewayOptions = {},
): { gateway: Gateway; sent: Fields[] } {
	const sent: Fields[] = [];
	const gateway = createGateway({
		token: "hf_token_of_the_hub",
		offers: () => undefined,
		call: { cache: new Map() },
		fetch: async (input, init) => {
			if (String(input).includes("/api/models/")) {
				const groq = { status: "live", task: "conversational", providerId: "model" };
				return Response.json({ inferenceProviderMapping: { groq } });
			}
			sent.push(JSON.parse(String(init?.body)) as Fields);
			if (!Array.isArray(answer)) {
				return Response.json({ choices: [{ index: 0, message: answer, finish_reason: finish }], usage });
			}
			const chunks = answer.map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] }));
			const end = { choices: [{ index: 0, delta: {}, finish_reason: finish }], usage };
			const text = [...chunks, ...(finish === "" ? [] : [end])].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
			return new Response(text.join("") + (finish === "" ? "" : "data: [DONE]\n\n"), {
				headers: { "content-type": "text/event-stream" },
			});
		},
		...more,
	});
	return { gateway, sent };
}

const ask = async (gateway: Gateway, body: Fields, headers: Record<string, string> = {}): Promise<Fields> =>
	(await (await post(gateway, "/v1/responses", { model: MODEL, ...body }, { headers })).json()) as Fields;

const stream = async (gateway: Gateway, body: Fields): Promise<Fields[]> =>
	readEvents(await (await post(gateway, "/v1/responses", { model: MODEL, stream: true, ...body })).text());

/** Names of the tools that a chat offers. */
const namesOf = (chat: unknown): string[] =>
	((getPath(chat, "tools") ?? []) as unknown[]).map((tool) => String(getPath(tool, "function", "name")));

const user = (content: unknown): Fields => ({ type: "message", role: "user", content });
const call = (index: number | undefined, name: string | undefined, text: string, id?: string): Fields => ({
	tool_calls: [
		{ index, ...(id ? { id } : {}), type: "function", function: { ...(name ? { name } : {}), arguments: text } },
	],
});
const functionTool = { type: "function", name: "look", description: "Looks", parameters: { type: "object" } };
const customTool = {
	type: "custom",
	name: "run",
	description: "Runs",
	format: { type: "grammar", syntax: "lark", definition: "start: A" },
};
const space = { type: "namespace", name: "mcp__files", description: "", tools: [functionTool, customTool] };

/** Requests of the real Codex 0.169, with long texts and most tools cut out → tools and messages of the chat. */
const CODEX: Readonly<Record<string, { tools: string[]; roles: string; call: string; output: unknown }>> = {
	"codex-shell": {
		tools: ["exec_command", "view_image", "multi_agent_v1__close_agent"],
		roles: "system user assistant tool assistant tool",
		call: "exec_command",
		output: expect.stringContaining("Process exited with code 0"),
	},
	"codex-mcp": {
		tools: ["exec_command", "view_image", "mcp__demo__echo"],
		roles: "system user assistant tool",
		call: "mcp__demo__echo",
		output: expect.stringContaining("Output:\necho: ping"),
	},
	"codex-default-model": {
		tools: ["functions__exec", "functions__wait", "clock__sleep", "collaboration__list_agents"],
		roles: "system user assistant tool",
		call: "functions__exec",
		output: expect.stringMatching(/^Script completed\s.*\n\{"chunk_id"/s),
	},
	"codex-picture": {
		tools: ["exec_command", "view_image", "multi_agent_v1__close_agent"],
		roles: "system user assistant tool user",
		call: "view_image",
		output: "[The images follow.]",
	},
};

describe.each(Object.entries(CODEX))("a request of Codex: %s", (name, { tools, roles, call: called, output }) => {
	const request = JSON.parse(
		readFileSync(new URL(`../fixtures/agents/${name}.json`, import.meta.url), "utf8"),
	) as Fields;

	it("becomes a chat", async () => {
		const { gateway, sent } = chatGateway([{ content: "Hello" }], "stop", { aliases: { "*": [MODEL] } });
		const response = await post(gateway, "/v1/responses", request);
		expect((await response.text()).match(/event: response\.completed/g)).toHaveLength(1);
		const [{ messages, tools: offered, ...rest } = {}] = sent as { messages: Fields[]; tools: Fields[] }[];
		const names = namesOf({ tools: offered });
		expect(names).toEqual(expect.arrayContaining(tools));
		for (const offer of names) expect(offer).toMatch(/^[\w-]{1,64}$/);
		expect(messages?.map(({ role }) => role).join(" ")).toBe(roles);
		expect(
			getPath(
				messages?.findLast((message) => message["tool_calls"]),
				"tool_calls",
				0,
				"function",
				"name",
			),
		).toBe(called);
		expect(messages?.findLast(({ role }) => role === "tool")).toMatchObject({ content: output });
		const known = ["model", "stream", "stream_options", "parallel_tool_calls", "reasoning_effort", "prompt_cache_key"];
		expect(Object.keys(rest).filter((field) => !known.includes(field))).toEqual([]);
		if (name === "codex-picture") {
			expect(messages?.at(-1)?.["content"]).toMatchObject([{ type: "text" }, { type: "image_url" }]);
		}
		const hosted = (request["tools"] as Fields[] | undefined)?.some(({ type }) => type === "web_search");
		expect(response.headers.get("x-hub-notice")?.includes("web_search") ?? false).toBe(hosted ?? false);
	});
});

describe("tools", () => {
	const tools = [functionTool, customTool, space];
	it("are offered as functions with names of their own", async () => {
		const { gateway, sent } = chatGateway();
		await ask(gateway, { input: "Hi", tools });
		const description = "Runs\n\nThe input must follow this grammar (lark):\nstart: A";
		expect(sent[0]?.["tools"]).toEqual([
			{
				type: "function",
				function: { name: "look", description: "Looks", parameters: { type: "object", properties: {} } },
			},
			{
				type: "function",
				function: { name: "run", description, parameters: expect.objectContaining({ required: ["input"] }) },
			},
			{ type: "function", function: expect.objectContaining({ name: "mcp__files__look" }) },
			{ type: "function", function: expect.objectContaining({ name: "mcp__files__run" }) },
		]);
	});

	it.each([
		["look", '{"a":1}', { type: "function_call", name: "look", arguments: '{"a":1}' }],
		["run", '{"input":"a\\nb"}', { type: "custom_tool_call", name: "run", input: "a\nb" }],
		["run", "bare text", { type: "custom_tool_call", name: "run", input: "bare text" }],
		["mcp__files__look", "{}", { type: "function_call", name: "look", namespace: "mcp__files", arguments: "{}" }],
		[
			"mcp__files__run",
			'{"input":"x"}',
			{ type: "custom_tool_call", name: "run", namespace: "mcp__files", input: "x" },
		],
		["unknown", "{}", { type: "function_call", name: "unknown", arguments: "{}" }],
	])("come back as they were given: %s %s", async (name, args, item) => {
		const whole = chatGateway({ content: null, ...call(0, name, args, "call_1") }, "tool_calls");
		const { output } = await ask(whole.gateway, { input: "Hi", tools });
		const expected = { ...item, call_id: "call_1", status: "completed" };
		expect(output).toMatchObject([expected]);
		const halves = [call(0, name, args.slice(0, 3), "call_1"), call(0, undefined, args.slice(3))];
		const events = await stream(chatGateway(halves, "tool_calls").gateway, { input: "Hi", tools });
		expect(getPath(events.at(-1), "response", "output")).toMatchObject([expected]);
		const [, ...history] = [
			user("Hi"),
			...(output as Fields[]),
			{ type: `${item.type}_output`, call_id: "call_1", output: "ok" },
		];
		const next = chatGateway();
		await ask(next.gateway, { input: [user("Hi"), ...history], tools });
		expect(next.sent[0]?.["messages"]).toMatchObject([
			{ role: "user" },
			{ role: "assistant", tool_calls: [{ id: "call_1", function: { name } }] },
			{ role: "tool", tool_call_id: "call_1", content: "ok" },
		]);
	});

	it("get names that cannot collide", async () => {
		const named = (name: string): Fields => ({ type: "function", name });
		const long = "x".repeat(100);
		const list = [
			{ type: "namespace", name: "a", tools: [named("b"), named("c.d"), named("c d"), named(long), named(`${long}y`)] },
			{ type: "namespace", name: "__proto__", tools: [named("constructor")] },
			named("a__b"),
			named("é"),
			named("è"),
			named("__proto__"),
			{ type: "namespace", name: "n\nm", tools: [named("o")] },
			{ type: "namespace", name: "n", tools: [named("m\no")] },
		];
		const { gateway, sent } = chatGateway({ content: null, ...call(0, "a__b", "{}", "c") });
		const { output } = await ask(gateway, { input: "Hi", tools: list });
		const names = namesOf(sent[0]);
		expect(names).toHaveLength(12);
		expect(new Set(names).size).toBe(12);
		for (const name of names) expect(name).toMatch(/^[\w-]{1,64}$/);
		// A valid name without namespace is not changed.
		expect(getPath(output, 0)).toMatchObject({ name: "a__b" });
		expect(getPath(output, 0)).not.toHaveProperty("namespace");
	});

	// Prompts that are cached hold them: they stay the same from one start to the next.
	it("of more than 64 characters are named by their start and FNV-1a of the whole", async () => {
		const tools = [{ type: "namespace", name: "t", tools: [{ type: "function", name: "x".repeat(100) }] }];
		const { gateway, sent } = chatGateway();
		await ask(gateway, { input: "Hi", tools });
		expect(namesOf(sent[0])).toEqual([`t__${"x".repeat(52)}_1vijixt`]);
	});

	it("of 10,000 names that are made to collide take little time", async () => {
		const stem = "y".repeat(57);
		const list = Array.from({ length: 5000 }, (_, index) => ({ type: "function", name: stem + index }));
		const inner = list.map(({ name }) => ({ type: "function", name: `${name.slice(1)}` }));
		const { gateway, sent } = chatGateway();
		const started = performance.now();
		await ask(gateway, { input: "Hi", tools: [...list, { type: "namespace", name: "y", tools: inner }] });
		expect(performance.now() - started).toBeLessThan(5000);
		expect(sent[0]?.["tools"]).toHaveLength(10_000);
	});

	const listed = (...names: string[]): Fields[] => names.map((name) => ({ type: "function", name }));
	it.each<[unknown, unknown, string[]?]>([
		["auto", undefined],
		["none", "none"],
		["required", "required"],
		[
			{ type: "function", name: "look" },
			{ type: "function", function: { name: "look" } },
		],
		[
			{ type: "custom", name: "run" },
			{ type: "function", function: { name: "run" } },
		],
		[
			{ type: "function", name: "look", namespace: "mcp__files" },
			{ type: "function", function: { name: "mcp__files__look" } },
		],
		[{ type: "allowed_tools", mode: "auto", tools: listed("look") }, undefined, ["look"]],
		[
			{ type: "allowed_tools", mode: "required", tools: [...listed("look"), { type: "web_search" }] },
			"required",
			["look"],
		],
	])("tool_choice %j", async (choice, expected, names = ["look", "run", "mcp__files__look", "mcp__files__run"]) => {
		const { gateway, sent } = chatGateway();
		await ask(gateway, { input: "Hi", tools: [...tools, { type: "web_search" }], tool_choice: choice });
		expect(sent[0]?.["tool_choice"]).toEqual(expected);
		expect(namesOf(sent[0])).toEqual(names);
	});

	it.each<[unknown, RegExp]>([
		[{ type: "web_search" }, /does not have: web_search/],
		[{ type: "mcp", server_label: "x", name: "y" }, /does not have: mcp/],
		["required", /does not have: web_search/],
		[{ type: "allowed_tools", mode: "required", tools: [{ type: "web_search" }] }, /does not have: web_search/],
		[{ type: "function", name: "none" }, /not among the tools/],
		[{ type: "function", name: "constructor" }, /not among the tools/],
		["sometimes", /must be auto, none, required/],
		[7, /must be auto, none, required/],
	])("tool_choice %j is refused without such a tool", async (choice, message) => {
		const { gateway, sent } = chatGateway();
		const body = { model: MODEL, input: "Hi", tools: [{ type: "web_search" }], tool_choice: choice };
		const response = await post(gateway, "/v1/responses", body);
		expect(response.status).toBe(400);
		expect(getPath(await response.json(), "error", "message")).toMatch(message);
		expect(sent).toEqual([]);
	});

	it("that a chat does not have are left out with a notice, once a client", async () => {
		const notices: string[] = [];
		const { gateway, sent } = chatGateway(undefined, "stop", { onNotice: (notice) => notices.push(notice) });
		const types = [
			"web_search",
			"file_search",
			"code_interpreter",
			"image_generation",
			"mcp",
			"computer_use_preview",
			"new",
		];
		const body = { model: MODEL, input: "Hi", parallel_tool_calls: false, tools: types.map((type) => ({ type })) };
		for (const agent of ["a", "a", "b"]) {
			const response = await post(gateway, "/v1/responses", body, { headers: { "user-agent": agent } });
			expect(response.status).toBe(200);
			for (const type of types) expect(response.headers.get("x-hub-notice")).toContain(type);
		}
		expect(notices).toHaveLength(2);
		expect(Object.keys(sent[0] ?? {}).sort()).toEqual(["messages", "model"]);
	});
});

describe("fields", () => {
	it.each<[Fields, Fields]>([
		[{ client_metadata: { a: 1 }, prompt_cache_retention: "24h", include: ["x"], service_tier: "auto", later: 1 }, {}],
		[
			{ text: { verbosity: "low", format: { type: "text" } }, truncation: "auto", metadata: { a: "b" }, store: false },
			{ metadata: { a: "b" } },
		],
		[{ parallel_tool_calls: true, frequency_penalty: 0, tool_choice: "auto", tools: [], temperature: null }, {}],
		[
			{ temperature: 0.2, top_p: 0.9, max_output_tokens: 7 },
			{ temperature: 0.2, top_p: 0.9, max_tokens: 7 },
		],
		[{ reasoning: { effort: "high", summary: "auto" } }, { reasoning_effort: "high" }],
		[{ text: { format: { type: "json_object" } } }, { response_format: { type: "json_object" } }],
		[
			{ text: { format: { type: "json_schema", name: "n", schema: { type: "object" }, strict: true } } },
			{
				response_format: { type: "json_schema", json_schema: { name: "n", schema: { type: "object" }, strict: true } },
			},
		],
		[{ toString: { a: 1 }, valueOf: 1, accessToken: "x" }, {}],
	])("%j become %j", async (fields, expected) => {
		const { gateway, sent } = chatGateway();
		await ask(gateway, { input: "Hi", ...fields });
		expect(sent).toEqual([{ model: "model", messages: [{ role: "user", content: "Hi" }], ...expected }]);
	});

	it.each(["__proto__", "constructor", "data"])("%s is refused, as it changes what the others mean", async (name) => {
		const { gateway, sent } = chatGateway();
		const response = await post(gateway, "/v1/responses", `{"model":"${MODEL}","input":"Hi","${name}":{"a":1}}`);
		expect([response.status, sent]).toEqual([400, []]);
	});

	it.each(["conversation", "prompt", "background"])("%s is refused", async (name) => {
		const response = await post(chatGateway().gateway, "/v1/responses", { model: MODEL, input: "Hi", [name]: "x" });
		expect(response.status).toBe(400);
	});
});

const PICTURE = "data:image/png;base64,iVBORw0KGgo=";
const picture = { type: "image_url", image_url: { url: PICTURE } };
const file = (data: string): Fields => ({ type: "input_file", filename: "a.md", file_data: data });

describe("items", () => {
	it.each<[string, unknown, unknown]>([
		["text", "Hi", [{ role: "user", content: "Hi" }]],
		[
			"roles",
			[
				{
					role: "developer",
					content: [
						{ type: "input_text", text: "a" },
						{ type: "input_text", text: "b" },
					],
				},
				{ role: "system", content: "c" },
				user([{ type: "input_text", text: "d" }]),
				{
					role: "assistant",
					content: [
						{ type: "output_text", text: "e" },
						{ type: "refusal", refusal: "f" },
					],
				},
			],
			[
				{ role: "system", content: "a\nb\n\nc" },
				{ role: "user", content: "d" },
				{ role: "assistant", content: "e\nf" },
			],
		],
		[
			"a picture",
			[
				user([
					{ type: "input_text", text: "a" },
					{ type: "input_image", image_url: PICTURE, detail: "low" },
				]),
			],
			[
				{
					role: "user",
					content: [
						{ type: "text", text: "a" },
						{ type: "image_url", image_url: { url: PICTURE, detail: "low" } },
					],
				},
			],
		],
		["a file", [user([file(`data:text/markdown;base64,${btoa("# A")}`)])], [{ role: "user", content: "a.md:\n# A" }]],
		["a file in base64", [user([file(btoa("# A"))])], [{ role: "user", content: "a.md:\n# A" }]],
		[
			"calls in a row, text behind them, and pictures of tools",
			[
				{ type: "reasoning", id: "rs", summary: [] },
				{ type: "function_call", call_id: "1", name: "look", arguments: "{}" },
				{ type: "custom_tool_call", call_id: "2", name: "run", namespace: "n", input: 'a"b' },
				{ role: "assistant", content: "Looking" },
				{ type: "function_call_output", call_id: "1", output: [{ type: "input_image", image_url: PICTURE }] },
				{
					type: "custom_tool_call_output",
					call_id: "2",
					output: [
						{ type: "input_text", text: "x" },
						{ type: "input_text", text: "y" },
					],
				},
				{ type: "function_call_output", call_id: "3", output: { any: ["JSON"] } },
				user("And?"),
			],
			[
				{
					role: "assistant",
					content: "Looking",
					tool_calls: [
						{ id: "1", type: "function", function: { name: "look", arguments: "{}" } },
						{ id: "2", type: "function", function: { name: "n__run", arguments: '{"input":"a\\"b"}' } },
					],
				},
				{ role: "tool", tool_call_id: "1", content: "[The images follow.]" },
				{ role: "tool", tool_call_id: "2", content: "x\ny" },
				{ role: "tool", tool_call_id: "3", content: '{"any":["JSON"]}' },
				{
					role: "user",
					content: [
						{ type: "text", text: "The images of the call 1 of look:" },
						picture,
						{ type: "text", text: "And?" },
					],
				},
			],
		],
		[
			"unknown ones, as texts",
			[{ type: "local_shell_call", id: "x" }, { type: "local_shell_call_output", output: "y" }, user("Hi")],
			[
				{ role: "assistant", content: '[A block of type local_shell_call was here: {"id":"x"}]' },
				{ role: "user", content: '[A block of type local_shell_call_output was here: {"output":"y"}]\n\nHi' },
			],
		],
		[
			"parts that a chat does not have, as texts",
			[
				user([
					{ type: "input_audio", input_audio: { data: "A".repeat(5000) } },
					{ type: "input_file", file_id: "f" },
					file("no base64!"),
				]),
			],
			[
				{
					role: "user",
					content: [
						'[A block of type input_audio was here: {"input_audio":{"data":"[5000 characters]"}}]',
						'[A block of type input_file was here: {"file_id":"f"}]',
						'[A block of type input_file was here: {"filename":"a.md","file_data":"no base64!"}]',
					].join("\n"),
				},
			],
		],
		[
			"a document, as what it was",
			[user([file(`data:application/pdf;base64,${btoa("%PDF-1.4")}`)])],
			[
				{
					role: "user",
					content:
						'[The document "a.md" was here (application/pdf, 1 kB). This model\'s service takes no documents of this type: its content is not known.]',
				},
			],
		],
	])("%s", async (name, input, expected) => {
		const { gateway, sent } = chatGateway();
		const response = await post(gateway, "/v1/responses", { model: MODEL, input });
		expect(sent[0]?.["messages"]).toEqual(expected);
		const types = name.startsWith("unknown")
			? "local_shell_call, local_shell_call_output"
			: name.startsWith("parts")
				? "input_audio, input_file"
				: undefined;
		const isDocument = name.startsWith("a document, as what");
		const documents = isDocument ? "groq takes no documents: the model got a note in place of each." : null;
		expect(response.headers.get("x-hub-notice")).toBe(
			types === undefined
				? documents
				: `Items and parts of the input that a chat does not have became texts: ${types}.`,
		);
	});

	const poison = { toString: 1, valueOf: 1 };
	it.each<[string, Fields, RegExp]>([
		["no input", {}, /^input must be/],
		["a number", { input: [7] }, /items of input must be objects/],
		["an unknown role", { input: [{ role: "critic", content: "x" }] }, /^The role/],
		["a tool without a name", { input: "Hi", tools: [{ type: "function" }] }, /has no name/],
		["tools that are no list", { input: "Hi", tools: {} }, /must be a list/],
		[
			"a namespace in a namespace",
			{ input: "Hi", tools: [{ type: "namespace", name: "a", tools: 7 }] },
			/must be a list/,
		],
		["an unknown response", { input: "Hi", previous_response_id: poison }, /There is no response/],
	])("%s is refused", async (_, body, message) => {
		const { gateway, sent } = chatGateway();
		const response = await post(gateway, "/v1/responses", { model: MODEL, ...body });
		expect([400, 404]).toContain(response.status);
		expect(getPath(await response.json(), "error", "message")).toMatch(message);
		expect(sent).toEqual([]);
	});

	it("whose members are objects with a toString of their own do no harm", async () => {
		const { gateway } = chatGateway();
		const input = [
			{ role: "user", content: [{ type: "input_text", text: poison }] },
			{ type: "function_call", call_id: poison, name: poison, arguments: poison, namespace: poison },
			{ type: "custom_tool_call", call_id: poison, name: poison, input: poison },
			{ type: poison },
		];
		const format = { type: "grammar", syntax: poison, definition: poison };
		const tools = [{ type: poison }, { type: "custom", name: "a", description: poison, format }];
		expect(await ask(gateway, { input, tools, instructions: poison, text: poison })).toMatchObject({
			status: "completed",
		});
	});
});

describe("events", () => {
	it("follow OpenAI's reference for reasoning, text, functions and custom tools", async () => {
		const deltas = [
			{ role: "assistant", content: "" },
			{ reasoning_content: "Think" },
			{ reasoning: "ing" },
			{ content: "Hel" },
			{ content: "lo" },
			call(0, "look", "", "c0"),
			call(1, "run", '{"inp', "c1"),
			call(0, undefined, '{"a":1}'),
			call(1, undefined, 'ut":"x"}'),
		];
		const events = await stream(chatGateway(deltas, "tool_calls").gateway, {
			input: "Hi",
			tools: [functionTool, customTool],
		});
		expect(events.map(({ type }) => String(type).replace(/^response\./, ""))).toEqual([
			"created",
			"in_progress",
			"output_item.added",
			"reasoning_summary_part.added",
			"reasoning_summary_text.delta",
			"reasoning_summary_text.delta",
			"reasoning_summary_text.done",
			"reasoning_summary_part.done",
			"output_item.done",
			"output_item.added",
			"content_part.added",
			"output_text.delta",
			"output_text.delta",
			"output_text.done",
			"content_part.done",
			"output_item.done",
			"output_item.added",
			"output_item.added",
			"function_call_arguments.delta",
			"function_call_arguments.done",
			"output_item.done",
			"custom_tool_call_input.delta",
			"custom_tool_call_input.done",
			"output_item.done",
			"completed",
		]);
		expect(events.map((event) => event["sequence_number"])).toEqual(events.map((_, index) => index));
		const done = events.filter(({ type }) => type === "response.output_item.done").map(({ item }) => item);
		const { response } = events.at(-1) as { response: Fields };
		expect(response).toMatchObject({
			status: "completed",
			store: true,
			output: done,
			usage: {
				input_tokens: 9,
				input_tokens_details: { cached_tokens: 4 },
				output_tokens: 5,
				output_tokens_details: { reasoning_tokens: 2 },
				total_tokens: 14,
			},
		});
		expect(done).toMatchObject([
			{ type: "reasoning", summary: [{ type: "summary_text", text: "Thinking" }] },
			{ type: "message", content: [{ type: "output_text", text: "Hello" }] },
			{ type: "function_call", call_id: "c0", arguments: '{"a":1}' },
			{ type: "custom_tool_call", call_id: "c1", input: "x" },
		]);
		// Each event names its item by the same id and place.
		const ids = done.map((item) => getPath(item, "id"));
		for (const event of events) {
			if (typeof event["output_index"] !== "number") continue;
			expect(event["item_id"] ?? getPath(event, "item", "id")).toBe(ids[event["output_index"]]);
		}
	});

	it.each([
		["a name that comes late", [call(0, undefined, '{"a"', "c"), call(0, "look", ":1}")], ['{"a":1}']],
		[
			"calls that are not numbered",
			[call(undefined, "look", "{}", "c"), call(undefined, "look", "[]", "d")],
			["{}", "[]"],
		],
		["a name that never comes", [call(0, undefined, "{}", "c")], ["{}"]],
	])("are right for %s", async (_, deltas, expected) => {
		const events = await stream(chatGateway(deltas, "tool_calls").gateway, { input: "Hi", tools: [functionTool] });
		const text = (type: string, key: string): string =>
			events
				.filter((event) => event["type"] === `response.${type}`)
				.map((event) => String(event[key]))
				.join("");
		expect(text("function_call_arguments.done", "arguments")).toBe(expected.join(""));
		expect(text("function_call_arguments.delta", "delta")).toBe(expected.join(""));
		expect(events.filter(({ type }) => type === "response.output_item.added")).toHaveLength(expected.length);
	});

	it.each([
		["length", "max_output_tokens"],
		["content_filter", "content_filter"],
	])("end with response.incomplete after %s", async (finish, reason) => {
		const expected = { status: "incomplete", incomplete_details: { reason }, output: [{ status: "incomplete" }] };
		const events = await stream(chatGateway([{ content: "Hel" }], finish).gateway, { input: "Hi" });
		expect(events.at(-1)).toMatchObject({ type: "response.incomplete", response: expected });
		expect(await ask(chatGateway({ content: "Hel" }, finish).gateway, { input: "Hi" })).toMatchObject(expected);
	});

	it("end with response.failed and no bare error where the stream is cut", async () => {
		const { gateway } = chatGateway([{ content: "Hel" }], "");
		const events = await stream(gateway, { input: "Hi" });
		expect(events.at(-1)).toMatchObject({
			type: "response.failed",
			sequence_number: events.length - 1,
			response: { status: "failed", error: { code: "stream_cut", message: expect.stringContaining("cut off") } },
		});
		expect(events.map(({ type }) => type)).not.toContain("error");
	});

	it.each([false, true])("give a call without arguments an empty object, stream: %s", async (isStream) => {
		const answer = { content: null, ...call(0, "look", "", "c") };
		const { gateway } = chatGateway(isStream ? [answer] : answer, "tool_calls");
		const body = { input: "Hi", tools: [functionTool] };
		const response = isStream ? (await stream(gateway, body)).at(-1)?.["response"] : await ask(gateway, body);
		expect(response).toMatchObject({ output: [{ type: "function_call", arguments: "{}" }] });
	});

	it("end with response.failed where the answer never ends", async () => {
		const { gateway } = chatGateway(Array.from({ length: 5 }, () => ({ content: "a".repeat(8 * 2 ** 20) })));
		const response = await post(gateway, "/v1/responses", { model: MODEL, stream: true, input: "Hi" });
		const last = (await response.text()).slice(-3000);
		expect(last).toContain("event: response.failed");
		expect(last).toContain("The response is too large.");
	});

	it("of thousands of items take time in proportion", async () => {
		const deltas = Array.from({ length: 5000 }, (_, index) =>
			index % 2 ? { content: "a" } : { reasoning_content: "b" },
		);
		const started = performance.now();
		const events = await stream(chatGateway(deltas).gateway, { input: "Hi" });
		expect(getPath(events.at(-1), "response", "output")).toHaveLength(5000);
		expect(performance.now() - started).toBeLessThan(10_000);
	});
});

describe("kept responses", () => {
	const idOf = (response: Fields): string => String(response["id"]);

	it.each([false, true])("continue a conversation, stream: %s", async (isStream) => {
		const answer = { content: "Hello", reasoning_content: "Hm", ...call(0, "look", "{}", "c") };
		const { gateway, sent } = chatGateway(isStream ? [answer] : answer);
		const send = async (body: Fields): Promise<Fields> =>
			isStream ? ((await stream(gateway, body)).at(-1)?.["response"] as Fields) : await ask(gateway, body);
		const first = await send({ input: "Hi", instructions: "Be brief", tools: [functionTool] });
		const result = { type: "function_call_output", call_id: "c", output: "ok" };
		const second = await send({ input: [result], previous_response_id: idOf(first) });
		await send({ input: "Bye", previous_response_id: idOf(second) });
		const turn = [{ role: "assistant", content: "Hello", tool_calls: [{ id: "c" }] }];
		expect(sent[2]?.["messages"]).toMatchObject([
			{ role: "user", content: "Hi" },
			...turn,
			{ role: "tool", content: "ok" },
			...turn,
			{ role: "user", content: "Bye" },
		]);
		expect(second["previous_response_id"]).toBe(first["id"]);
		// Each keeps its whole conversation.
		const path = `/v1/responses/${idOf(first)}`;
		expect(await (await get(gateway, path)).json()).toEqual(first);
		const request = new Request(`http://localhost${path}`, { method: "DELETE" });
		expect(await (await gateway(request)).json()).toEqual({ id: first["id"], object: "response", deleted: true });
		expect((await get(gateway, path)).status).toBe(404);
		expect(await send({ input: "More", previous_response_id: idOf(second) })).toMatchObject({ status: "completed" });
	});

	it("are not kept with store: false, nor for longer than an hour", async () => {
		let now = 1_000_000;
		const { gateway } = chatGateway(undefined, "stop", { now: () => now });
		const unkept = await ask(gateway, { input: "Hi", store: false });
		expect(unkept["store"]).toBe(false);
		const response = await get(gateway, `/v1/responses/${idOf(unkept)}`);
		expect(response.status).toBe(404);
		expect(await response.json()).toMatchObject({
			error: { code: "response_not_found", message: expect.stringMatching(/There is no response "resp_.*for an hour/) },
		});
		const kept = await ask(gateway, { input: "Hi" });
		now += 3_599_000;
		expect((await get(gateway, `/v1/responses/${idOf(kept)}`)).status).toBe(200);
		now += 2000;
		expect((await get(gateway, `/v1/responses/${idOf(kept)}`)).status).toBe(404);
		const late = await post(gateway, "/v1/responses", { model: MODEL, input: "x", previous_response_id: idOf(kept) });
		expect(late.status).toBe(404);
	});

	it("belong to the key that asked", async () => {
		const keys = [{ name: "ann", key: "key-of-ann-1" }];
		const { gateway } = chatGateway(undefined, "stop", { key: "key-of-owner", keys });
		const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });
		const kept = await ask(gateway, { input: "Hi" }, bearer("key-of-ann-1"));
		const path = `/v1/responses/${idOf(kept)}`;
		expect((await get(gateway, path, bearer("key-of-ann-1"))).status).toBe(200);
		expect((await get(gateway, path, bearer("key-of-owner"))).status).toBe(404);
		expect((await get(gateway, path)).status).toBe(401);
		const body = { input: "x", previous_response_id: idOf(kept) };
		expect(await ask(gateway, body, bearer("key-of-owner"))).toMatchObject({ error: { code: "response_not_found" } });
	});

	const isKept = (store: ReturnType<typeof createResponseStore>, id: string): boolean => store.has(id, "ann");
	it("go, the oldest first, where there are more than 1,000", () => {
		const store = createResponseStore(() => 0);
		for (let index = 0; index < 1001; index++)
			store.keep(`r${index}`, "ann", { request: "{}", response: "{}" }, undefined);
		expect([0, 1, 1000].map((index) => isKept(store, `r${index}`))).toEqual([false, true, true]);
	});

	it("go, the oldest first, where they take more than 64 MB; earlier turns count, and need no others", () => {
		const store = createResponseStore(() => 0);
		const turn = { request: JSON.stringify({ input: "a".repeat(10_000_000) }), response: '{"output":[]}' };
		store.keep("first", "ann", turn, undefined);
		store.keep("second", "ann", { request: '{"input":"b"}', response: '{"output":[]}' }, "first");
		store.keep("alien", "bob", turn, "second");
		expect(["first", "second"].map((id) => isKept(store, id))).toEqual([true, true]);
		expect(store.readHistory("alien", "bob")).toHaveLength(1);
		store.keep("third", "ann", { request: '{"input":"c"}', response: '{"output":[]}' }, "second");
		expect(["first", "second", "third"].map((id) => isKept(store, id))).toEqual([false, true, true]);
		expect(store.readHistory("third", "ann")).toHaveLength(3);
		store.keep("huge", "ann", { request: "a".repeat(40_000_000), response: "{}" }, undefined);
		expect(["third", "huge"].map((id) => isKept(store, id))).toEqual([true, false]);
	});

	it("are read by GET and deleted by DELETE only", async () => {
		const response = await post(chatGateway().gateway, "/v1/responses/resp_1", {});
		expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, DELETE"]);
	});
});
