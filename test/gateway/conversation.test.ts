import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readConversation } from "../../src/cli/commands/serve/page/conversation.ts";

const event = (delta: object): string => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`;

describe("conversations on the page of calls", () => {
	it.each<[name: string, request: object, response: string, turns: [role: string, ...parts: string[]][]]>([
		[
			"a chat",
			{
				messages: [
					{ role: "system", content: "Be brief." },
					{
						role: "user",
						content: [
							{ type: "text", text: "Look" },
							{ type: "image_url", image_url: { url: "data:" } },
						],
					},
					{
						role: "assistant",
						content: null,
						tool_calls: [{ id: "a", function: { name: "add", arguments: '{"x":1}' } }],
					},
					{ role: "tool", tool_call_id: "a", content: "2" },
				],
				tools: [{ type: "function", function: { name: "add" } }],
			},
			JSON.stringify({ choices: [{ message: { content: "Two.", reasoning_content: "Hm." } }] }),
			[
				["tools", "note: add"],
				["system", "text: Be brief."],
				["user", "text: Look", "note: image_url"],
				["assistant", 'call add: {"x":1}'],
				["tool", "result: 2"],
				["assistant", "thinking: Hm.", "text: Two."],
			],
		],
		[
			"a stream",
			{ messages: [{ role: "user", content: "Hi" }] },
			[
				event({ reasoning: "Hm." }),
				event({ content: "He" }),
				event({ content: "llo" }),
				event({ tool_calls: [{ index: 0, function: { name: "add", arguments: "{" } }] }),
				event({ tool_calls: [{ index: 0, function: { arguments: "}" } }] }),
				"data: [DONE]\n\n: x-hub-cost 1\n\n",
			].join(""),
			[
				["user", "text: Hi"],
				["assistant", "thinking: Hm.", "text: Hello", "call add: {}"],
			],
		],
		[
			"a message of Anthropic's form",
			{
				system: [{ type: "text", text: "Be brief." }],
				messages: [
					{ role: "assistant", content: [{ type: "tool_use", id: "t", name: "add", input: { x: 1 } }] },
					{
						role: "user",
						content: [{ type: "tool_result", tool_use_id: "t", content: [{ type: "text", text: "2" }] }],
					},
				],
			},
			JSON.stringify({
				type: "message",
				content: [
					{ type: "thinking", thinking: "Hm." },
					{ type: "text", text: "Two." },
				],
			}),
			[
				["system", "text: Be brief."],
				["assistant", 'call add: {\n  "x": 1\n}'],
				["user", "result: 2"],
				["assistant", "thinking: Hm.", "text: Two."],
			],
		],
		[
			"a response",
			{
				instructions: "Be brief.",
				input: [
					{ role: "user", content: [{ type: "input_text", text: "Hi" }] },
					{ type: "function_call", call_id: "a", name: "add", arguments: "{}" },
					{ type: "function_call_output", call_id: "a", output: "2" },
				],
			},
			JSON.stringify({
				output: [
					{ type: "reasoning", content: [{ type: "reasoning_text", text: "Hm." }] },
					{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Two." }] },
				],
			}),
			[
				["system", "text: Be brief."],
				["user", "text: Hi"],
				["assistant", "call add: {}"],
				["tool", "result: 2"],
				["assistant", "thinking: Hm.", "text: Two."],
			],
		],
		[
			"a response with a summary of its reasoning",
			{ input: [{ role: "user", content: "Hi" }] },
			JSON.stringify({
				output: [
					{ type: "reasoning", summary: [{ type: "summary_text", text: "Hm." }] },
					{ type: "reasoning", summary: [] },
					{ type: "function_call", name: "add", arguments: "{}" },
				],
			}),
			[
				["user", "text: Hi"],
				["assistant", "thinking: Hm.", "call add: {}"],
			],
		],
		["a text", { input: "Hi" }, "", [["user", "text: Hi"]]],
	])("%s", (_, request, response, expected) => {
		const turns = readConversation(JSON.stringify(request), response) ?? [];
		const shown = turns.map(({ role, parts }) => [
			role,
			...parts.map(({ kind, name, text }) => `${kind}${name ? ` ${name}` : ""}: ${text}`),
		]);
		expect(shown).toEqual(expected);
		expect(new Set(turns.map(({ id }) => id)).size).toBe(turns.length);
	});

	it.each([
		["no JSON", '{"messages":[…'],
		["another task", '{"inputs":"x"}'],
		["nothing", ""],
		["texts to embed", '{"input":["a","b"]}'],
		["token ids to embed", '{"input":[1,2]}'],
	])("are not there for %s", (_, request) => {
		expect(readConversation(request, "")).toBeUndefined();
	});

	it("are read from hostile values", () => {
		const hostile = {
			messages: [null, 5, { role: {}, content: [null, { type: {} }, { text: 5 }], tool_calls: [null, {}] }],
			tools: [null],
		};
		expect(readConversation(JSON.stringify(hostile), '{"choices":[{"message":{"content":[{}]}}]}')).toHaveLength(5);
		// String() throws for an object whose toString is no function; the page would be blank from then on.
		const text = { toString: 1, valueOf: 1 };
		const parts = [
			{ type: text, name: text },
			{ type: "tool_use", name: text, input: text },
		];
		const worse = { messages: [{ role: text, content: parts }], tools: [{ name: text }] };
		const answer = { content: [{ type: "thinking", thinking: text }] };
		expect(readConversation(JSON.stringify(worse), JSON.stringify(answer))).toHaveLength(3);
		const items = { input: [{ role: text, content: parts }, { type: text }] };
		const event = 'data: {"type":"response.output_text.delta","delta":{"toString":1}}\n\n';
		expect(readConversation(JSON.stringify(items), event)).toHaveLength(3);
		expect(
			readFileSync(new URL("../../src/cli/commands/serve/page/call-view.tsx", import.meta.url), "utf8"),
		).not.toContain("dangerously");
	});
});
