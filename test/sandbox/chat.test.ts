import { describe, expect, it } from "vitest";
import { createAsker } from "./ask.ts";

const { post, say } = createAsker();
const NO_ANSWER = /^Sandbox: no model here\. Try [^\n]+$/;

describe("answers", () => {
	it.each([
		["Explain attention in one sentence", /^Attention lets a model weigh [^.]*\.$/],
		["What is 17*23 + 4?", /395/],
		["how much is 15% of 80?", /= 12$/],
		["what is (2 + 3) * -4", /-20/],
		["2 to the power of 10", /1024/],
		["Call me on 555-1234", NO_ANSWER],
		["Say hello world", /^hello world$/],
		["Reply with only the word banana", /^banana$/],
		["Convert to uppercase: quiet please", /^QUIET PLEASE$/],
		["Write a haiku about autumn rain", /^[^\n]+\n[^\n]+\n[^\n]+$/],
		["Count from 3 to 6", /^3, 4, 5, 6$/],
		["Hello", /^Hello!/],
		["What is the capital of Constructor?", NO_ANSWER],
		["Why do zebras have stripes?", NO_ANSWER],
	])("answers %j", async (question, answer) => {
		expect(await say(question)).toMatch(answer);
	});

	it("answers each of the prompts that it offers", async () => {
		const prompts = [...(await say("Why?")).matchAll(/"([^"]+)"/g)].map(([, prompt = ""]) => prompt);
		expect(prompts).toHaveLength(3);
		for (const prompt of prompts) expect(await say(prompt)).not.toMatch(NO_ANSWER);
	});

	it("remembers the conversation", async () => {
		const messages = [
			{ role: "user", content: "My name is Ada." },
			{ role: "assistant", content: "Hello Ada." },
			{ role: "user", content: "What did I just say?" },
		];
		expect(await say("", { messages })).toContain("My name is Ada.");
	});

	it("follows the system message", async () => {
		const messages = [
			{ role: "system", content: "Answer in UPPERCASE." },
			{ role: "user", content: "Say hello" },
		];
		expect(await say("", { messages })).toBe("HELLO");
	});

	it.each([
		["Summarize this in one sentence.", /^The cat sat on the mat, and the cat was happy in the sun\./],
		["Put this in upper case", /^THE CAT SAT .* AT NIGHT\.$/],
	])("understands text piped in before the request: %s", async (request, expected) => {
		const piped =
			"The cat sat on the mat, and the cat was happy in the sun. Please bring a second mat. Dogs bark at night.";
		expect(await say(`${piped}\n\n${request}`)).toMatch(expected);
	});

	it("finds the request behind a long text", async () => {
		const piped = `The cat sat on the mat. ${"Dogs bark at night. ".repeat(2000)}`;
		expect(await say(`${piped}\n\nSummarize this`)).toMatch(/^The cat sat on the mat\./);
	});

	it("repeats for the same request", async () => {
		for (const question of ["Explain attention", "What is 2 + 3?", "Why?"]) {
			expect(await createAsker().say(question)).toBe(await say(question));
		}
	});
});

interface Completion {
	id: string;
	created: number;
	choices: {
		index: number;
		finish_reason: string;
		message: { content: string | null; tool_calls?: { id: string; function: { name: string; arguments: string } }[] };
		logprobs: { content: { token: string; logprob: number; top_logprobs: unknown[] }[] } | null;
	}[];
	usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number };
}

const complete = async (body: Record<string, unknown>): Promise<Completion> => {
	const response = await post("/v1/chat/completions", {
		model: "sandbox/chat",
		messages: [{ role: "user", content: "What is an embedding?" }],
		...body,
	});
	expect(response.status).toBe(200);
	return (await response.json()) as Completion;
};

describe("sampling", () => {
	it("ends at max_tokens and counts tokens", async () => {
		const { choices, usage } = await complete({ max_tokens: 5 });
		expect(choices[0]?.finish_reason).toBe("length");
		expect(usage.completion_tokens).toBe(5);
		expect(usage.total_tokens).toBe(usage.prompt_tokens + 5);
	});

	it("ends before a stop sequence", async () => {
		const { choices } = await complete({ stop: ["numbers"] });
		expect(choices[0]).toMatchObject({ finish_reason: "stop", message: { content: "An embedding is a list of " } });
	});

	it("returns several answers", async () => {
		const { choices } = await complete({ n: 3, messages: [{ role: "user", content: "Say tea" }] });
		expect(choices.map(({ index }) => index)).toEqual([0, 1, 2]);
		expect(choices.map(({ message }) => message.content)).toEqual(["tea", "tea", "tea"]);
	});

	it("returns token probabilities", async () => {
		const { choices } = await complete({ logprobs: true, top_logprobs: 2 });
		const tokens = choices[0]?.logprobs?.content ?? [];
		expect(tokens.map(({ token }) => token).join("")).toBe(choices[0]?.message.content);
		for (const { logprob, top_logprobs } of tokens) {
			expect(logprob).toBeLessThan(0);
			expect(top_logprobs).toHaveLength(2);
		}
	});

	it("tells the time of its clock", async () => {
		expect((await complete({})).created).toBe(Date.UTC(2026, 0, 15, 12) / 1000);
	});
});

describe("JSON", () => {
	const person = {
		type: "object",
		properties: {
			name: { type: "string" },
			age: { type: "integer", minimum: 0 },
			city: { type: "string" },
			mood: { enum: ["positive", "negative"] },
			tags: { type: "array", items: { type: "string" }, minItems: 2, maxItems: 3 },
			address: { $ref: "#/$defs/address" },
		},
		required: ["name", "age", "mood"],
		$defs: {
			address: { type: "object", properties: { zip: { type: "string", pattern: "^\\d{5}$" } }, required: ["zip"] },
		},
	};
	const messages = [{ role: "user", content: "Alice is 36 years old, lives in Paris and loves tea." }];

	it.each([
		[
			"OpenAI",
			"/v1/chat/completions",
			{ response_format: { type: "json_schema", json_schema: { name: "p", schema: person } } },
		],
		["Together", "/together/v1/chat/completions", { response_format: { type: "json_schema", schema: person } }],
		["Nebius", "/nebius/v1/chat/completions", { guided_json: person }],
	])("follows a schema in the format of %s", async (_, path, format) => {
		const response = await post(path, { model: "sandbox/chat", messages, ...format });
		const { choices } = (await response.json()) as Completion;
		const value = JSON.parse(choices[0]?.message.content ?? "") as Record<string, unknown>;
		expect(value).toMatchObject({
			name: "Alice",
			age: 36,
			city: "Paris",
			mood: expect.stringMatching(/^(positive|negative)$/),
		});
		expect((value["tags"] as unknown[]).length).toBeGreaterThanOrEqual(2);
		expect((value["address"] as { zip: string }).zip).toMatch(/^\d{5}$/);
	});

	it("returns some object for json_object", async () => {
		const { choices } = await complete({ response_format: { type: "json_object" } });
		expect(JSON.parse(choices[0]?.message.content ?? "")).toMatchObject({
			answer: expect.stringContaining("embedding"),
		});
	});
});

describe("tools", () => {
	const tool = (name: string, description: string, parameters: unknown): unknown => ({
		type: "function",
		function: { name, description, parameters },
	});
	const tools = [
		tool("send_mail", "Sends a mail", { type: "object", properties: { to: { type: "string", format: "email" } } }),
		tool("get_weather", "Current weather of a city", {
			type: "object",
			properties: { city: { type: "string" } },
			required: ["city"],
		}),
	];
	const messages = [{ role: "user", content: "What is the weather in Paris?" }];

	it("calls the tool that fits", async () => {
		const { choices } = await complete({ tools, messages });
		expect(choices[0]?.finish_reason).toBe("tool_calls");
		const call = choices[0]?.message.tool_calls?.[0]?.function;
		expect(call?.name).toBe("get_weather");
		expect(JSON.parse(call?.arguments ?? "")).toEqual({ city: "Paris" });
	});

	it("streams all pieces of a call under its index", async () => {
		const response = await post("/v1/chat/completions", { model: "sandbox/chat", tools, messages, stream: true });
		const text = await response.text();
		const pieces = [...text.matchAll(/"tool_calls":\[\{"index":(\d+)/g)].map(([, index]) => Number(index));
		expect(pieces.length).toBeGreaterThan(2);
		expect(new Set(pieces)).toEqual(new Set([0]));
	});

	it.each([
		["none", undefined],
		[{ type: "function", function: { name: "send_mail" } }, "send_mail"],
		["required", "get_weather"],
	])("respects tool_choice %j", async (tool_choice, name) => {
		const { choices } = await complete({ tools, messages, tool_choice });
		expect(choices[0]?.message.tool_calls?.[0]?.function.name).toBe(name);
	});

	it("ignores unrelated tools", async () => {
		const { choices } = await complete({ tools, messages: [{ role: "user", content: "Explain attention" }] });
		expect(choices[0]?.message.content).toMatch(/^Attention/);
	});

	it("reports a tool's result", async () => {
		const { choices } = await complete({
			tools,
			messages: [
				...messages,
				{ role: "assistant", content: null, tool_calls: [] },
				{ role: "tool", tool_call_id: "1", content: '{"temperature": 21, "sky": "clear"}' },
			],
		});
		expect(choices[0]?.message.content).toBe("The result is temperature: 21, sky: clear.");
	});
});

describe("wrong requests", () => {
	const ok = { model: "sandbox/chat", messages: [{ role: "user", content: "hi" }] };
	it.each([
		["not json", "{", 400],
		["a list", "[]", 400],
		["no messages", { model: "m" }, 400],
		["empty messages", { ...ok, messages: [] }, 400],
		["unknown role", { ...ok, messages: [{ role: "boss", content: "x" }] }, 400],
		["no content", { ...ok, messages: [{ role: "user" }] }, 400],
		["unknown part", { ...ok, messages: [{ role: "user", content: [{ type: "smell" }] }] }, 400],
		["no model", { messages: ok.messages }, 400],
		["too hot", { ...ok, temperature: 3 }, 400],
		["no tokens", { ...ok, max_tokens: 0 }, 400],
		["text for a number", { ...ok, max_tokens: "5" }, 400],
		["too many answers", { ...ok, n: 99 }, 400],
		["unknown format", { ...ok, response_format: { type: "xml" } }, 400],
		["unknown tool", { ...ok, tool_choice: { function: { name: "x" } } }, 400],
	])("refuses %s", async (_, body, status) => {
		const routed = await post("/groq/openai/v1/chat/completions", body);
		expect(routed.status).toBe(status);
		expect(await routed.json()).toMatchObject({
			error: { message: expect.any(String), type: "invalid_request_error" },
		});
	});

	it("applies rules of single services", async () => {
		expect((await post("/cerebras/v1/chat/completions", { ...ok, store: true })).status).toBe(400);
		expect((await post("/cerebras/v1/chat/completions", ok)).status).toBe(200);
		const strict = { type: "json_schema", json_schema: { strict: true, schema: {} } };
		expect((await post("/sambanova/v1/chat/completions", { ...ok, response_format: strict })).status).toBe(400);
	});
});
