import { describe, expect, it } from "vitest";
import { getPath } from "../../src/base/json.ts";
import { createGateway } from "../../src/gateway/index.ts";
import { get, post, readEvents, sandboxGateway } from "./ask.ts";

const gateway = sandboxGateway({ aliases: { fast: ["meta-llama/Llama-3.1-8B-Instruct:groq"] } });
const CHAT = "meta-llama/Llama-3.1-8B-Instruct";
const messages = [{ role: "user", content: "Say hello" }];
const tools = [
	{
		type: "function",
		function: {
			name: "weather",
			parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
		},
	},
];

describe("POST /v1/chat/completions", () => {
	it("returns the whole answer, with headers that name the provider", async () => {
		const response = await post(gateway, "/v1/chat/completions", { model: `${CHAT}:groq`, messages });
		const answer: unknown = await response.json();
		expect(response.status, JSON.stringify(answer)).toBe(200);
		expect(getPath(answer, "choices", 0, "message", "content")).toEqual(expect.any(String));
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"x-hub-provider": "groq",
			"x-hub-model": CHAT,
			"x-hub-attempts": "1",
			"x-request-id": expect.stringMatching(/^req_/),
		});
	});

	it("streams; removes usage that only hub requested; the cost comes last", async () => {
		const response = await post(gateway, "/v1/chat/completions", { model: "fast", messages, stream: true });
		expect(response.headers.get("content-type")).toContain("text/event-stream");
		const text = await response.text();
		const events = readEvents(text);
		expect(events.length).toBeGreaterThan(2);
		expect(events.every((event) => Array.isArray(event["choices"]) && event["choices"].length > 0)).toBe(true);
		expect(text).not.toContain('"usage"');
		expect(text).toContain("data: [DONE]\n\n");
		expect(text.trim().split("\n").at(-1)).toMatch(/^: x-hub-cost \d+\.\d+$/);
	});

	it("passes usage on if the client requested it", async () => {
		const body = { model: "fast", messages, stream: true, stream_options: { include_usage: true } };
		const text = await (await post(gateway, "/v1/chat/completions", body)).text();
		expect(readEvents(text).some((event) => event["usage"])).toBe(true);
	});

	it("supports tools and response_format", async () => {
		const called = await post(gateway, "/v1/chat/completions", {
			model: "fast",
			messages,
			tools,
			tool_choice: "required",
		});
		expect(getPath(await called.json(), "choices", 0, "message", "tool_calls", 0, "function", "name")).toBe("weather");
		const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
		const response_format = { type: "json_schema", json_schema: { name: "place", schema } };
		const formed = await post(gateway, "/v1/chat/completions", { model: "fast", messages, response_format });
		const content = getPath(await formed.json(), "choices", 0, "message", "content");
		expect(JSON.parse(String(content))).toHaveProperty("city");
	});
});

describe("POST /v1/completions", () => {
	it("answers each prompt n times", async () => {
		const body = { model: "google/gemma-2-2b-it:hf-inference", prompt: ["One", "Two"], n: 2, max_tokens: 5 };
		const answer = await (await post(gateway, "/v1/completions", body)).json();
		expect(getPath(answer, "choices"), JSON.stringify(answer)).toHaveLength(4);
		expect(answer).toMatchObject({
			object: "text_completion",
			choices: [{ index: 0, text: expect.any(String) }, {}, {}, {}],
		});
	});

	it("adds up the usage of all requests in the record of the call", async () => {
		const usage = { prompt_tokens: 10, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 4 } };
		const mapping = { together: { status: "live", providerId: "m", task: "text-generation" } };
		const seen: unknown[] = [];
		const own = createGateway({
			token: "hf_test",
			offers: () => [],
			onCall: (exchange) => void seen.push(exchange.usage),
			fetch: async (_input, init) =>
				Response.json(
					init?.method === "POST"
						? { model: "m", choices: [{ text: "a" }], usage }
						: { id: "o/m", inferenceProviderMapping: mapping },
				),
		});
		const answer = await post(own, "/v1/completions", { model: "o/m:together", prompt: ["One", "Two"] });
		expect(answer.status, await answer.text()).toBe(200);
		expect(seen).toEqual([{ input_tokens: 20, output_tokens: 4, cached_tokens: 8 }]);
	});

	it("streams", async () => {
		const body = { model: "google/gemma-2-2b-it:hf-inference", prompt: "One", stream: true, max_tokens: 5 };
		const text = await (await post(gateway, "/v1/completions", body)).text();
		const texts = readEvents(text).map((event) => getPath(event, "choices", 0, "text"));
		expect(texts.join(""), text).not.toBe("");
		expect(text).toContain("data: [DONE]");
	});
});

describe("POST /v1/embeddings", () => {
	const model = "thenlper/gte-large:hf-inference";
	it("embeds lists, and packs base64 itself", async () => {
		const floats = await (await post(gateway, "/v1/embeddings", { model, input: ["one", "two"] })).json();
		const packed = await (
			await post(gateway, "/v1/embeddings", { model, input: ["one", "two"], encoding_format: "base64" })
		).json();
		const vector = getPath(floats, "data", 0, "embedding") as number[];
		expect(vector.length, JSON.stringify(floats).slice(0, 300)).toBeGreaterThan(3);
		const bytes = Buffer.from(String(getPath(packed, "data", 0, "embedding")), "base64");
		const unpacked = vector.map((_, place) => bytes.readFloatLE(place * 4));
		expect(unpacked).toEqual(vector.map(Math.fround));
		expect(getPath(floats, "data", 1, "index")).toBe(1);
	});
});

describe("images and audio", () => {
	const png = () =>
		new Blob(
			[
				Buffer.from(
					"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
					"base64",
				),
			],
			{ type: "image/png" },
		);
	const form = (fields: Record<string, string | Blob>) => {
		const body = new FormData();
		for (const [name, value] of Object.entries(fields)) body.append(name, value);
		return body;
	};
	const send = (path: string, body: FormData) =>
		gateway(new Request(`http://localhost${path}`, { method: "POST", body }));

	it("generates n images, as base64 or data URLs", async () => {
		const body = {
			model: "black-forest-labs/FLUX.1-Krea-dev:hf-inference",
			prompt: "a boat",
			n: 2,
			size: "64x32",
			response_format: "b64_json",
		};
		const response = await post(gateway, "/v1/images/generations", body);
		const answer: unknown = await response.json();
		expect(getPath(answer, "data"), JSON.stringify(answer)).toHaveLength(2);
		expect(Object.keys(getPath(answer, "data", 0) as object)).toEqual(["b64_json"]);
		expect(response.headers.get("x-hub-attempts")).toBe("2");
		const urls = await (
			await post(gateway, "/v1/images/generations", { ...body, response_format: "url", n: 1 })
		).json();
		expect(getPath(urls, "data", 0, "url")).toMatch(/^data:image\//);
	});

	it("edits an image sent as a form", async () => {
		const response = await send(
			"/v1/images/edits",
			form({ image: png(), prompt: "blue", model: "black-forest-labs/FLUX.1-Kontext-dev:fal-ai" }),
		);
		const answer: unknown = await response.json();
		expect(getPath(answer, "data", 0, "b64_json"), JSON.stringify(answer)).toEqual(expect.any(String));
		const refused = await send("/v1/images/edits", form({ image: "/etc/passwd", prompt: "blue", model: "a/b" }));
		expect(refused.status).toBe(400);
		expect(await refused.json()).toMatchObject({ error: { param: "image", code: "invalid_file" } });
	});

	it("synthesizes and transcribes speech", async () => {
		const spoken = await post(gateway, "/v1/audio/speech", {
			model: "hexgrad/Kokoro-82M:fal-ai",
			input: "Good morning",
			voice: "af",
		});
		expect(spoken.headers.get("content-type")).toMatch(/^audio\//);
		const file = await spoken.blob();
		const fields = { file, model: "openai/whisper-large-v3:hf-inference" };
		const json = await (await send("/v1/audio/transcriptions", form(fields))).json();
		expect(Object.keys(json as object), JSON.stringify(json)).toEqual(["text"]);
		const text = await send("/v1/audio/transcriptions", form({ ...fields, response_format: "text" }));
		expect(text.headers.get("content-type")).toContain("text/plain");
		const verbose = await (
			await send("/v1/audio/transcriptions", form({ ...fields, response_format: "verbose_json" }))
		).json();
		expect(getPath(verbose, "segments", 0), JSON.stringify(verbose)).toMatchObject({
			start: expect.any(Number),
			text: expect.any(String),
		});
		const srt = await (await send("/v1/audio/transcriptions", form({ ...fields, response_format: "srt" }))).text();
		expect(srt).toMatch(/^1\n\d\d:\d\d:\d\d,\d{3} --> /);
		const vtt = await (await send("/v1/audio/transcriptions", form({ ...fields, response_format: "vtt" }))).text();
		expect(vtt).toMatch(/^WEBVTT\n\n\d\d:\d\d:\d\d\.\d{3} --> /);
	});

	it("detects the type of a file if the client does not give it", async () => {
		const speech = { model: "hexgrad/Kokoro-82M:fal-ai", input: "Good morning", voice: "af" };
		const bytes = await (await post(gateway, "/v1/audio/speech", speech)).arrayBuffer();
		const file = new Blob([bytes], { type: "application/octet-stream" });
		// Refuses a file without a type of sound.
		const fields = { file, model: "openai/whisper-large-v3:fal-ai" };
		const answer = await send("/v1/audio/transcriptions", form(fields));
		expect(answer.status, await answer.clone().text()).toBe(200);
		const task = await send("/v1/tasks/automatic-speech-recognition", form(fields));
		expect(task.status, await task.clone().text()).toBe(200);
	});

	/** The answer to a transcription in a format, where the service answers with these chunks. */
	const transcribe = (chunks: unknown, format: string): Promise<Response> => {
		const mapping = { "hf-inference": { status: "live", task: "automatic-speech-recognition", providerId: "ears" } };
		const transcribing = createGateway({
			token: "hf_secret_token_of_the_hub_1",
			call: { cache: new Map() },
			fetch: async (input) => {
				const isLookUp = new URL(input instanceof Request ? input.url : input).pathname.startsWith("/api/models/");
				return Response.json(isLookUp ? { inferenceProviderMapping: mapping } : { text: "Hi", chunks });
			},
		});
		const file = new Blob(["RIFF"], { type: "audio/wav" });
		const body = form({ file, model: "org/ears:hf-inference", response_format: format });
		return transcribing(new Request("http://localhost/v1/audio/transcriptions", { method: "POST", body }));
	};

	it.each([
		["srt", "1\n00:00:00,000 --> 00:00:01,001\nHi\n\n2\n00:01:02,500 --> 01:01:01,002\na\n-> b\n"],
		["vtt", "WEBVTT\n\n00:00:00.000 --> 00:00:01.001\nHi\n\n00:01:02.500 --> 01:01:01.002\na\n-> b\n"],
	])("writes times as %s, to the nearest millisecond", async (format, subtitles) => {
		const chunks = [
			{ text: " Hi", timestamp: [0, 1.001] },
			{ text: "a\n\n--> b", timestamp: [62.5, 3661.002] },
		];
		expect(await (await transcribe(chunks, format)).text()).toBe(subtitles);
	});

	it.each([
		["null", null, []],
		["a text", "none", []],
		["without times", [{ text: "Hi" }, null, { text: "Hi", timestamp: null }, { timestamp: ["0", 1] }], []],
		[
			"without an end, or with one before its start",
			[{ text: "Hi", timestamp: [1, null] }, 5, { text: "you", timestamp: [2, 0.5] }],
			[
				{ id: 0, start: 1, end: 2, text: "Hi" },
				{ id: 1, start: 2, end: 2, text: "you" },
			],
		],
		["without a text", [{ text: null, timestamp: [0, 1] }], [{ id: 0, start: 0, end: 1, text: "" }]],
	])("chunks %s", async (_, chunks, segments) => {
		const duration = segments.at(-1)?.end;
		const verbose = { task: "transcribe", ...(duration === undefined ? {} : { duration }), text: "Hi", segments };
		expect(await (await transcribe(chunks, "verbose_json")).json()).toEqual(verbose);
		expect((await transcribe(chunks, "srt")).status).toBe(segments.length > 0 ? 200 : 422);
	});

	it("invents no duration, and names the provider without timestamps", async () => {
		const speech = { model: "hexgrad/Kokoro-82M:fal-ai", input: "Good morning", voice: "af" };
		const file = await (await post(gateway, "/v1/audio/speech", speech)).blob();
		const fields = { file, model: "openai/whisper-large-v3:replicate" };
		const ask = async (format: string): Promise<unknown> =>
			(await send("/v1/audio/transcriptions", form({ ...fields, response_format: format }))).json();
		expect(await ask("verbose_json")).toEqual({ task: "transcribe", text: expect.any(String), segments: [] });
		expect(getPath(await ask("srt"), "error", "message")).toMatch(/^replicate returns no timestamps/);
	});
});

describe("POST /v1/responses", () => {
	it("translates text to a chat and back", async () => {
		const answer = await (
			await post(gateway, "/v1/responses", { model: "fast", input: "Say hello", instructions: "Be brief" })
		).json();
		expect(answer).toMatchObject({
			object: "response",
			status: "completed",
			output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: expect.any(String) }] }],
			usage: { input_tokens: expect.any(Number), output_tokens: expect.any(Number) },
		});
	});

	it("streams its events in order", async () => {
		const text = await (
			await post(gateway, "/v1/responses", { model: "fast", input: "Say hello", stream: true })
		).text();
		const events = readEvents(text);
		const types = events.map((event) => event["type"]);
		expect([...new Set(types)]).toEqual([
			"response.created",
			"response.in_progress",
			"response.output_item.added",
			"response.content_part.added",
			"response.output_text.delta",
			"response.output_text.done",
			"response.content_part.done",
			"response.output_item.done",
			"response.completed",
		]);
		expect(events.map((event) => event["sequence_number"])).toEqual(events.map((_, index) => index));
	});

	it("translates tools", async () => {
		const tool = { type: "function", name: "weather", parameters: tools[0]?.function.parameters };
		const body = { model: "fast", input: "Weather in Paris?", tools: [tool], tool_choice: "required" };
		const answer = await (await post(gateway, "/v1/responses", body)).json();
		expect(getPath(answer, "output", 0)).toMatchObject({
			type: "function_call",
			name: "weather",
			call_id: expect.any(String),
		});
		const events = readEvents(await (await post(gateway, "/v1/responses", { ...body, stream: true })).text());
		expect(events.map((event) => event["type"])).toContain("response.function_call_arguments.done");
	});
});

describe("POST /v1/tasks/{task}", () => {
	it("returns what hub infer --json prints", async () => {
		const model = "distilbert/distilbert-base-uncased-finetuned-sst-2-english";
		const answer = await (
			await post(gateway, "/v1/tasks/classify", { model, provider: "hf-inference", inputs: "I like it" })
		).json();
		expect(answer, JSON.stringify(answer)).toMatchObject([
			{ label: expect.any(String), score: expect.any(Number) },
			{},
		]);
		const image = await (
			await post(gateway, "/v1/tasks/text-to-image", { model: "Qwen/Qwen-Image:fal-ai", inputs: "a boat" })
		).json();
		expect(image).toMatchObject({
			type: expect.stringMatching(/^image\//),
			size: expect.any(Number),
			data: expect.any(String),
		});
	});

	it("accepts files as data URLs, never as paths or URLs", async () => {
		const model = "google/vit-base-patch16-224:hf-inference";
		const data =
			"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
		const answer = await (await post(gateway, "/v1/tasks/image-classification", { model, inputs: data })).json();
		expect(getPath(answer, 0, "label"), JSON.stringify(answer)).toEqual(expect.any(String));
		for (const inputs of ["/etc/passwd", "http://127.0.0.1:1/x.png", "file:///etc/passwd"]) {
			const refused = await post(gateway, "/v1/tasks/image-classification", { model, inputs });
			expect(refused.status).toBe(400);
		}
	});

	it("suggests the closest task", async () => {
		const answer = await (await post(gateway, "/v1/tasks/sumarization", { model: "a/b", inputs: "x" })).json();
		expect(getPath(answer, "error", "message")).toContain("Did you mean summarization?");
	});
});

describe("the other routes", () => {
	it("list aliases and models", async () => {
		const list = await (await get(gateway, "/v1/models")).json();
		const ids = (getPath(list, "data") as { id: string }[]).map(({ id }) => id);
		expect(ids[0]).toBe("fast");
		expect(ids).toContain(CHAT);
		expect(await (await get(gateway, `/v1/models/${CHAT}`)).json()).toMatchObject({ id: CHAT, object: "model" });
		expect((await get(gateway, "/v1/models/none/such")).status).toBe(404);
	});

	it("answer unknown routes, methods and models with a suggestion", async () => {
		const route = await post(gateway, "/v1/chat/completion", {});
		expect(route.status).toBe(404);
		expect(getPath(await route.json(), "error", "message")).toContain("Did you mean /v1/chat/completions?");
		expect((await get(gateway, "/v1/chat/completions")).status).toBe(405);
		const model = await post(gateway, "/v1/chat/completions", { model: "fst", messages });
		expect(model.status).toBe(404);
		expect(await model.json()).toMatchObject({
			error: { code: "model_not_found", param: "model", message: expect.stringContaining("Did you mean fast?") },
		});
		const provider = await post(gateway, "/v1/chat/completions", { model: "a/b:grok", messages });
		expect(getPath(await provider.json(), "error", "message")).toContain("Did you mean a/b:groq?");
	});

	it("suggest a model of the router's list for an unknown one, even in the first call", async () => {
		const fresh = sandboxGateway({});
		const model = "meta-lama/Llama-3.1-8B-Instruct";
		const answer = await (await post(fresh, "/v1/chat/completions", { model, messages })).json();
		expect(getPath(answer, "error", "message")).toContain(`Did you mean ${CHAT}?`);
	});

	it.each(["/health", "/metrics", "/v1/models", "/v1/models/none/such", "/nowhere"])("have an id: %s", async (path) => {
		expect((await get(gateway, path)).headers.get("x-request-id")).toMatch(/^req_/);
	});

	it("report health and metrics", async () => {
		expect(await (await get(gateway, "/health")).json()).toEqual({ status: "ok", server: "hub" });
		const text = await (await get(gateway, "/metrics")).text();
		expect(text).toMatch(/^hub_calls_total\{route="\/v1\/chat\/completions",status="200",provider="groq"\} \d+$/m);
	});
});
