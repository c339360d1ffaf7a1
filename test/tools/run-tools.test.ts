import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
	InferenceClient,
	InferenceClientProviderApiError,
	InferenceClientToolRunError,
	type RunToolsArgs,
	runTools,
	type StandardSchema,
	type Tool,
	type ToolEvent,
	tool,
} from "../../src/index.ts";

type Answer = { text?: string; reasoning?: string; calls?: [name: string, args: string][]; finish?: string } | Response;
type Body = { messages: { role: string; content?: unknown; tool_calls?: { id: string }[] }[]; tools: unknown };

const USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, cost: 0.01 };

function toStream({ text = "", reasoning, calls = [], finish }: Exclude<Answer, Response>): Response {
	const event = (delta: object, reason: string | null = null): string =>
		`data: ${JSON.stringify({ id: "c", choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
	const lines = [
		...(reasoning ? [event({ reasoning_content: reasoning })] : []),
		...text.split(/(?<= )/).map((content) => event({ content })),
		...calls.map(([name, args], index) =>
			event({ tool_calls: [{ index, id: `id${index}`, function: { name, arguments: args } }] }),
		),
		event({}, finish ?? (calls.length > 0 ? "tool_calls" : "stop")),
		`data: ${JSON.stringify({ id: "c", choices: [], usage: USAGE })}\n\n`,
		"data: [DONE]\n\n",
	];
	return new Response(lines.join(""), { headers: { "content-type": "text/event-stream" } });
}

/** A client whose model gives the answers in turn, the last one again and again. */
function script(...answers: Answer[]): { client: InferenceClient; bodies: Body[] } {
	const bodies: Body[] = [];
	const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
		bodies.push(JSON.parse(String(init?.body)));
		init?.signal?.throwIfAborted();
		const answer = answers[Math.min(bodies.length, answers.length) - 1] ?? {};
		return answer instanceof Response ? answer.clone() : toStream(answer);
	};
	return {
		client: new InferenceClient("", { fetch, retry_on_error: false, endpointUrl: "https://example.com" }),
		bodies,
	};
}

/** A schema as a library makes it: its output has defaults that its input lacks. */
const NUMBERS: StandardSchema<{ a: number; b?: number }, { a: number; b: number }> = {
	"~standard": {
		version: 1,
		vendor: "test",
		validate: (value) => {
			const numbers = value as { a: number };
			return typeof numbers.a === "number"
				? { value: { b: 1, ...numbers } }
				: { issues: [{ path: ["a"], message: "must be a number" }] };
		},
		jsonSchema: {
			input: () => ({
				type: "object",
				properties: { a: { type: "number" }, b: { type: "number" } },
				required: ["a"],
			}),
		},
	},
};

const add = tool({
	name: "add",
	description: "Adds two numbers.",
	schema: NUMBERS,
	run: ({ a, b }) => a + b,
});

function create(name: string, run: Tool["run"]): Tool {
	return tool({ name, schema: { type: "object" }, run });
}

const ASK = { model: "m", messages: [{ role: "user", content: "Go" }] };

async function collect(client: InferenceClient, args: Partial<RunToolsArgs> & { tools: readonly Tool[] }) {
	const events: ToolEvent[] = [];
	const run = runTools(client, { ...ASK, ...args });
	for await (const event of run) events.push(event);
	return { events, result: await run.result() };
}

describe("runTools", () => {
	it("tells the model which calls of one answer were too many, and lets it make them in the next one", async () => {
		const numbers = Array.from({ length: 70 }, (_, a): [string, string] => ["add", JSON.stringify({ a })]);
		const { client, bodies } = script({ calls: numbers }, { calls: numbers.slice(64) }, { text: "Done." });
		const { events, result } = await collect(client, { tools: [add] });
		const results = (body: Body | undefined) =>
			body?.messages.filter(({ role }) => role === "tool").map(({ content }) => content);
		expect(bodies[1]?.messages[1]?.tool_calls).toHaveLength(70);
		expect(results(bodies[1])?.slice(63)).toEqual([
			"64",
			...Array.from({ length: 6 }, () => "Error: one answer may have 64 calls, not 70. This one was not made."),
		]);
		expect(results(bodies[2])?.slice(70)).toEqual(["65", "66", "67", "68", "69", "70"]);
		expect(events.filter((event) => event.type === "tool-result" && event.isError)).toHaveLength(6);
		expect(result).toMatchObject({ text: "Done.", reason: "stop" });
	});

	it("runs the calls of an answer, and gives the results back until there are no more calls", async () => {
		const { client, bodies } = script(
			{
				reasoning: "Hm.",
				text: "Let me see. ",
				calls: [
					["add", '{"a":1,"b":2}'],
					["add", '{"a":5}'],
				],
			},
			{ text: "It is 3." },
		);
		const { events, result } = await collect(client, { tools: [add], temperature: 0 });
		expect(events.map(({ type }) => type)).toEqual([
			...["reasoning", "text", "text", "text", "tool-call", "tool-call", "tool-result", "tool-result", "turn"],
			...["text", "text", "text", "turn", "end"],
		]);
		expect(bodies[0]).toMatchObject({
			temperature: 0,
			stream: true,
			tools: [
				{
					type: "function",
					function: { name: "add", description: "Adds two numbers.", parameters: { type: "object" } },
				},
			],
		});
		expect(bodies[0]).not.toHaveProperty("maxTurns");
		expect(bodies[1]?.messages.slice(1)).toEqual([
			{
				role: "assistant",
				content: "Let me see. ",
				reasoning_content: "Hm.",
				tool_calls: [
					{ id: "id0", type: "function", function: { name: "add", arguments: '{"a":1,"b":2}' } },
					{ id: "id1", type: "function", function: { name: "add", arguments: '{"a":5}' } },
				],
			},
			{ role: "tool", tool_call_id: "id0", content: "3" },
			{ role: "tool", tool_call_id: "id1", content: "6" },
		]);
		expect(result).toMatchObject({ text: "It is 3.", turns: 2, reason: "stop", cost: 0.02 });
		expect(result.usage).toEqual({ prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 });
		expect(result.messages).toHaveLength(5);
		expect(ASK.messages).toHaveLength(1);
	});

	it.each<[what: string, call: [string, string], result: RegExp]>([
		[
			"an unknown tool",
			["nothing", "{}"],
			/^Error: There is no tool "nothing"\. The tools are: add, fail, slow, odd\.$/,
		],
		["arguments that do not fit", ["add", '{"a":"x"}'], /^Error: The arguments do not fit: \/a: must be a number/],
		["arguments that are not JSON", ["add", "{a"], /^Error: The arguments do not fit: they are not JSON\.$/],
		["an exception", ["fail", ""], /^Error: no such table$/],
		["a timeout", ["slow", "{}"], /^Error: the tool took longer than 0\.02 s\.$/],
		["a result that JSON cannot express", ["odd", "{}"], /^Error: .*BigInt/],
	])("gives %s back to the model", async (_, call, expected) => {
		const { client, bodies } = script({ calls: [call] }, { text: "Sorry." });
		const tools = [
			add,
			create("fail", () => {
				throw new Error("no such table");
			}),
			create("slow", (_args, { signal }) => sleep(5000, undefined, { signal })),
			create("odd", () => 1n),
		];
		const { events, result } = await collect(client, { tools, toolTimeout: 20 });
		expect(bodies[1]?.messages.at(-1)?.content).toMatch(expected);
		expect(events.find(({ type }) => type === "tool-result")).toMatchObject({ isError: true });
		expect(result.reason).toBe("stop");
	});

	it("asks before each call, and tells the model what was refused", async () => {
		const { client, bodies } = script(
			{
				calls: [
					["add", '{"a":1}'],
					["add", '{"a":2}'],
				],
			},
			{ text: "Ok." },
		);
		const seen: unknown[] = [];
		await collect(client, {
			tools: [add],
			approve: async ({ name, args }) => {
				seen.push([name, args]);
				return (args as { a: number }).a === 2;
			},
		});
		expect(seen).toEqual([
			["add", { a: 1, b: 1 }],
			["add", { a: 2, b: 1 }],
		]);
		expect(bodies[1]?.messages.slice(-2).map(({ content }) => content)).toEqual([
			"Error: the user did not allow this call.",
			"3",
		]);
	});

	it("runs as many calls at a time as allowed, and keeps their order", async () => {
		let running = 0;
		let most = 0;
		const work = create("work", async (args) => {
			most = Math.max(most, ++running);
			await sleep(5 - (args as { n: number }).n);
			running--;
			return (args as { n: number }).n;
		});
		const calls = [0, 1, 2, 3, 4].map((n): [string, string] => ["work", `{"n":${n}}`]);
		const { client, bodies } = script({ calls }, {});
		await collect(client, { tools: [work], concurrency: 2 });
		expect(most).toBe(2);
		expect(bodies[1]?.messages.filter(({ role }) => role === "tool").map(({ content }) => content)).toEqual([
			..."01234",
		]);
	});

	it("cuts long results, and sends files in a message of their own", async () => {
		const image = new Blob([new Uint8Array(3)], { type: "image/png" });
		const tools = [
			create("long", () => "é".repeat(2000)),
			create("look", () => [{ text: "A picture:" }, { image }, { audio: new Blob(["x"], { type: "audio/wav" }) }]),
			create("big", () => [{ image: new Blob([new Uint8Array(5000)], { type: "image/png" }) }]),
			create("none", () => undefined),
		];
		const calls = tools.map(({ name }): [string, string] => [name, "{}"]);
		const { client, bodies } = script({ calls }, {});
		await collect(client, { tools, maxResultBytes: 1001 });
		const [long, look, big, none, media] = bodies[1]?.messages.slice(-5) ?? [];
		expect(long?.content).toBe(`${"é".repeat(500)}\n[cut: the result has 4000 bytes, and only 1001 are shown]`);
		expect(look?.content).toBe("A picture:\n[image/png, 3 bytes: attached]\n[audio/wav, 1 bytes: attached]");
		expect(big?.content).toBe("[image/png, 5000 bytes: too large, left out]");
		expect(none?.content).toBe("The tool returned no result.");
		expect(media).toEqual({
			role: "user",
			content: [
				{ type: "text", text: "The files of the tool results:" },
				{ type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
				{ type: "input_audio", input_audio: { data: "eA==", format: "wav" } },
			],
		});
	});

	it.each<[reason: string, answers: Answer[], args: Partial<RunToolsArgs>, turns: number]>([
		["max-turns", [1, 2, 3, 4, 5].map((a) => ({ calls: [["add", `{"a":${a}}`]] })), { maxTurns: 3 }, 3],
		[
			"max-cost",
			[1, 2, 3, 4, 5].map((a) => ({ calls: [["add", `{"a":${a}}`]] })),
			{ maxCost: 0.02, unknownPrice: "allow" },
			2,
		],
		["repeated", [{ calls: [["add", '{"a":1}']] }], {}, 4],
		["length", [{ text: "And then", finish: "length" }], {}, 1],
	])("ends with the reason %s", async (reason, answers, args, turns) => {
		const { result } = await collect(script(...answers).client, { tools: [add], ...args });
		expect(result).toMatchObject({ reason, turns });
	});

	it("tells the model the third time that it repeats itself", async () => {
		const { client, bodies } = script({ calls: [["add", '{"a":1}']] });
		await collect(client, { tools: [add] });
		expect(bodies.at(-1)?.messages.at(-1)?.content).toMatch(/^Error: this call was made before/);
	});

	it("ends with the messages so far when the provider refuses", async () => {
		const refusal = Response.json({ error: { message: "no credit" } }, { status: 402 });
		const { client } = script({ calls: [["add", '{"a":1}']] }, refusal);
		const run = runTools(client, { ...ASK, tools: [add] });
		const error = await run.result().catch((reason: unknown) => reason);
		expect(error).toBeInstanceOf(InferenceClientToolRunError);
		const { cause, messages, message } = error as InferenceClientToolRunError;
		expect(cause).toBeInstanceOf(InferenceClientProviderApiError);
		expect(message).toContain("no credit");
		expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
	});

	it("ends the request and the tools when the signal or the loop ends", async () => {
		const signals: AbortSignal[] = [];
		const hang = create("hang", (_args, { signal }) => {
			signals.push(signal);
			return new Promise(() => undefined);
		});
		const { client } = script({ calls: [["hang", "{}"]] });
		const stop = new AbortController();
		const stopped = runTools(client, { ...ASK, tools: [hang], signal: stop.signal }).result();
		setTimeout(() => stop.abort(new Error("enough")), 10);
		await expect(stopped).rejects.toThrow("enough");

		const left = runTools(client, { ...ASK, tools: [hang] });
		for await (const event of left) if (event.type === "tool-call") break;
		await expect(left.result()).rejects.toThrow("The run was stopped before its end.");
		expect(signals.every(({ aborted }) => aborted)).toBe(true);
	});

	it("refuses names that services refuse, equal names, and maxCost without a price", async () => {
		expect(() => create("a b", () => "")).toThrow('"a b" cannot be the name of a tool');
		const { client } = script({ calls: [["add", '{"a":1}']] });
		expect(() => runTools(client, { ...ASK, tools: [add, add] })).toThrow("Two tools have the same name");
		expect(() => runTools(client, { ...ASK, tools: [add], n: 2 })).toThrow("n must be 1");
		const free = new InferenceClient("", {
			endpointUrl: "https://example.com",
			fetch: async () => {
				const text = await toStream({ calls: [["add", '{"a":1}']] }).text();
				return new Response(text.replace(',"cost":0.01', ""), { headers: { "content-type": "text/event-stream" } });
			},
		});
		await expect(runTools(free, { ...ASK, tools: [add], maxCost: 1 }).result()).rejects.toThrow(
			"The price of m is not known, so the maximum cost cannot be enforced.",
		);
	});
});

it("has no usage as soon as one answer reports none", async () => {
	const add = tool({ name: "add", description: "Adds", schema: { type: "object" }, run: () => "3" });
	const silent = new Response(
		'data: {"id":"c","choices":[{"index":0,"delta":{"content":"3"},"finish_reason":"stop"}]}\n\n',
		{
			headers: { "content-type": "text/event-stream" },
		},
	);
	const { client } = script({ calls: [["add", "{}"]] }, silent);
	const turns: unknown[] = [];
	const run = runTools(client, { ...ASK, tools: [add] });
	for await (const event of run) if (event.type === "turn") turns.push(event.usage);
	expect(turns).toEqual([USAGE, null]);
	expect((await run.result()).usage).toBeNull();
});

describe("the reasoning of earlier answers", () => {
	const add = tool({ name: "add", description: "Adds", schema: { type: "object" }, run: () => "3" });
	const reasoningIn = (bodies: Body[]): unknown[] =>
		bodies.map(({ messages }) =>
			messages.flatMap((message) => {
				const { role, reasoning, reasoning_content: content } = message as Record<string, unknown>;
				return role === "assistant" ? [{ reasoning, content }] : [];
			}),
		);

	it("goes back to the model between its calls, and is in the conversation", async () => {
		const { client, bodies } = script(
			{ reasoning: "First", calls: [["add", "{}"]] },
			{ reasoning: "Then", text: "Three" },
		);
		const run = runTools(client, { model: "m", messages: [{ role: "user", content: "1+2?" }], tools: [add] });
		const { messages } = await run.result();
		expect(reasoningIn(bodies)).toEqual([[], [{ content: "First" }]]);
		expect(messages.at(-1)).toMatchObject({ role: "assistant", content: "Three", reasoning_content: "Then" });
	});

	it("is asked once more without, where a service refuses it", async () => {
		const refusal = Response.json({ error: { message: "unknown field: reasoning_content" } }, { status: 400 });
		const { client, bodies } = script(
			{ reasoning: "First", calls: [["add", "{}"]] },
			refusal,
			{ calls: [["add", '{"a":1}']] },
			{ text: "Three" },
		);
		const told: string[] = [];
		const messages = [{ role: "user", content: "1+2?" }];
		const run = runTools(
			client,
			{ model: "m", messages, tools: [add] },
			{ onNotice: ({ message }) => told.push(message) },
		);
		const result = await run.result();
		expect(result.text).toBe("Three");
		expect(reasoningIn(bodies)).toEqual([[], [{ content: "First" }], [{}], [{}, {}]]);
		expect(told).toEqual(["https://example.com refuses the reasoning of earlier answers, which was left out."]);
		// The caller's conversation keeps it.
		expect(result.messages[1]).toMatchObject({ reasoning_content: "First" });
	});
});
