import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createCallKeeper } from "../../src/cli/commands/serve/call-keeper.ts";
import { type Context, createContext } from "../../src/cli/context.ts";
import { Secrets } from "../../src/exchange/secrets.ts";
import { type KeyValue, parseTraceparent, type Span } from "../../src/exchange/span.ts";
import { chatCompletionStream, type ResourceSpans, trace } from "../../src/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { post, sandboxGateway } from "../gateway/ask.ts";
import { createHome, type Home } from "../helpers/session.ts";

interface Received {
	path: string;
	headers: Record<string, unknown>;
	body: { resourceSpans: ResourceSpans[] };
}

let home: Home;
let received: Received[];
let url: string;
let status = 200;
let isSilent = false;
const server = createServer((request, response) => {
	const parts: Buffer[] = [];
	request.on("data", (part: Buffer) => parts.push(part));
	request.on("end", () => {
		const body = JSON.parse(Buffer.concat(parts).toString()) as Received["body"];
		received.push({ path: request.url ?? "", headers: request.headers, body });
		if (!isSilent) response.writeHead(status).end("{}");
	});
});

beforeEach(async () => {
	home = createHome();
	received = [];
	status = 200;
	isSilent = false;
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
	home.remove();
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});

const spans = (): Span[] =>
	received.flatMap(({ body }) =>
		body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
	);
const read = (attributes: KeyValue[] = []): Record<string, unknown> =>
	Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** What the JSON form of opentelemetry/proto/trace/v1/trace.proto asks of a span. */
function checkSchema(span: Span): void {
	expect(span.traceId).toMatch(/^[0-9a-f]{32}$/);
	expect(span.spanId).toMatch(/^[0-9a-f]{16}$/);
	expect(span.kind).toBe(3);
	for (const time of [span.startTimeUnixNano, span.endTimeUnixNano]) expect(time).toMatch(/^\d{19}$/);
	expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true);
	const known = ["stringValue", "intValue", "doubleValue", "boolValue", "arrayValue"];
	for (const { key, value } of span.attributes) {
		expect(typeof key).toBe("string");
		expect(Object.keys(value)).toHaveLength(1);
		const [[kind, content] = ["", undefined]] = Object.entries(value);
		expect(known).toContain(kind);
		if (kind === "intValue") expect(content).toMatch(/^-?\d+$/);
		if (kind === "doubleValue") expect(typeof content).toBe("number");
		if (kind === "stringValue") expect(typeof content).toBe("string");
	}
}

describe("traces of the command", () => {
	const call = 'hub infer -t chat --sandbox "the prompt" --temperature 0.5 --max-tokens 50 --stop xyz --seed 3';

	it("are spans of the GenAI conventions", async () => {
		const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
		await home.run(call, {
			env: {
				OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/`,
				OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%20b,other=c",
				OTEL_SERVICE_NAME: "my-service",
				TRACEPARENT: traceparent,
			},
		});
		expect(received).toMatchObject([{ path: "/v1/traces", headers: { "x-key": "a b", other: "c" } }]);
		expect(read(received[0]?.body.resourceSpans[0]?.resource.attributes)["service.name"]).toBe("my-service");
		const [span] = spans();
		if (!span) throw new Error("no span");
		checkSchema(span);
		expect(span).toMatchObject({
			name: "chat Qwen/Qwen3-235B-A22B-Instruct-2507",
			traceId: "0af7651916cd43dd8448eb211c80319c",
			parentSpanId: "b7ad6b7169203331",
		});
		expect(read(span.attributes)).toMatchObject({
			"gen_ai.operation.name": "chat",
			"gen_ai.provider.name": "together",
			"gen_ai.request.model": "Qwen/Qwen3-235B-A22B-Instruct-2507",
			"gen_ai.request.stream": true,
			"gen_ai.request.max_tokens": "50",
			"gen_ai.request.temperature": 0.5,
			"gen_ai.request.seed": "3",
			"gen_ai.request.stop_sequences": { values: [{ stringValue: "xyz" }] },
			"gen_ai.response.id": expect.any(String),
			"gen_ai.response.time_to_first_chunk": expect.any(Number),
			"gen_ai.usage.input_tokens": expect.stringMatching(/^\d+$/),
			"gen_ai.usage.output_tokens": expect.stringMatching(/^\d+$/),
			"server.address": "router.huggingface.co",
			"server.port": "443",
		});
		expect(JSON.stringify(received)).not.toContain("the prompt");
	});

	it.each([
		["SPAN_ONLY", true],
		["SPAN_AND_EVENT", true],
		["EVENT_ONLY", false],
		["", false],
	])("contain content with %s: %s", async (capture, isHeld) => {
		const env = {
			OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/exact`,
			OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: capture,
			HF_TOKEN: "hf_AbCdEfGhIjKlMnOp1234",
		};
		await home.run(`${call} hf_AbCdEfGhIjKlMnOp1234 --json`, { env });
		expect(received[0]?.path).toBe("/exact");
		const attributes = read(spans()[0]?.attributes);
		expect("gen_ai.input.messages" in attributes).toBe(isHeld);
		expect("gen_ai.output.messages" in attributes).toBe(isHeld);
		expect(JSON.stringify(received)).not.toContain("hf_AbCdEfGhIjKlMnOp1234");
	});

	it.each(["", "--no-stream"])("contain the finish reason, with the flags '%s'", async (flags) => {
		const env = {
			OTEL_EXPORTER_OTLP_ENDPOINT: url,
			OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "SPAN_ONLY",
		};
		await home.run(`${call} --max-tokens 2 ${flags}`, { env });
		const { "gen_ai.output.messages": output } = read(spans()[0]?.attributes);
		expect(JSON.parse(String(output))).toEqual([
			{ role: "assistant", parts: [{ type: "text", content: expect.any(String) }], finish_reason: "length" },
		]);
	});

	it.each([true, false])("report each call of hub serve, with its content: %s", async (hasContent) => {
		const output = { write: () => true };
		const ends: (() => unknown)[] = [];
		const context: Context = {
			...createContext({
				stdin: Readable.from([]),
				stdinDescriptor: undefined,
				stdout: output,
				stderr: output,
				env: {
					OTEL_EXPORTER_OTLP_ENDPOINT: url,
					OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: hasContent ? "SPAN_ONLY" : "",
				},
				cwd: "/",
				signal: new AbortController().signal,
			}),
			defer: (end) => void ends.push(end),
		};
		const onCall = createCallKeeper({ log: "off" }, new Secrets([]), true, context, { path: "" });
		const gateway = sandboxGateway(onCall ? { onCall } : {});
		const messages = [{ role: "user", content: "a word to trace" }];
		const answer = await post(gateway, "/v1/chat/completions", { model: "google/gemma-2-2b-it:together", messages });
		expect(answer.status).toBe(200);
		await answer.text();
		for (const end of ends) await end();
		for (const end of ends) await end();
		expect(received).toHaveLength(1);
		expect(JSON.stringify(received[0]?.body)).toContain("google/gemma-2-2b-it");
		expect(JSON.stringify(received[0]?.body).includes("a word to trace")).toBe(hasContent);
	});

	it("are off without an endpoint or with the SDK disabled", async () => {
		await home.run(call, { env: { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SDK_DISABLED: "true" } });
		await home.run(call);
		expect(received).toEqual([]);
	});

	it.each(["http://127.0.0.1:1", "no URL at all"])("never disturb a call: %s", async (endpoint) => {
		const outcome = await home.run(call, { env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } });
		expect(outcome).toMatchObject({ code: 0, stderr: "" });
	});

	it("delay the exit by at most a second", async () => {
		isSilent = true;
		const limits = vi.spyOn(AbortSignal, "timeout");
		onTestFinished(() => limits.mockRestore());
		// It ends although the collector never answers: by this limit, since there is no other.
		const outcome = await home.run(call, { env: { OTEL_EXPORTER_OTLP_ENDPOINT: url } });
		expect(outcome).toMatchObject({ code: 0, stderr: "" });
		expect(received).toHaveLength(1);
		expect(limits.mock.calls).toEqual([[1000]]);
	});
});

describe("trace(fetch, exporter)", () => {
	it("reports no error for a stream read to its end marker or abandoned by its reader", async () => {
		const told: ResourceSpans[] = [];
		const fetch = trace(createSandbox(), async (resourceSpans) => void told.push(...resourceSpans));
		const args = {
			model: "sandbox/chat",
			accessToken: "hf_test",
			messages: [{ role: "user" as const, content: "hi" }],
		};
		for await (const _ of chatCompletionStream(args, { fetch }));
		for await (const _ of chatCompletionStream(args, { fetch })) break;
		await expect.poll(() => told).toHaveLength(2);
		for (const { scopeSpans } of told) expect(scopeSpans[0]?.spans[0]?.status).toEqual({});
	});

	it("reports a response without a body", async () => {
		const told: ResourceSpans[] = [];
		const fetch = trace(
			async () => new Response(null, { status: 204 }),
			async (resourceSpans) => void told.push(...resourceSpans),
		);
		await fetch("https://api.groq.com/openai/v1/chat/completions", { method: "POST", body: "{}" });
		expect(told).toHaveLength(1);
	});

	it("reports each request to a model once it was read, and errors by status", async () => {
		const told: ResourceSpans[] = [];
		const replies = [
			Response.json({
				id: "r1",
				model: "m-1",
				choices: [{ finish_reason: "stop" }],
				usage: { prompt_tokens: 1, completion_tokens: 2 },
			}),
			Response.json({ error: "no" }, { status: 429 }),
		];
		const fetch = trace(
			async () => replies.shift() ?? Response.error(),
			async (resourceSpans) => {
				told.push(...resourceSpans);
				throw new Error("an exporter that fails");
			},
		);
		const ask = (): Promise<Response> =>
			fetch("https://api.groq.com/openai/v1/chat/completions", { method: "POST", body: '{"model":"m","seed":1}' });
		await (await ask()).text();
		await (await ask()).text();
		await expect(fetch("https://api.groq.com/x")).resolves.toBeInstanceOf(Response);
		const [good, bad] = told.map((entry) => entry.scopeSpans[0]?.spans[0]);
		if (!good || !bad) throw new Error("no spans");
		checkSchema(good);
		checkSchema(bad);
		expect(read(good.attributes)).toMatchObject({ "gen_ai.response.id": "r1", "gen_ai.provider.name": "groq" });
		expect(good.status).toEqual({});
		expect(read(bad.attributes)["error.type"]).toBe("429");
		expect(bad.status.code).toBe(2);
		expect(told).toHaveLength(2);
	});
});

it.each([
	"",
	"00-0-0-01",
	`00-${"0".repeat(32)}-b7ad6b7169203331-01`,
	"ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
])("ignores an invalid traceparent: %s", (header) => {
	expect(parseTraceparent(header)).toBeUndefined();
});
