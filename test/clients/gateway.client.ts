import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createCerebras } from "@ai-sdk/cerebras";
import { createDeepInfra } from "@ai-sdk/deepinfra";
import { createFireworks } from "@ai-sdk/fireworks";
import { createGroq } from "@ai-sdk/groq";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createTogetherAI } from "@ai-sdk/togetherai";
import Cerebras from "@cerebras/cerebras_cloud_sdk";
import { InferenceClient } from "@huggingface/inference";
import { ChatOpenAI, OpenAIEmbeddings } from "@langchain/openai";
import {
	embedMany,
	experimental_generateImage as generateImage,
	generateText,
	type LanguageModel,
	streamText,
	tool,
} from "ai";
import Groq from "groq-sdk";
import OpenAI, { toFile } from "openai";
import Together from "together-ai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

const KEY = "key-of-the-clients-test";
const IMAGE = "black-forest-labs/FLUX.1-Krea-dev:hf-inference";
const VECTORS = "thenlper/gte-large:hf-inference";
const SPEECH = "hexgrad/Kokoro-82M:fal-ai";
const TRANSCRIPT = "openai/whisper-large-v3:hf-inference";
const messages = [{ role: "user" as const, content: "Say hello" }];

const ALIAS = "fast=openai/gpt-oss-20b:groq,openai/gpt-oss-20b:cerebras";
const hub = fileURLToPath(new URL("../../bin/hub.js", import.meta.url));
let server: ChildProcess;
let baseURL = "";

beforeAll(async () => {
	const args = [hub, "serve", "--sandbox", "--port", "0", "--json", "--alias", ALIAS];
	const child = spawn(process.execPath, args, {
		env: { PATH: process.env["PATH"], HOME: process.env["HOME"], HUB_SERVE_KEY: KEY },
		stdio: ["ignore", "pipe", "inherit"],
	});
	server = child;
	const [line] = (await once(createInterface(child.stdout), "line")) as [string];
	baseURL = `${(JSON.parse(line) as { url: string }).url}/v1`;
});
afterAll(async () => {
	server.kill();
	if (server.exitCode === null) await once(server, "exit");
});

describe("openai through hub serve", () => {
	const client = (): OpenAI => new OpenAI({ baseURL, apiKey: KEY, maxRetries: 0 });

	it("chats, streams, calls tools and follows a schema", async () => {
		const whole = await client().chat.completions.create({ model: "fast", messages });
		expect(whole.choices[0]?.message.content).toBeTruthy();
		let text = "";
		const stream = await client().chat.completions.create({ model: "fast", messages, stream: true });
		for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
		expect(text).toBeTruthy();
		const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
		const called = await client().chat.completions.create({
			model: "fast",
			messages,
			tools: [{ type: "function", function: { name: "weather", parameters } }],
			tool_choice: "required",
		});
		expect(called.choices[0]?.message.tool_calls?.[0]).toMatchObject({ function: { name: "weather" } });
		const formed = await client().chat.completions.create({
			model: "fast",
			messages,
			response_format: { type: "json_schema", json_schema: { name: "place", schema: parameters } },
		});
		expect(JSON.parse(formed.choices[0]?.message.content ?? "")).toHaveProperty("city");
	});

	it("embeds (base64 by default), generates images, speaks and transcribes", async () => {
		const { data } = await client().embeddings.create({ model: VECTORS, input: ["one", "two"] });
		expect(data.map(({ embedding }) => embedding.length > 3 && embedding.every(Number.isFinite))).toEqual([true, true]);
		const image = await client().images.generate({
			model: IMAGE,
			prompt: "a boat",
			size: "64x64" as "256x256",
			response_format: "b64_json",
		});
		expect(image.data?.[0]?.b64_json).toBeTruthy();
		const speech = await client().audio.speech.create({ model: SPEECH, voice: "af", input: "Good morning" });
		const file = await toFile(Buffer.from(await speech.arrayBuffer()), "speech.wav", { type: "audio/wav" });
		const transcript = await client().audio.transcriptions.create({ model: TRANSCRIPT, file });
		expect(typeof transcript.text).toBe("string");
	});

	it("creates responses, whole and streaming", async () => {
		const response = await client().responses.create({ model: "fast", input: "Say hello" });
		expect(response.output_text).toBeTruthy();
		let text = "";
		let last = "";
		for await (const event of await client().responses.create({ model: "fast", input: "Say hello", stream: true })) {
			if (event.type === "response.output_text.delta") text += event.delta;
			last = event.type;
		}
		expect(text).toBeTruthy();
		expect(last).toBe("response.completed");
	});

	it("keeps responses: tools over two turns, then retrieve and delete", async () => {
		const { responses } = client();
		const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
		const tools = [
			{ type: "function" as const, name: "weather", parameters, strict: false },
			{ type: "custom" as const, name: "shell", description: "Runs a command" },
		];
		const choose = (type: "function" | "custom", name: string) =>
			responses.create({ model: "fast", input: "Weather in Paris?", tools, tool_choice: { type, name } });
		const first = await choose("function", "weather");
		const call = first.output.find(({ type }) => type !== "reasoning");
		if (call?.type !== "function_call") throw new Error(JSON.stringify(first.output));
		expect(JSON.parse(call.arguments)).toHaveProperty("city");
		const output = [{ type: "function_call_output" as const, call_id: call.call_id, output: "Sunny, 21 degrees" }];
		const stream = responses.stream({ model: "fast", input: output, previous_response_id: first.id, tools });
		let text = "";
		stream.on("response.output_text.delta", ({ delta }) => (text += delta));
		const second = await stream.finalResponse();
		expect(second.output_text).toBe(text);
		expect(second).toMatchObject({ status: "completed", previous_response_id: first.id });
		expect(await responses.retrieve(second.id)).toMatchObject({ id: second.id, output: expect.any(Array) });
		expect((await choose("custom", "shell")).output.at(-1)).toMatchObject({
			type: "custom_tool_call",
			name: "shell",
			input: expect.any(String),
		});
		await responses.delete(first.id);
		await expect(responses.retrieve(first.id)).rejects.toMatchObject({ status: 404, code: "response_not_found" });
		await expect(responses.create({ model: "fast", input: "x", previous_response_id: first.id })).rejects.toMatchObject(
			{ status: 404 },
		);
	});

	it("lists models, and reads errors", async () => {
		const models = await client().models.list();
		expect(models.data[0]?.id).toBe("fast");
		await expect(client().chat.completions.create({ model: "fats", messages })).rejects.toMatchObject({
			status: 404,
			code: "model_not_found",
		});
		await expect(new OpenAI({ baseURL, apiKey: "wrong", maxRetries: 0 }).models.list()).rejects.toMatchObject({
			status: 401,
		});
	});
});

describe("the AI SDK through hub serve", () => {
	const options = (): { baseURL: string; apiKey: string } => ({ baseURL, apiKey: KEY });
	const clients: Record<string, () => LanguageModel> = {
		"@ai-sdk/openai-compatible": () => createOpenAICompatible({ name: "hub", ...options() })("fast"),
		"@ai-sdk/openai, chat": () => createOpenAI(options()).chat("fast"),
		"@ai-sdk/openai, responses": () => createOpenAI(options()).responses("fast"),
		"@ai-sdk/groq": () => createGroq(options())("fast"),
		"@ai-sdk/togetherai": () => createTogetherAI(options())("fast"),
		"@ai-sdk/fireworks": () => createFireworks(options())("fast"),
		"@ai-sdk/cerebras": () => createCerebras(options())("fast"),
		"@ai-sdk/deepinfra": () =>
			createDeepInfra({
				apiKey: KEY,
				baseURL: baseURL.slice(0, -"/v1".length),
				fetch: (input, init) => fetch(String(input).replace("/openai/", "/v1/"), init),
			})("fast"),
	};
	it.each(Object.keys(clients))("%s", async (name) => {
		const model = clients[name]?.();
		if (!model) throw new Error(name);
		expect((await generateText({ model, prompt: "Say hello" })).text).toBeTruthy();
		const streamed = streamText({ model, prompt: "Say hello" });
		let text = "";
		for await (const part of streamed.textStream) text += part;
		expect(text).toBeTruthy();
		const weather = tool({ inputSchema: z.object({ city: z.string() }) });
		const called = await generateText({
			model,
			prompt: "Weather in Paris?",
			tools: { weather },
			toolChoice: "required",
		});
		expect(called.toolCalls[0]?.toolName).toBe("weather");
	});

	it("embeds and generates images", async () => {
		const hub = createOpenAICompatible({ name: "hub", ...options() });
		const { embeddings } = await embedMany({ model: hub.textEmbeddingModel(VECTORS), values: ["one", "two"] });
		expect(embeddings).toHaveLength(2);
		const { image } = await generateImage({ model: hub.imageModel(IMAGE), prompt: "a boat", size: "64x64" });
		expect(image.uint8Array.length).toBeGreaterThan(100);
	});
});

describe("other clients through hub serve", () => {
	it("LangChain chats, streams and embeds", async () => {
		const chat = new ChatOpenAI({ model: "fast", apiKey: KEY, configuration: { baseURL }, maxRetries: 0 });
		expect((await chat.invoke("Say hello")).text).toBeTruthy();
		let text = "";
		for await (const chunk of await chat.stream("Say hello")) text += chunk.text;
		expect(text).toBeTruthy();
		const vectors = new OpenAIEmbeddings({ model: VECTORS, apiKey: KEY, configuration: { baseURL } });
		expect((await vectors.embedQuery("one")).length).toBeGreaterThan(3);
	});

	it("@huggingface/inference with endpointUrl", async () => {
		const client = new InferenceClient(KEY, { endpointUrl: `${baseURL}/chat/completions` });
		expect((await client.chatCompletion({ model: "fast", messages })).choices[0]?.message.content).toBeTruthy();
		let text = "";
		for await (const chunk of client.chatCompletionStream({ model: "fast", messages }))
			text += chunk.choices[0]?.delta.content ?? "";
		expect(text).toBeTruthy();
	});

	it("groq-sdk, together-ai and the Cerebras SDK", async () => {
		// groq-sdk puts /openai/v1 in front of its paths.
		const viaGroq = new Groq({
			apiKey: KEY,
			baseURL: baseURL.slice(0, -"/v1".length),
			fetch: (input, init) => fetch(String(input).replace("/openai/v1", "/v1"), init as RequestInit),
		});
		const clients = [
			viaGroq,
			new Together({ apiKey: KEY, baseURL }),
			new Cerebras({ apiKey: KEY, baseURL: baseURL.slice(0, -"/v1".length), warmTCPConnection: false }),
		];
		for (const client of clients) {
			const { choices } = (await (client as Groq).chat.completions.create({ model: "fast", messages })) as {
				choices: { message: { content: string } }[];
			};
			expect(choices[0]?.message.content).toBeTruthy();
		}
	});

	it("curl", async () => {
		const body = JSON.stringify({ model: "fast", messages, stream: true });
		const args = ["-sN", `${baseURL}/chat/completions`, "-H", `Authorization: Bearer ${KEY}`, "-d", body];
		const { stdout } = await promisify(execFile)("curl", args);
		expect(stdout).toContain("data: [DONE]");
	});
});
