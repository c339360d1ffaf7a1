import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { type RunningServer, startServer } from "../../src/cli/commands/serve/server.ts";
import { createGateway, type Gateway, type GatewayOptions } from "../../src/gateway/index.ts";
import { get, post } from "../gateway/ask.ts";

const KEY = "hf_token_of_the_hub_12345678";
const MEGABYTE = 2 ** 20;
const BODY = { model: "org/model:groq", messages: [{ role: "user", content: "Hi" }] };

const HEAD = '{"id":"a","model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"';
const TAIL = '"},"finish_reason":"stop"}],"usage":{"prompt_tokens":7,"completion_tokens":9,"total_tokens":16}}';

/** An answer in pieces, and what was read of it. */
interface Source {
	response(): Response;
	read: number;
	isCancelled: boolean;
}

function sourceOf(pieces: () => Iterable<string | Error>, type = "application/json"): Source {
	const source: Source = {
		read: 0,
		isCancelled: false,
		response: () => {
			const iterator = pieces()[Symbol.iterator]();
			const body = new ReadableStream<Uint8Array>(
				{
					async pull(sink) {
						await sleep(0);
						const { done, value } = iterator.next();
						if (done) return sink.close();
						if (value instanceof Error) return sink.error(value);
						source.read += value.length;
						sink.enqueue(new TextEncoder().encode(value));
					},
					cancel() {
						source.isCancelled = true;
					},
				},
				{ highWaterMark: 0 },
			);
			return new Response(body, { headers: { "content-type": type } });
		},
	};
	return source;
}

function gatewayOf(source: Source, options: GatewayOptions = {}): Gateway {
	return createGateway({
		token: KEY,
		offers: () => undefined,
		call: { cache: new Map() },
		fetch: async (input) => {
			if (!String(input).includes("/api/models/")) return source.response();
			const entry = { status: "live", task: "conversational", providerId: "m" };
			return Response.json({ inferenceProviderMapping: { groq: entry } });
		},
		...options,
	});
}

const filler = "word ".repeat(MEGABYTE / 5);

function* whole(megabytes: number, text = filler): Generator<string> {
	yield HEAD;
	for (let piece = 0; piece < megabytes; piece++) yield text;
	yield TAIL;
}

let server: RunningServer | undefined;
afterEach(() => server?.close());

describe("a whole answer of many megabytes", () => {
	it("is passed on as it arrives, and its usage is counted", async () => {
		const contents: unknown[] = [];
		const source = sourceOf(() => whole(20));
		const gateway = gatewayOf(source, { onCall: (_, readContent) => void contents.push(readContent().output) });
		const response = await post(gateway, "/v1/chat/completions", BODY);
		expect(response.status).toBe(200);
		expect(response.headers.get("content-type")).toBe("application/json");
		// No more than the part that shows what it is.
		expect(source.read).toBeLessThan(7 * MEGABYTE);
		const text = await response.text();
		expect(text.length).toBe(HEAD.length + TAIL.length + 20 * filler.length);
		expect(JSON.parse(text)).toHaveProperty("choices.0.finish_reason", "stop");
		const { calls } = (await (await get(gateway, "/calls")).json()) as { calls: { id: string }[] };
		expect(calls).toMatchObject([{ state: "done", status: 200, usage: { input_tokens: 7, output_tokens: 9 } }]);
		// What is kept of it is bounded.
		const kept = await (await get(gateway, `/calls/${calls[0]?.id}`)).text();
		expect(kept.length).toBeLessThan(MEGABYTE);
		expect(contents).toEqual([{ type: "application/json", size: text.length }]);
		expect(gateway.inFlight).toBe(0);
	});

	it("keeps keys back, also between two pieces", async () => {
		const source = sourceOf(function* () {
			yield HEAD + filler.repeat(6);
			yield `${filler} ${KEY.slice(0, 9)}`;
			yield `${KEY.slice(9)} ${filler}`;
			yield TAIL;
		});
		const text = await (await post(gatewayOf(source), "/v1/chat/completions", BODY)).text();
		expect(text).not.toContain(KEY);
		expect(text).toContain("[redacted]");
		expect(JSON.parse(text)).toHaveProperty("choices.0.finish_reason", "stop");
	});

	it("keeps characters of two units whole, wherever the answer is cut", async () => {
		const faces = "🙂".repeat(MEGABYTE / 2);
		const text = HEAD + [faces, faces, faces, `${faces}a`, faces].join("") + TAIL;
		const source = sourceOf(() => [HEAD, faces, faces, faces, `${faces}a`, faces, TAIL]);
		expect((await (await post(gatewayOf(source), "/v1/chat/completions", BODY)).text()) === text).toBe(true);
	});

	it.each([
		["breaks", () => [HEAD, ...Array<string>(8).fill(filler), new TypeError("terminated")]],
		["ends too early", () => [HEAD, ...Array<string>(8).fill(filler)]],
		["never ends", () => whole(100_000)],
	] as const)("is cut off where it %s", async (_, pieces) => {
		const source = sourceOf(pieces);
		const gateway = gatewayOf(source);
		server = await startServer(gateway, "127.0.0.1", 0);
		const response = await fetch(`${server.url}/v1/chat/completions`, { method: "POST", body: JSON.stringify(BODY) });
		expect(response.status).toBe(200);
		await expect(response.arrayBuffer()).rejects.toThrow();
		expect(source.read).toBeLessThan(70 * MEGABYTE);
		const { calls } = (await (await get(gateway, "/calls")).json()) as { calls: unknown[] };
		expect(calls).toMatchObject([{ state: "failed", status: 502 }]);
		expect(gateway.inFlight).toBe(0);
	});

	it("ends at the provider when the client leaves", async () => {
		const source = sourceOf(() => whole(60));
		const gateway = gatewayOf(source);
		const response = await post(gateway, "/v1/chat/completions", BODY);
		await response.body?.cancel();
		expect(source.isCancelled).toBe(true);
		expect(gateway.inFlight).toBe(0);
	});

	it.each([
		["is no JSON", () => Array<string>(6).fill(filler)],
		["is an error", () => ['{"error":{"message":"', ...Array<string>(6).fill(filler), '"}}']],
	])("is malformed where it %s", async (_, pieces) => {
		const response = await post(gatewayOf(sourceOf(pieces)), "/v1/chat/completions", BODY);
		expect(response.status).toBe(502);
	});

	it("arrives whole over a connection, in characters of every length", async () => {
		const text = "aä€😀".repeat(20_000);
		const source = sourceOf(() => whole(40, text));
		server = await startServer(gatewayOf(source), "127.0.0.1", 0);
		const url = `${server.url}/v1/chat/completions`;
		const large = (await (await fetch(url, { method: "POST", body: JSON.stringify(BODY) })).json()) as unknown;
		expect(large).toHaveProperty("choices.0.message.content", text.repeat(40));
		const body = JSON.stringify({ model: BODY.model, input: "Hi" });
		const translated = await (await fetch(`${server.url}/v1/responses`, { method: "POST", body })).json();
		expect(translated).toHaveProperty("output.0.content.0.text", text.repeat(40));
	});
});
