import { callOf, conversation, type Json, type Side } from "./row.ts";

const add = { type: "function", name: "add", parameters: { type: "object", properties: { a: { type: "number" } } } };
const offered = { type: "function", function: { name: "add", parameters: add.parameters } };
const user = (...content: unknown[]): Json => ({ input: [{ type: "message", role: "user", content }] });
const reasoning = (sealed: unknown): Json => ({
	type: "reasoning",
	summary: [{ type: "summary_text", text: "Hm" }],
	encrypted_content: sealed,
});
const used = (before: Json, name = "add"): Json => ({
	input: [
		{ role: "user", content: "Hi" },
		before,
		{ type: "function_call", call_id: "1", name, arguments: '{"a":1}' },
		{ type: "function_call_output", call_id: "1", output: "x" },
	],
});
const picture = "data:image/png;base64,iVBORw0KGgo=";

export const RESPONSES: Side = {
	title: "`/v1/responses`: Codex, OpenAI's SDK, AI SDK",
	path: "/v1/responses",
	request: { input: "Hi" },
	rows: [
		{
			what: "`instructions`, messages of `developer` and `system`",
			becomes: "the first message; later ones a reminder in a user message, at their place; the same at OpenAI",
			sends: {
				instructions: "A",
				input: [
					{ role: "developer", content: "B" },
					{ role: "user", content: "Hi" },
					{ role: "developer", content: "C" },
				],
			},
			upstream: conversation(["system", "A\n\nB"], ["user", "Hi\n\n<system-reminder>\nC\n</system-reminder>"]),
		},
		{
			what: "messages of the user in a row",
			becomes: "one message; the same at OpenAI",
			sends: {
				input: [
					{ role: "user", content: "A" },
					{ role: "user", content: "B" },
				],
			},
			upstream: { messages: [{ role: "user", content: "A\n\nB" }] },
		},
		{
			what: "messages of the assistant in a row",
			becomes: "one message",
			sends: {
				input: [
					{ role: "user", content: "Hi" },
					{ role: "assistant", content: [{ type: "output_text", text: "A" }] },
					{ type: "message", role: "assistant", content: [{ type: "output_text", text: "B" }] },
					{ role: "user", content: "C" },
				],
			},
			upstream: conversation(["user", "Hi"], ["assistant", "A\n\nB"], ["user", "C"]),
		},
		{
			what: "`temperature`, `top_p`, `top_logprobs`, `parallel_tool_calls`",
			becomes: "the same",
			sends: { temperature: 0.5, top_p: 0.9, tools: [add], parallel_tool_calls: false },
			upstream: { temperature: 0.5, top_p: 0.9, parallel_tool_calls: false },
		},
		{
			what: "`max_output_tokens`",
			becomes: "`max_tokens`",
			sends: { max_output_tokens: 7 },
			upstream: { max_tokens: 7 },
		},
		{
			what: "`prompt_cache_key`, `safety_identifier`, `user`, `metadata`, `service_tier`",
			becomes:
				"the same; `service_tier` where no budget counts the call; a field that a target refuses is left out for it afterwards",
			sends: { prompt_cache_key: "k", safety_identifier: "s", user: "u", metadata: { a: "b" }, service_tier: "flex" },
			upstream: {
				prompt_cache_key: "k",
				safety_identifier: "s",
				user: "u",
				metadata: { a: "b" },
				service_tier: "flex",
			},
		},
		{
			what: "`reasoning.effort`",
			becomes: "`reasoning_effort`",
			sends: { reasoning: { effort: "low", summary: "auto" } },
			upstream: { reasoning_effort: "low" },
		},
		{
			what: "`text.format`",
			becomes: "`response_format`",
			sends: { text: { format: { type: "json_object" } } },
			upstream: { response_format: { type: "json_object" } },
		},
		{
			what: "`text.verbosity`, `include`, `client_metadata`, `prompt_cache_retention`, `truncation`",
			becomes: "left out: chats do not have them",
			sends: {
				text: { verbosity: "low" },
				include: ["reasoning.encrypted_content"],
				client_metadata: {},
				truncation: "auto",
			},
			lacks: ["verbosity", "text", "include", "client_metadata", "truncation"],
		},
		{
			what: "`conversation`, `prompt`, `background`",
			becomes: "400",
			sends: { background: true },
			status: 400,
			receives: { error: { param: "background" } },
		},
		{ what: "`function` tools", becomes: "functions", sends: { tools: [add] }, upstream: { tools: [offered] } },
		{
			what: "`custom` tools",
			becomes: "functions with one text; calls come back as `custom_tool_call`",
			sends: { tools: [{ type: "custom", name: "run" }] },
			answers: { content: null, tool_calls: [callOf("1", "run", '{"input":"ls"}')] },
			finish: "tool_calls",
			receives: { output: [{ type: "custom_tool_call", call_id: "1", name: "run", input: "ls" }] },
		},
		{
			what: "`namespace`",
			becomes: "functions with names of their own; calls come back with `namespace`",
			sends: { tools: [{ type: "namespace", name: "fs", tools: [{ ...add, name: "ls" }] }] },
			answers: { content: null, tool_calls: [callOf("1", "fs__ls")] },
			finish: "tool_calls",
			receives: { output: [{ type: "function_call", namespace: "fs", name: "ls" }] },
		},
		{
			what: "`additional_tools`",
			becomes: "functions",
			sends: {
				input: [
					{ type: "additional_tools", role: "developer", tools: [add] },
					{ role: "user", content: "Hi" },
				],
			},
			upstream: { tools: [offered] },
		},
		{
			what: "`web_search` and others that OpenAI runs",
			becomes: "left out, with a note to the model",
			sends: { tools: [{ type: "web_search" }] },
			upstream: {
				messages: [
					{
						role: "system",
						content:
							"Tools that are not available here: web_search. There is no search: do not answer as if you had searched, and say so if a search is asked for.",
					},
					{ role: "user", content: "Hi" },
				],
			},
			notice: /^Tools .* were left out: web_search\.$/,
		},
		{
			what: "`tool_choice` of one that was left out",
			becomes: "400",
			sends: { tools: [{ type: "web_search" }], tool_choice: { type: "web_search" } },
			status: 400,
			receives: { error: { param: "tool_choice" } },
		},
		{
			what: "`function_call`, `custom_tool_call`, and their `…_output`",
			becomes: "`tool_calls`, messages of the tool",
			sends: used({ role: "assistant", content: "A" }),
			upstream: {
				messages: [
					{ role: "user", content: "Hi" },
					{ role: "assistant", content: "A", tool_calls: [callOf("1")] },
					{ role: "tool", tool_call_id: "1", content: "x" },
				],
			},
		},
		{
			what: "`reasoning` that hub made",
			becomes: "`reasoning_content` or `reasoning` of its answer, in the target's form",
			sends: used(reasoning("hub1r")),
			upstream: {
				messages: [
					{ role: "user" },
					{ role: "assistant", reasoning: "Hm", tool_calls: [callOf("1")] },
					{ role: "tool" },
				],
			},
		},
		{
			what: "`reasoning` of OpenAI, or a broken one",
			becomes: "left out",
			sends: used(reasoning("gAAAAAB")),
			upstream: { messages: [{ role: "user" }, { role: "assistant", content: null }, { role: "tool" }] },
		},
		{
			what: "images in the output of a tool",
			becomes: "a user message that names the call",
			sends: {
				input: [
					{ type: "function_call", call_id: "1", name: "look", arguments: "{}" },
					{ type: "function_call_output", call_id: "1", output: [{ type: "input_image", image_url: picture }] },
				],
			},
			upstream: {
				messages: [
					{ role: "assistant" },
					{ role: "tool", content: "[The images follow.]" },
					{
						role: "user",
						content: [
							{ type: "text", text: "The images of the call 1 of look:" },
							{ type: "image_url", image_url: { url: picture } },
						],
					},
				],
			},
		},
		{
			what: "`input_image`",
			becomes: "`image_url`",
			sends: user({ type: "input_image", image_url: picture, detail: "low" }),
			upstream: {
				messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: picture, detail: "low" } }] }],
			},
		},
		{
			what: "`input_file`: text",
			becomes: "text",
			sends: user({ type: "input_file", filename: "a.md", file_data: `data:text/markdown;base64,${btoa("# A")}` }),
			upstream: { messages: [{ role: "user", content: "a.md:\n# A" }] },
		},
		{
			what: "`input_file`: PDF",
			becomes: "its text; at OpenAI a `file` part",
			notice: /takes no documents: the model got their text\.$/,
			sends: user({
				type: "input_file",
				filename: "a.pdf",
				file_data: `data:application/pdf;base64,${btoa("%PDF-1.4 The plan.")}`,
			}),
			upstream: {
				messages: [
					{
						role: "user",
						content:
							'[The text of the document "a.pdf", without its images:]\nThe plan.\n[End of the document "a.pdf".]',
					},
				],
			},
		},
		{
			what: "`input_file`: PDF without text",
			becomes: "a text that describes it; at OpenAI a `file` part",
			notice: /takes no documents: the model got a note in place of each\.$/,
			sends: user({
				type: "input_file",
				filename: "a.pdf",
				file_data: `data:application/pdf;base64,${btoa("%PDF-1.4")}`,
			}),
			upstream: {
				messages: [
					{
						role: "user",
						content:
							'[The document "a.pdf" was here (application/pdf, 1 kB). This model\'s service takes no documents of this type: its content is not known.]',
					},
				],
			},
		},
		{
			what: "files by id or URL, `input_audio`, any other part",
			becomes: "a text that describes it",
			sends: user({ type: "input_file", file_id: "f" }),
			upstream: { messages: [{ role: "user", content: '[A block of type input_file was here: {"file_id":"f"}]' }] },
			notice: /became texts: input_file\.$/,
		},
		{
			what: "`web_search_call`, `local_shell_call`, any other item",
			becomes: "a text that describes it",
			sends: {
				input: [
					{ type: "web_search_call", id: "w" },
					{ role: "user", content: "Hi" },
				],
			},
			upstream: conversation(["assistant", '[A block of type web_search_call was here: {"id":"w"}]'], ["user", "Hi"]),
			notice: /became texts: web_search_call\.$/,
		},
		{
			what: "`item_reference`",
			becomes: "the item, if hub made it and keeps it; else 404 that names it",
			sends: { input: [{ type: "item_reference", id: "msg_x_0" }] },
			status: 404,
			receives: {
				error: {
					code: "item_not_found",
					message:
						'There is no item "msg_x_0". hub knows the items of responses that it made with store: true, for an hour, for the key that asked; send the item itself instead.',
				},
			},
		},
		{
			what: "`previous_response_id`",
			becomes: "the conversation so far, if hub keeps it; else 404",
			sends: { previous_response_id: "resp_x" },
			status: 404,
			receives: { error: { code: "response_not_found" } },
		},
		{
			what: "the answer: reasoning, text, calls, usage",
			becomes: "of the chat's; `encrypted_content` brings reasoning back",
			answers: { reasoning_content: "Hm", content: "A", tool_calls: [callOf("1")] },
			finish: "tool_calls",
			receives: {
				status: "completed",
				output: [
					{ type: "reasoning", summary: [{ type: "summary_text", text: "Hm" }], encrypted_content: "hub1c" },
					{ type: "message", content: [{ type: "output_text", text: "A" }] },
					{ type: "function_call", call_id: "1", name: "add", arguments: '{"a":1}' },
				],
				usage: { input_tokens: 10, input_tokens_details: { cached_tokens: 2 }, output_tokens: 3 },
			},
		},
		{
			what: "the events of a stream",
			becomes: "all that Codex needs: each item in `response.output_item.done`, then `response.completed`",
			sends: { stream: true },
			answers: { reasoning: "Hm", content: "A", tool_calls: [callOf("1")] },
			finish: "tool_calls",
			events: [
				"response.created",
				"response.in_progress",
				"response.output_item.added",
				"response.reasoning_summary_part.added",
				"response.reasoning_summary_text.delta",
				"response.reasoning_summary_text.done",
				"response.reasoning_summary_part.done",
				"response.output_item.done",
				"response.content_part.added",
				"response.output_text.delta",
				"response.output_text.done",
				"response.content_part.done",
				"response.function_call_arguments.delta",
				"response.function_call_arguments.done",
				"response.completed",
			],
		},
		{
			what: "`POST /v1/responses/input_tokens`",
			becomes: "an estimate",
			path: "/v1/responses/input_tokens",
			receives: { object: "response.input_tokens", input_tokens: 6 },
			receivesHeaders: { "x-hub-estimate": /true/ },
		},
		{
			what: "`POST /v1/responses/compact`",
			becomes: "400 with the reason",
			path: "/v1/responses/compact",
			status: 400,
			receives: { error: { code: "unsupported" } },
		},
	],
};

export const CHAT: Side = {
	title: "`/v1/chat/completions`: opencode, qwen-code, pi, Continue, OpenAI's SDK",
	path: "/v1/chat/completions",
	request: { messages: [{ role: "user", content: "Hi" }] },
	rows: [
		{
			what: "all fields, messages and tools",
			becomes: "the same, but for fields that choose host, key, provider or price",
			sends: {
				seed: 1,
				chat_template_kwargs: { thinking: true },
				tools: [offered],
				messages: [
					{ role: "user", content: "Hi" },
					{ role: "system", content: "S" },
				],
			},
			upstream: {
				seed: 1,
				chat_template_kwargs: { thinking: true },
				tools: [offered],
				messages: [
					{ role: "user", content: "Hi" },
					{ role: "system", content: "S" },
				],
			},
		},
		{
			what: "`cache_control`",
			becomes: "the same",
			sends: {
				cache_control: { type: "ephemeral" },
				messages: [{ role: "user", content: [{ type: "text", text: "A", cache_control: { type: "ephemeral" } }] }],
			},
			upstream: {
				cache_control: { type: "ephemeral" },
				messages: [{ role: "user", content: [{ type: "text", text: "A", cache_control: { type: "ephemeral" } }] }],
			},
		},
		{
			what: "`reasoning_content` and `reasoning` of earlier answers",
			becomes: "the same",
			sends: conversation(
				["user", "Hi"],
				["assistant", "A", { reasoning_content: "Hm", reasoning: "So" }],
				["user", "B"],
			),
			upstream: conversation(
				["user", "Hi"],
				["assistant", "A", { reasoning_content: "Hm", reasoning: "So" }],
				["user", "B"],
			),
		},
		{
			what: "`service_tier`",
			becomes: "the same, where no budget counts the call",
			sends: { service_tier: "flex" },
			upstream: { service_tier: "flex" },
		},
		{
			what: "the answer, and its events",
			becomes: "the same; calls of tools to which a service gives one number get their own",
			answers: { reasoning: "Hm", content: "A" },
			receives: { choices: [{ message: { reasoning: "Hm", content: "A" } }] },
		},
	],
};
