import { callOf, conversation, type Json, type Side } from "./row.ts";

const MARK = { type: "ephemeral" };
const text = (value: string): Json => ({ type: "text", text: value });
const user = (...content: unknown[]): Json => ({ messages: [{ role: "user", content }] });
const asUser = (content: unknown): Json => ({ messages: [{ role: "user", content }] });
const base64 = (media: string, data: string): Json => ({ type: "base64", media_type: media, data });
const picture = { type: "image", source: base64("image/png", "iVBORw0KGgo=") };
const pictureUrl = { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } };
const pdfText = {
	type: "document",
	title: "a.pdf",
	source: base64("application/pdf", btoa("%PDF-1.4 The plan.")),
};
const pdf = { type: "document", title: "a.pdf", source: base64("application/pdf", "JVBERi0xLjQ=") };
const use = (id: string, name = "add"): Json => ({ type: "tool_use", id, name, input: { a: 1 } });
const result = (id: string, content: unknown, more: Json = {}): Json => ({
	type: "tool_result",
	tool_use_id: id,
	content,
	...more,
});
/** A conversation with one call. */
const used = (before: Json[], ...results: Json[]): Json =>
	conversation(["user", "Hi"], ["assistant", before], ["user", results]);
const add = { name: "add", input_schema: { type: "object", properties: { a: { type: "number" } } } };
const anthropic = { "anthropic-version": "2023-06-01" };

export const ANTHROPIC: Side = {
	title: "`/v1/messages`: Claude Code, Anthropic's SDK",
	path: "/v1/messages",
	request: { max_tokens: 100, messages: [{ role: "user", content: "Hi" }] },
	rows: [
		{
			what: "`max_tokens`, `temperature`, `top_p`, `top_k`",
			becomes: "the same",
			sends: { temperature: 0.5, top_p: 0.9, top_k: 4 },
			upstream: { max_tokens: 100, temperature: 0.5, top_p: 0.9, top_k: 4 },
		},
		{ what: "`stop_sequences`", becomes: "`stop`", sends: { stop_sequences: ["END"] }, upstream: { stop: ["END"] } },
		{
			what: "`metadata`",
			becomes: "the same",
			sends: { metadata: { user_id: "u" } },
			upstream: { metadata: { user_id: "u" } },
		},
		{
			what: "`service_tier`",
			becomes: "the same; `standard_only` is `default`. Left out where a budget counts the call",
			sends: { service_tier: "standard_only" },
			upstream: { service_tier: "default" },
		},
		{
			what: "`system`, text or blocks",
			becomes: "the first message",
			sends: { system: [text("A"), text("B")] },
			upstream: conversation(["system", "A\n\nB"], ["user", "Hi"]),
		},
		{
			what: "the block `x-anthropic-billing-header: …`",
			becomes: "left out: no part of the prompt",
			sends: { system: [text("x-anthropic-billing-header: cc_version=2"), text("B")] },
			upstream: conversation(["system", "B"], ["user", "Hi"]),
		},
		{
			what: "`system` and `developer` in `messages`",
			becomes: "a reminder in a user message, at its place; the same at OpenAI",
			sends: conversation(["user", "Hi"], ["system", "S"]),
			upstream: { messages: [{ role: "user", content: "Hi\n\n<system-reminder>\nS\n</system-reminder>" }] },
		},
		{
			what: "`cache_control`",
			becomes: "left out: most services cache by themselves",
			target: "org/name:novita",
			sends: { cache_control: MARK, system: [{ ...text("A"), cache_control: MARK }] },
			upstream: conversation(["system", "A"], ["user", "Hi"]),
			lacks: ["cache_control"],
		},
		{
			what: "`cache_control` at an endpoint of OpenRouter or DashScope",
			becomes: "the same at texts of the system, the user and tool results; left out elsewhere",
			target: "org/name:own",
			endpoint: "https://openrouter.ai/api/v1",
			sends: {
				system: [text("A"), { ...text("B"), cache_control: MARK }],
				messages: [
					{ role: "user", content: [text("C"), text("D")] },
					{ role: "assistant", content: [{ type: "tool_use", id: "1", name: "add", input: {} }] },
					{
						role: "user",
						content: [
							{ type: "tool_result", tool_use_id: "1", content: "x", cache_control: MARK },
							{ ...text("E"), cache_control: MARK },
						],
					},
				],
			},
			upstream: {
				messages: [
					{ role: "system", content: [text("A"), { ...text("B"), cache_control: MARK }] },
					{ role: "user", content: "C\n\nD" },
					{ role: "assistant" },
					{ role: "tool", tool_call_id: "1", content: [{ ...text("x"), cache_control: MARK }] },
					{ role: "user", content: [{ ...text("E"), cache_control: MARK }] },
				],
			},
		},
		{
			what: "`cache_control` at any other endpoint",
			becomes: "left out",
			target: "org/name:own",
			endpoint: "https://notopenrouter.ai/api/v1",
			sends: { messages: [{ role: "user", content: [text("A"), { ...text("B"), cache_control: MARK }] }] },
			upstream: { messages: [{ role: "user", content: "A\n\nB" }] },
			lacks: ["cache_control"],
		},
		{
			what: "`thinking` with a budget",
			becomes: "`reasoning_effort`: low, from 4,096 medium, from 16,384 high",
			sends: { thinking: { type: "enabled", budget_tokens: 5000 } },
			upstream: { reasoning_effort: "medium" },
		},
		{
			what: "`thinking` `adaptive`",
			becomes: "left out: the model decides",
			sends: { thinking: { type: "adaptive" } },
			lacks: ["thinking", "reasoning_effort"],
		},
		{
			what: "`thinking.display` `omitted`",
			becomes: "the text of `thinking` is empty; its `signature` holds it",
			sends: { thinking: { type: "adaptive", display: "omitted" } },
			answers: { reasoning_content: "Hm", content: "Ok" },
			receives: { content: [{ type: "thinking", thinking: "", signature: `hub1c.${btoa("Hm")}` }, text("Ok")] },
		},
		{
			what: "`output_config.effort`",
			becomes: "`reasoning_effort`; `max` and `xhigh` are `high`",
			sends: { output_config: { effort: "max" } },
			upstream: { reasoning_effort: "high" },
		},
		{
			what: "`output_config.format`",
			becomes: "`response_format`",
			sends: { output_config: { format: { type: "json_schema", schema: { type: "object" } } } },
			upstream: {
				response_format: { type: "json_schema", json_schema: { name: "output", schema: { type: "object" } } },
			},
		},
		{
			what: "`context_management`, `anthropic-beta`",
			becomes: "left out: the whole conversation is sent",
			headers: { ...anthropic, "anthropic-beta": "a-2025" },
			sends: { context_management: { edits: [] } },
			lacks: ["context_management"],
		},
		{
			what: "`mcp_servers`, `container`",
			becomes: "left out",
			sends: { mcp_servers: [{}], container: "c" },
			lacks: ["mcp_servers", "container"],
			notice: /^Fields that a chat does not have were left out: mcp_servers, container\.$/,
		},
		{
			what: "`thread`",
			becomes: "400 with `error.details`: the SDK sends the whole conversation then",
			sends: { thread: { type: "continue", previous_message_id: "msg_1" } },
			status: 400,
			receives: {
				type: "error",
				error: {
					type: "invalid_request_error",
					details: { error_code: "thread_unsupported_request", unsupported: ["thread"] },
				},
			},
		},
		{
			what: "tools, with `strict`",
			becomes: "functions",
			sends: { tools: [{ ...add, description: "Adds", strict: true }] },
			upstream: {
				tools: [
					{
						type: "function",
						function: { name: "add", description: "Adds", strict: true, parameters: add.input_schema },
					},
				],
			},
		},
		{
			what: "schemas of tools at Cerebras, Fireworks, Groq and OpenAI",
			becomes: "without what the service refuses",
			target: "org/name:cerebras",
			sends: {
				tools: [
					{
						name: "add",
						input_schema: { $schema: "x", type: "object", properties: { a: { type: "string", format: "uri" } } },
					},
				],
			},
			upstream: {
				tools: [
					{
						function: {
							parameters: {
								type: "object",
								properties: { a: { type: "string", description: '(format: "uri")' } },
								additionalProperties: false,
							},
						},
					},
				],
			},
		},
		{
			what: "`tool_choice` `auto`, `any`, `tool`, `none`",
			becomes: "`auto`, `required`, the function, `none`",
			sends: { tools: [add], tool_choice: { type: "tool", name: "add", disable_parallel_tool_use: true } },
			upstream: { tool_choice: { type: "function", function: { name: "add" } }, parallel_tool_calls: false },
		},
		{
			what: "tools that the client runs: `bash_*`, `text_editor_*`, `memory_*`",
			becomes: "functions",
			sends: { tools: [{ type: "bash_20250124", name: "bash" }] },
			upstream: {
				tools: [{ function: { name: "bash", parameters: { properties: { command: { type: "string" } } } } }],
			},
		},
		{
			what: "tools that Anthropic runs: `web_search_*` …",
			becomes: "left out, with a note to the model",
			sends: { tools: [{ type: "web_search_20250305", name: "web_search" }, add] },
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
			notice: /^Tools .* were left out: web_search_20250305\.$/,
		},
		{
			what: "`tool_choice` among tools that were left out",
			becomes: "400",
			sends: {
				tools: [{ type: "web_search_20250305", name: "web_search" }],
				tool_choice: { type: "tool", name: "web_search" },
			},
			status: 400,
			receives: { error: { type: "invalid_request_error" } },
		},
		{
			what: "tools with `defer_loading`",
			becomes: "functions; a placeholder is left out",
			sends: {
				tools: [
					{ ...add, defer_loading: true },
					{
						name: "DeferredToolPlaceholder",
						description: "Reserved placeholder",
						defer_loading: true,
						input_schema: { type: "object", properties: {} },
					},
				],
			},
			upstream: { tools: [{ function: { name: "add" } }] },
		},
		{
			what: "`tool_addition`, `tool_removal` in a system message",
			becomes: "one more function, and a text; a text",
			sends: {
				messages: [
					{ role: "user", content: "Hi" },
					{
						role: "system",
						content: [
							{ type: "tool_addition", tool: { type: "tool_definition", definition: add } },
							{ type: "tool_removal", tool: { type: "tool_reference", name: "old" } },
						],
					},
				],
			},
			upstream: {
				tools: [{ function: { name: "add" } }],
				messages: [
					{
						role: "user",
						content: "Hi\n\n<system-reminder>\nLoaded: add\n\nNo longer available: old\n</system-reminder>",
					},
				],
			},
		},
		{
			what: "`tool_use`, `tool_result`",
			becomes: "`tool_calls`, messages of the tool in the order of the calls",
			sends: used([text("A"), use("1"), use("2")], result("2", "two"), result("1", [text("one")], { is_error: true })),
			upstream: {
				messages: [
					{ role: "user", content: "Hi" },
					{ role: "assistant", content: "A", tool_calls: [callOf("1"), callOf("2")] },
					{ role: "tool", tool_call_id: "1", content: "Error: one" },
					{ role: "tool", tool_call_id: "2", content: "two" },
				],
			},
		},
		{
			what: "images and documents in `tool_result`",
			becomes: "a user message that names the call",
			sends: used([use("1", "look")], result("1", [picture])),
			upstream: {
				messages: [
					{ role: "user" },
					{ role: "assistant" },
					{ role: "tool", content: "[The images follow.]" },
					{ role: "user", content: [text("The images of the call 1 of look:"), pictureUrl] },
				],
			},
		},
		{
			what: "`tool_reference` in `tool_result`",
			becomes: "a text",
			sends: used([use("1", "ToolSearch")], result("1", [{ type: "tool_reference", tool_name: "add" }])),
			upstream: { messages: [{ role: "user" }, { role: "assistant" }, { role: "tool", content: "Loaded: add" }] },
		},
		{
			what: "ids of calls",
			becomes: "the same; nine letters and digits for models of Mistral",
			target: "mistralai/Devstral:scaleway",
			sends: used([use("toolu_1")], result("toolu_1", "x")),
			upstream: { messages: [{ role: "user" }, { tool_calls: [{ id: expect9() }] }, { tool_call_id: expect9() }] },
		},
		{
			what: "ids that Anthropic's clients do not take, such as `functions.add:0`",
			becomes: "mapped, and mapped back",
			sends: used([use("hubid_ZnVuY3Rpb25zLmFkZDow")], result("hubid_ZnVuY3Rpb25zLmFkZDow", "x")),
			upstream: {
				messages: [{ role: "user" }, { tool_calls: [{ id: "functions.add:0" }] }, { tool_call_id: "functions.add:0" }],
			},
			answers: { content: null, tool_calls: [callOf("functions.add:1")] },
			finish: "tool_calls",
			receives: {
				content: [{ type: "tool_use", id: "hubid_ZnVuY3Rpb25zLmFkZDox", name: "add", input: { a: 1 } }],
				stop_reason: "tool_use",
			},
		},
		{
			what: "`thinking`, `redacted_thinking` that hub made",
			becomes: "`reasoning_content` or `reasoning` of its answer, in the target's form",
			sends: used(
				[
					{ type: "thinking", thinking: "Hm", signature: "hub1r" },
					{ type: "redacted_thinking", data: `hub1r.${btoa("!")}` },
					use("1"),
				],
				result("1", "x"),
			),
			upstream: {
				messages: [
					{ role: "user" },
					{ role: "assistant", reasoning: "Hm!", tool_calls: [callOf("1")] },
					{ role: "tool" },
				],
			},
		},
		{
			what: "`thinking` at another target, after failover",
			becomes: "the field of that target",
			target: "org/name:novita",
			sends: used([{ type: "thinking", thinking: "Hm", signature: "hub1r" }, use("1")], result("1", "x")),
			upstream: { messages: [{ role: "user" }, { reasoning_content: "Hm" }, { role: "tool" }] },
		},
		{
			what: "`thinking` of another service, or a broken one",
			becomes: "left out",
			sends: used([{ type: "thinking", thinking: "Hm", signature: "EqQBCkg" }, use("1")], result("1", "x")),
			upstream: { messages: [{ role: "user" }, { role: "assistant", content: null }, { role: "tool" }] },
		},
		{
			what: "`image`: base64, URL",
			becomes: "`image_url`",
			sends: user(picture, { type: "image", source: { type: "url", url: "https://a.example/b.png" } }),
			upstream: conversation([
				"user",
				[pictureUrl, { type: "image_url", image_url: { url: "https://a.example/b.png" } }],
			]),
		},
		{
			what: "`image` of the Files API",
			becomes: "a text that names it",
			sends: user({ type: "image", source: { type: "file", file_id: "file_1" } }),
			upstream: conversation([
				"user",
				'[A block of type image was here: {"source":{"type":"file","file_id":"file_1"}}]',
			]),
			notice: /^Blocks .* became texts: image\.$/,
		},
		{
			what: "`document`: text, content",
			becomes: "text",
			sends: user({ type: "document", title: "T", context: "C", source: { type: "text", data: "D" } }),
			upstream: { messages: [{ role: "user", content: "T\nC:\nD" }] },
		},
		{
			what: "`document`: PDF",
			becomes: "its text",
			notice: /takes no documents: the model got their text\.$/,
			sends: user(pdfText),
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
			what: "`document`: PDF without text",
			becomes: "a text that describes it",
			notice: /takes no documents/,
			sends: user(pdf),
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
			what: "`document`: PDF at OpenAI",
			becomes: "a `file` part",
			target: "openai/gpt:openai",
			sends: user(pdf),
			upstream: {
				messages: [
					{
						role: "user",
						content: [
							{ type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERi0xLjQ=" } },
						],
					},
				],
			},
		},
		{
			what: "`search_result`",
			becomes: "its title, source and text",
			sends: user({ type: "search_result", title: "T", source: "S", content: [text("C")] }),
			upstream: { messages: [{ role: "user", content: "T\nS\nC" }] },
		},
		{
			what: "`server_tool_use`, `web_search_tool_result`, any other block",
			becomes: "a text that describes it",
			sends: asUser([{ type: "container_upload", file_id: "f" }, text("a")]),
			upstream: {
				messages: [{ role: "user", content: '[A block of type container_upload was here: {"file_id":"f"}]\n\na' }],
			},
			notice: /^Blocks .* became texts: container_upload\.$/,
		},
		{
			what: "answers in a row",
			becomes: "one answer",
			sends: conversation(["user", "Hi"], ["assistant", "A"], ["assistant", [use("1")]], ["user", [result("1", "x")]]),
			upstream: {
				messages: [{ role: "user" }, { role: "assistant", content: "A", tool_calls: [callOf("1")] }, { role: "tool" }],
			},
		},
		{
			what: "the answer: `thinking`, `text`, `tool_use`, `usage`",
			becomes: "of the chat's",
			answers: { reasoning: "Hm", content: "A", tool_calls: [callOf("1")] },
			finish: "tool_calls",
			receives: {
				type: "message",
				role: "assistant",
				stop_reason: "tool_use",
				content: [
					{ type: "thinking", thinking: "Hm", signature: "hub1r" },
					text("A"),
					{ type: "tool_use", id: "1", name: "add", input: { a: 1 } },
				],
				usage: { input_tokens: 8, cache_read_input_tokens: 2, output_tokens: 3 },
			},
			receivesHeaders: { "request-id": /^req_/ },
		},
		{
			what: "the events of a stream",
			becomes:
				"all of them, with `signature_delta`; `message_start` has an estimate of the input tokens, `message_delta` the count",
			sends: { stream: true },
			answers: { reasoning: "Hm", content: "A", tool_calls: [callOf("1")] },
			finish: "tool_calls",
			events: [
				"message_start",
				"ping",
				"content_block_start",
				"content_block_delta",
				"content_block_stop",
				"message_delta",
				"message_stop",
			],
		},
		{
			what: "`count_tokens`",
			becomes: "an estimate",
			path: "/v1/messages/count_tokens",
			receives: { input_tokens: 6 },
			receivesHeaders: { "x-hub-estimate": /true/, "request-id": /^req_/ },
		},
		{
			what: "`GET /v1/models`",
			becomes: "Anthropic's form",
			path: "/v1/models",
			method: "GET",
			headers: anthropic,
			receives: { has_more: false, data: [] },
		},
		{
			what: "errors, of unknown routes and keys too",
			becomes: "Anthropic's form, where `anthropic-version` is sent",
			path: "/v1/unknown",
			headers: anthropic,
			status: 404,
			receives: { type: "error", error: { type: "not_found_error" } },
			receivesHeaders: { "request-id": /^req_/, "x-should-retry": /false/ },
		},
	],
};

/** Nine letters and digits. */
function expect9(): unknown {
	return { matches: "^[A-Za-z0-9]{9}$" };
}
