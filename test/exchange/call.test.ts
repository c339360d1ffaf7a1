import { describe, expect, it } from "vitest";
import { ObservedCall } from "../../src/exchange/index.ts";
import { dropBody, type Fetch, guardRedirects, readFile, readPieces, readText, retry } from "../../src/http/index.ts";
import { run, runStream } from "../../src/inference/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";

const CHAT = "https://router.huggingface.co/v1/chat/completions";
const messages = [{ role: "user" as const, content: "hi" }];

function answer(body: unknown, headers: Record<string, string> = {}, status = 200): Response {
	const text = typeof body === "string" ? body : JSON.stringify(body);
	return new Response(text, { status, headers: { "content-type": "application/json", ...headers } });
}

async function post(fetch: typeof globalThis.fetch, body: unknown = { model: "openai/gpt-oss-120b" }): Promise<void> {
	await (await fetch(CHAT, { method: "POST", body: JSON.stringify(body) })).text();
}

describe("the record of a call", () => {
	it("shows target, provider, tokens, cost and times", async () => {
		let clock = Date.UTC(2026, 0, 1);
		const call = new ObservedCall({ task: "conversational", command: "infer" }, { now: () => clock });
		const fetch = call.watch(async () => {
			clock += 250;
			const usage = { prompt_tokens: 10, completion_tokens: 20 };
			return answer({ id: "x", choices: [{ finish_reason: "stop" }], usage }, { "x-inference-provider": "groq" });
		});
		await post(fetch);
		clock += 50;
		expect(call.record()).toEqual({
			id: expect.stringMatching(/^[0-9a-z]+$/),
			time: "2026-01-01T00:00:00.000Z",
			command: "infer",
			task: "conversational",
			model: "openai/gpt-oss-120b",
			provider: "groq",
			routed: true,
			host: "router.huggingface.co",
			usage: { input_tokens: 10, output_tokens: 20 },
			cost_usd: 0.0000165,
			price_source: "bundled",
			attempts: [{ provider: "groq", status: 200, ms: 250 }],
			first_ms: 250,
			total_ms: 250,
			finish_reason: "stop",
		});
	});

	it("sums its requests: attempts and a repeated question", async () => {
		const usage = { prompt_tokens: 1, completion_tokens: 2, cost: 0.1 };
		const replies = [
			() => answer({}, {}, 503),
			() => answer({ usage }),
			() => answer({ usage: { ...usage, cost: 0.2 } }),
		];
		const call = new ObservedCall({ provider: "groq" });
		const fetch = retry(
			call.watch(async () => replies.shift()?.() ?? answer({}, {}, 500)),
			{ baseDelay: 1 },
		);
		await post(fetch);
		await post(fetch);
		const exchange = call.record();
		expect(exchange.attempts.map(({ status }) => status)).toEqual([503, 200, 200]);
		expect(exchange.usage).toEqual({ input_tokens: 2, output_tokens: 4 });
		expect(exchange).toMatchObject({ cost_usd: 0.3, price_source: "reported" });
	});

	it("has no cost if the cost of one request is unknown", async () => {
		const replies = [{ usage: { prompt_tokens: 1, completion_tokens: 1, cost: 0.1 } }, { choices: [] }];
		const call = new ObservedCall();
		const fetch = call.watch(async () => answer(replies.shift()));
		await post(fetch);
		await post(fetch);
		expect(call.record()).toMatchObject({ cost_usd: null, price_source: null });
	});

	it("reads the cost from a header", async () => {
		const call = new ObservedCall();
		await post(call.watch(async () => answer({}, { "x-cost": "0.00012" })));
		expect(call.record()).toMatchObject({ cost_usd: 0.00012, price_source: "reported", usage: null });
	});

	it("reads a stream's usage from its last events", async () => {
		const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
		const words = Array.from({ length: 5000 }, () =>
			event({ id: "c1", model: "m", choices: [{ delta: { content: "x" } }] }),
		);
		const end = event({ choices: [{ delta: {}, finish_reason: "length" }] });
		const usage = event({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 5000 } });
		const call = new ObservedCall({ provider: "x" });
		await post(
			call.watch(async () =>
				answer(`${words.join("")}${end}${usage}data: [DONE]\n\n`, { "content-type": "text/event-stream" }),
			),
		);
		expect(call.record()).toMatchObject({ usage: { input_tokens: 3, output_tokens: 5000 }, finish_reason: "length" });
		expect(call.details().response).toEqual({ id: "c1", model: "m" });
	});

	it("reads the usage of a large response without parsing it", async () => {
		const data = Array.from({ length: 20_000 }, () => 0.123456789);
		const call = new ObservedCall();
		await post(call.watch(async () => answer({ data, usage: { prompt_tokens: 4, total_tokens: 4 } })));
		expect(call.record().usage).toEqual({ input_tokens: 4, output_tokens: 0 });
	});

	it("keeps name, code and status of a failure", async () => {
		const failure = Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } });
		const call = new ObservedCall();
		await expect(post(call.watch(() => Promise.reject(failure)))).rejects.toBe(failure);
		expect(call.record({ error: failure })).toMatchObject({
			attempts: [{ error: "ECONNREFUSED" }],
			error: { name: "TypeError", code: "ECONNREFUSED" },
			first_ms: null,
		});
	});

	it("counts the calls of a client, but not look-ups, polls and downloads", async () => {
		const call = new ObservedCall();
		const fetch = call.watch(createSandbox());
		const options = { fetch, cache: new Map() as never, onNotice: () => undefined };
		await run(
			"conversational",
			{ provider: "together", model: "sandbox/chat", accessToken: "hf_test", messages },
			options,
		);
		const exchange = call.record();
		expect(exchange.attempts).toEqual([{ provider: "together", status: 200, ms: expect.any(Number) }]);
		expect(exchange).toMatchObject({ routed: true, provider: "together", task: "conversational" });
		expect(exchange.usage?.output_tokens).toBeGreaterThan(0);
	});

	it("does not treat a reader's stop as an error", async () => {
		const call = new ObservedCall();
		const args = { model: "sandbox/chat", accessToken: "hf_test", messages };
		for await (const _ of runStream("conversational", args, { fetch: call.watch(createSandbox()) })) break;
		expect(call.record().attempts[0]).not.toHaveProperty("error");
	});
});

describe("an observed response", () => {
	const usage = { prompt_tokens: 1, completion_tokens: 2 };
	const BODY = JSON.stringify({ usage });
	async function openWatched(call: ObservedCall): Promise<Response> {
		return await call.watch(async () => answer(BODY))(CHAT, { method: "POST", body: "{}" });
	}
	async function join(stream: AsyncIterable<Uint8Array>): Promise<string> {
		let text = "";
		for await (const chunk of stream) text += new TextDecoder().decode(chunk);
		return text;
	}
	const READERS: Record<string, (response: Response) => Promise<string>> = {
		text: (response) => response.text(),
		json: async (response) => JSON.stringify(await response.json()),
		arrayBuffer: async (response) => new TextDecoder().decode(await response.arrayBuffer()),
		"text after a look at the body": async (response) => (response.body ? await response.text() : ""),
		"a reader": async (response) => {
			const reader = response.body?.getReader();
			let text = "";
			for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
				text += new TextDecoder().decode(next.value);
			}
			return text;
		},
		iteration: async ({ body }) => await join(body as unknown as AsyncIterable<Uint8Array>),
		tee: async ({ body }) => await new Response(body?.tee()[1]).text(),
		"a pipe": async ({ body }) => await new Response(body?.pipeThrough(new TransformStream())).text(),
		"a response around its body": async (response) => await new Response(response.body, response).text(),
	};

	it.each(Object.entries(READERS))("reports reads by %s", async (_, read) => {
		const call = new ObservedCall();
		const response = await openWatched(call);
		expect(response).toBeInstanceOf(Response);
		expect(await read(response)).toBe(BODY);
		await expect.poll(() => call.record().usage).toEqual({ input_tokens: 1, output_tokens: 2 });
	});

	const LIBRARY_READERS: Record<string, (response: Response) => Promise<unknown>> = {
		readText: (response) => readText(response),
		readFile: (response) => readFile(response),
		"readFile to a store": (response) => readFile(response, undefined, (body) => new Response(body).blob()),
		readPieces: async (response) => {
			const pieces = readPieces(response);
			while (await pieces.next());
		},
	};

	it.each(Object.entries(LIBRARY_READERS))(
		"leaves the response as it is for %s, which reports reads",
		async (_, read) => {
			const call = new ObservedCall();
			const sent = answer(BODY);
			const response = await guardRedirects(call.watch(async () => sent))(CHAT, { method: "POST", body: "{}" });
			expect(response).toBe(sent);
			await read(response);
			expect(call.record().usage).toEqual({ input_tokens: 1, output_tokens: 2 });
		},
	);

	it.each([
		["the library's", (fetch: Fetch) => guardRedirects(fetch)],
		["any", (fetch: Fetch) => fetch],
	])("ends with a response that %s caller drops", async (_, wrap) => {
		const ends: unknown[] = [];
		const fetch = wrap(
			new ObservedCall().watch(
				async () => answer(BODY),
				(error) => ends.push(error),
			),
		);
		dropBody(await fetch(CHAT, { method: "POST", body: "{}" }));
		await expect.poll(() => ends).toEqual([undefined]);
	});

	it("notifies two observers of the same response", async () => {
		const [inner, outer] = [new ObservedCall(), new ObservedCall()];
		const fetch = outer.watch(inner.watch(async () => answer(BODY)));
		await post(fetch);
		expect(inner.record().usage).toEqual({ input_tokens: 1, output_tokens: 2 });
		expect(outer.record().usage).toEqual({ input_tokens: 1, output_tokens: 2 });
	});

	it("records a failure of the body", async () => {
		const call = new ObservedCall();
		const body = new ReadableStream({ pull: (sink) => sink.error(new TypeError("terminated")) });
		const fetch = call.watch(async () => new Response(body));
		await expect(post(fetch)).rejects.toThrow("terminated");
		expect(call.record().attempts).toEqual([
			{ provider: null, status: 200, error: "TypeError", ms: expect.any(Number) },
		]);
	});
});
