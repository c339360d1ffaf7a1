import { describe, expect, it } from "vitest";
import { createGateway } from "../../src/gateway/index.ts";
import { post, readEvents } from "./ask.ts";

type Json = Record<string, unknown>;

/** A gateway whose first service gives one answer, and whose second one another. */
function gatewayOf(task: string, first: unknown, second?: unknown) {
	const asked: string[] = [];
	const gateway = createGateway({
		token: "hf_token_of_the_hub",
		offers: () => undefined,
		aliases: { model: ["org/model:together", ...(second === undefined ? [] : ["org/model:nebius"])] },
		call: { cache: new Map() },
		fetch: async (input, init) => {
			const entry = { status: "live", task, providerId: "m" };
			if (init?.method !== "POST")
				return Response.json({ inferenceProviderMapping: { together: entry, nebius: entry } });
			asked.push(String(input));
			const answer = String(input).includes("/together/") ? first : second;
			if (typeof answer !== "string") return Response.json(answer);
			return new Response(eventByEvent(answer), { headers: { "content-type": "text/event-stream" } });
		},
	});
	return { gateway, asked };
}

/** A body whose events arrive one after the other. */
function eventByEvent(text: string): ReadableStream<Uint8Array> {
	const left = text.split(/(?<=\n\n)/);
	return new ReadableStream(
		{
			async pull(controller) {
				await new Promise((resolve) => setImmediate(resolve));
				const next = left.shift();
				if (next === undefined) controller.close();
				else controller.enqueue(new TextEncoder().encode(next));
			},
		},
		{ highWaterMark: 0 },
	);
}

const withIndex = (index: unknown, item: object): object => (index === undefined ? item : { index, ...item });
const malformed = { code: "malformed_response", message: expect.stringContaining("Received a malformed response") };

const REFUSED: [string, unknown[]][] = [
	["missing", [0, 2]],
	["double", [0, 0]],
	["foreign", [0, 5]],
	["mixed", [0, undefined]],
	["text", ["0", "1"]],
	["negative", [0, -1]],
	["a prototype's", [0, "__proto__"]],
];

describe("/v1/embeddings", () => {
	const answer = (indexes: unknown[]) => ({
		data: indexes.map((index, place) => withIndex(index, { embedding: [place, 1] })),
	});
	const ask = async (first: unknown[], second?: unknown[], more: Json = {}) => {
		const { gateway } = gatewayOf("feature-extraction", answer(first), second && answer(second));
		const response = await post(gateway, "/v1/embeddings", { model: "model", input: ["a", "b", "c"], ...more });
		return { status: response.status, body: (await response.json()) as Json & { data: { index: number }[] } };
	};

	it("puts vectors at the texts that they belong to", async () => {
		const { body } = await ask([2, 0, 1]);
		expect(body.data).toMatchObject([
			{ index: 0, embedding: [1, 1] },
			{ index: 1, embedding: [2, 1] },
			{ index: 2, embedding: [0, 1] },
		]);
		const packed = await ask([2, 0, 1], undefined, { encoding_format: "base64" });
		const plain = await ask([0, 1, 2], undefined, { encoding_format: "base64" });
		expect(packed.body.data.map((_, place) => packed.body.data[(place + 2) % 3])).not.toEqual(plain.body.data);
		expect((await ask([undefined, undefined, undefined])).body.data).toMatchObject([
			{ embedding: [0, 1] },
			{ embedding: [1, 1] },
			{ embedding: [2, 1] },
		]);
	});

	it.each<[string, unknown[]]>([
		...REFUSED.map(([name, indexes]): [string, unknown[]] => [name, [...indexes, name === "missing" ? 3 : 1]]),
		["too few", [0, 1]],
		["too few, without", [undefined, undefined]],
		["too many", [0, 1, 2, 3]],
		["too many, without", [undefined, undefined, undefined, undefined]],
	])("refuses a list whose index is %s, and asks the next service", async (_, indexes) => {
		expect(await ask(indexes)).toMatchObject({ status: 502, body: { error: malformed } });
		const { status, body } = await ask(indexes, [1, 0, 2]);
		expect(status).toBe(200);
		expect(body.data).toMatchObject([{ embedding: [1, 1] }, { embedding: [0, 1] }, { embedding: [2, 1] }]);
	});
});

const messages = [{ role: "user", content: "Hi" }];

describe("/v1/chat/completions", () => {
	const whole = (indexes: unknown[]) => ({
		id: "c",
		created: 1,
		model: "m",
		choices: indexes.map((index, place) =>
			withIndex(index, { message: { role: "assistant", content: `${place}` }, finish_reason: "stop" }),
		),
	});
	const ask = async (first: unknown[], second?: unknown[]) => {
		const { gateway } = gatewayOf("conversational", whole(first), second && whole(second));
		const response = await post(gateway, "/v1/chat/completions", { model: "model", messages, n: 2 });
		return { status: response.status, body: (await response.json()) as unknown };
	};

	it("puts answers in order, and leaves those that are as they came", async () => {
		const { body } = await ask([1, 0]);
		expect(body).toMatchObject({
			choices: [
				{ index: 0, message: { content: "1" } },
				{ index: 1, message: { content: "0" } },
			],
		});
		expect((await ask([undefined, undefined])).body).toEqual(whole([undefined, undefined]));
	});

	it.each<[string, unknown[]]>([...REFUSED, ["too few", [0]], ["too many", [0, 1, 2]]])(
		"refuses answers whose index is %s, and asks the next service",
		async (_, indexes) => {
			expect(await ask(indexes)).toMatchObject({ status: 502, body: { error: malformed } });
			expect(await ask(indexes, [0, 1])).toEqual({ status: 200, body: whole([0, 1]) });
		},
	);
});

const chunk = (choices: object[]) => `data: ${JSON.stringify({ id: "c", model: "m", created: 1, choices })}\n\n`;
const DONE = "data: [DONE]\n\n";
const say = (index: unknown, content: string, reason: string | null = null) =>
	withIndex(index, { delta: { content }, finish_reason: reason });
const calls = (...pieces: object[]) => chunk([{ index: 0, delta: { tool_calls: pieces }, finish_reason: null }]);
const part = (index: unknown, id: string | undefined, name: string | undefined, args: string) =>
	withIndex(index, { ...(id ? { id } : {}), function: { ...(name ? { name } : {}), arguments: args } });
const END = chunk([{ index: 0, delta: {}, finish_reason: "tool_calls" }]) + DONE;

const ROUTES = {
	"/v1/chat/completions": { messages },
	"/v1/messages": { messages, max_tokens: 10 },
	"/v1/responses": { input: "Hi" },
} as const;
type Route = keyof typeof ROUTES;
const routes = Object.keys(ROUTES) as Route[];

async function stream(route: Route, first: string, second?: string, more: Json = {}) {
	const { gateway, asked } = gatewayOf("conversational", first, second);
	const response = await post(gateway, route, { model: "model", stream: true, ...ROUTES[route], ...more });
	return { asked, status: response.status, text: await response.text() };
}

/** What is read of events, of any route. */
interface StreamedEvent {
	type?: string;
	index: number;
	output_index?: number;
	item_id?: string;
	item: { id: string };
	content_block: { type: string; name: string };
	delta: { type: string; partial_json: string };
	response: { output: { id: string; name: string; arguments: string }[] };
	choices: { delta: { tool_calls?: { index: number; function: { name?: string; arguments: string } }[] } }[];
}
const eventsOf = (text: string): StreamedEvent[] => readEvents(text) as unknown as StreamedEvent[];

/** Name and arguments of the calls in a stream, in their order. */
function readCalls(route: Route, text: string): string[] {
	const events = eventsOf(text);
	const found: string[] = [];
	for (const event of events) {
		if (route === "/v1/chat/completions") {
			for (const { index, function: called } of event.choices[0]?.delta.tool_calls ?? []) {
				const [name = "", args = ""] = found[index]?.split(" ") ?? [];
				found[index] = `${name || (called.name ?? "")} ${args}${called.arguments}`;
			}
		} else if (route === "/v1/messages") {
			if (event.type === "content_block_start" && event.content_block.type === "tool_use")
				found[event.index] = `${event.content_block.name} `;
			if (event.type === "content_block_delta" && event.delta.type === "input_json_delta")
				found[event.index] += event.delta.partial_json;
		} else if (event.type === "response.completed")
			for (const item of event.response.output) found.push(`${item.name} ${item.arguments}`);
	}
	return found;
}

describe.each(routes)("calls of tools in a stream of %s", (route) => {
	const good: [string, string, string[]][] = [
		["in order", calls(part(0, "a", "f", "{}")) + calls(part(1, "b", "g", "[]")) + END, ["f {}", "g []"]],
		[
			"shuffled, piece by piece",
			calls(part(2, "c", "h", '{"h"')) +
				calls(part(1, "b", "g", "{")) +
				calls(part(0, "a", "f", "{")) +
				calls(
					part(1, undefined, undefined, "}"),
					part(0, undefined, undefined, "}"),
					part(2, undefined, undefined, ":1}"),
				) +
				END,
			["f {}", "g {}", 'h {"h":1}'],
		],
		[
			"the second one first, with a late name",
			calls(part(1, "b", undefined, "{")) + calls(part(0, "a", "f", "{}")) + calls(part(1, undefined, "g", "}")) + END,
			["f {}", "g {}"],
		],
		[
			"all at index 0, each with its id",
			calls(part(0, "a", "f", "{"), part(0, undefined, undefined, "}"), part(0, "b", "g", "[")) +
				calls(part(0, undefined, undefined, "]")) +
				END,
			["f {}", "g []"],
		],
		[
			"all at index 0, whole, in chunks of their own",
			calls(part(0, "a", "f", "{}")) +
				calls(part(0, "b", "g", "[]")) +
				calls(part(0, "c", "f", '{"a":1}')).replace("data: ", "event: chunk\ndata: ") +
				END,
			["f {}", "g []", 'f {"a":1}'],
		],
		[
			"without an index",
			calls(part(undefined, "a", "f", "{}")) + calls(part(undefined, "b", "g", "[]")) + END,
			["f {}", "g []"],
		],
		["two pieces of one in a chunk", calls(part(0, "a", "f", ""), part(0, undefined, undefined, "{}")) + END, ["f {}"]],
	];
	it.each(good)("are put in order: %s", async (name, events, expected) => {
		const { status, text } = await stream(route, events);
		expect(status).toBe(200);
		expect(readCalls(route, text)).toEqual(expected);
		const isNumbered = !/^(?:all at|without)/.test(name);
		// Passed on as they came: the client has their numbers.
		if (route === "/v1/chat/completions" && isNumbered) expect(text).toBe(events);
		if (route === "/v1/responses") {
			const all = eventsOf(text);
			const output = all.at(-1)?.response.output ?? [];
			for (const event of all)
				if (event.output_index !== undefined)
					expect(event.item_id ?? event.item.id).toBe(output[event.output_index]?.id);
		}
	});

	it.each<[string, string]>([
		["missing", calls(part(0, "a", "f", "{}")) + calls(part(2, "c", "h", "{}"))],
		["missing at the beginning", calls(part(1, "a", "f", "{}"))],
		["double, without a name", calls(part(0, "a", "f", "{}")) + calls(part(0, "b", undefined, "{}"))],
		[
			"mixed",
			calls(part(0, "a", "f", "{}")) +
				calls(part(1, "b", "g", "{}")) +
				calls(part(undefined, undefined, undefined, "{}")),
		],
		["text", calls(part(0, "a", "f", "{}")) + calls(part("1", "b", "g", "{}"))],
		["huge", calls(part(0, "a", "f", "{}")) + calls(part(1e12, "b", "g", "{}"))],
		["a prototype's", calls(part(0, "a", "f", "{}")) + calls(part("__proto__", "b", "g", "{}"))],
		["another one of the same id", calls(part(0, "a", "f", "{}")) + calls(part(1, "a", "g", "{}"))],
	])("are refused with an index that is %s", async (_, events) => {
		const { text } = await stream(route, events + END);
		expect(text).toContain("Received a malformed response");
		expect(text).not.toMatch(/\[DONE\]\s*$|"type":"message_stop"|"type":"response\.completed"/);
	});

	it("go to the next service where the first event is wrong", async () => {
		const better = chunk([say(0, "Hello", "stop")]) + DONE;
		const { status, text, asked } = await stream(route, calls(part("0", "a", "f", "{}")) + END, better);
		expect({ status, count: asked.length }).toEqual({ status: 200, count: 2 });
		expect(text).toContain("Hello");
		expect(text).not.toContain("malformed");
	});
});

describe("answers in a stream of /v1/chat/completions", () => {
	it("have each their own numbers of calls, and only wrong ones are changed", async () => {
		const call = (index: number, id: string) =>
			chunk([{ index, delta: { tool_calls: [part(0, id, "f", "{}")] }, finish_reason: null }]);
		const end = chunk([0, 1].map((index) => ({ index, delta: {}, finish_reason: "tool_calls" }))) + DONE;
		const right = call(0, "a") + call(1, "b");
		const { text } = await stream("/v1/chat/completions", right + call(1, "c") + end, undefined, { n: 2 });
		expect(text).toBe(right + call(1, "c").replace('"tool_calls":[{"index":0', '"tool_calls":[{"index":1') + end);
	});

	it("are passed on with their numbers", async () => {
		const events = chunk([say(1, "b")]) + chunk([say(0, "a", "stop"), say(1, "B", "stop")]) + DONE;
		const { status, text } = await stream("/v1/chat/completions", events, undefined, { n: 2 });
		expect(status).toBe(200);
		expect(readEvents(text)).toEqual(readEvents(events));
	});

	it.each<[string, object[][], number]>([
		["missing", [[say(0, "a")], [say(2, "b")]], 3],
		["missing, as n says", [[say(0, "a")]], 2],
		["foreign, as n says", [[say(0, "a")], [say(1, "b")]], 1],
		["mixed", [[say(0, "a")], [say(1, "b")], [say(undefined, "c")]], 2],
		["text", [[say(0, "a")], [say("1", "b")]], 2],
		["negative", [[say(0, "a")], [say(-1, "b")]], 2],
	])("are refused with an index that is %s, after what came before", async (_, chunks, n) => {
		const events = chunks.map(chunk).join("") + chunk([say(0, "", "stop")]) + DONE;
		const { text } = await stream("/v1/chat/completions", events, undefined, { n });
		expect(text).toContain('"content":"a"');
		expect(text).toMatch(/Received a malformed response/);
		expect((readEvents(text).at(-1) as Json)["error"]).toMatchObject({ code: "malformed_response" });
	});
});

it("a completion streams the text of the first answer only", async () => {
	const event = (index: number, text: string, reason: string | null = null) =>
		chunk([{ index, text, finish_reason: reason }]);
	const events = event(1, "x") + event(0, "a") + event(1, "y", "stop") + event(0, "b", "stop") + DONE;
	const { gateway } = gatewayOf("text-generation", events);
	const response = await post(gateway, "/v1/completions", { model: "model", prompt: "Hi", stream: true });
	const texts = readEvents(await response.text()).map((value) => (value["choices"] as { text: string }[])[0]?.text);
	expect(texts.join("")).toBe("ab");
});
