import { connect, type Socket } from "node:net";
import { InferenceClient as ReferenceClient } from "@huggingface/inference";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { InferenceClient } from "../../src/index.ts";
import { type RunningSandbox, redirectToSandbox, startSandbox } from "../../src/sandbox-server.ts";
import { recognise, SAMPLES } from "./samples.ts";

let sandbox: RunningSandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ pendingPolls: 0 });
});
afterAll(() => sandbox.close());

const messages = [{ role: "user" as const, content: "Explain attention in one sentence" }];

describe("the official OpenAI client", () => {
	const client = (): OpenAI => new OpenAI({ apiKey: "hf_test", baseURL: `${sandbox.url}/v1`, maxRetries: 0 });

	it("chats", async () => {
		const { choices } = await client().chat.completions.create({ model: "sandbox/chat", messages });
		expect(choices[0]?.message.content).toMatch(/^Attention/);
	});

	it("streams", async () => {
		const stream = await client().chat.completions.create({
			model: "sandbox/chat",
			messages,
			stream: true,
			stream_options: { include_usage: true },
		});
		let text = "";
		let usage = 0;
		for await (const chunk of stream) {
			text += chunk.choices[0]?.delta.content ?? "";
			usage = chunk.usage?.completion_tokens ?? usage;
		}
		expect(text).toMatch(/^Attention.*\.$/);
		expect(usage).toBeGreaterThan(10);
	});

	it("embeds at a provider's own URL", async () => {
		const direct = new OpenAI({ apiKey: "sk-test", baseURL: `${sandbox.url}/@api.together.xyz/v1` });
		const { data } = await direct.embeddings.create({ model: "bge", input: ["a cat", "a dog"], dimensions: 16 });
		expect(data.map(({ embedding }) => embedding.length)).toEqual([16, 16]);
		expect(Math.hypot(...(data[0]?.embedding ?? []))).toBeCloseTo(1, 5);
	});

	it("reads the errors", async () => {
		const refused = new OpenAI({ apiKey: "hf_invalid", baseURL: `${sandbox.url}/v1`, maxRetries: 0 });
		await expect(refused.models.list()).rejects.toMatchObject({ status: 401 });
		await expect(client().chat.completions.create({ model: "sandbox/missing", messages })).rejects.toMatchObject({
			status: 404,
		});
	});
});

describe("the reference client", () => {
	// Its look-ups, polls and downloads use the global fetch, hence the replacement.
	const original = globalThis.fetch;
	beforeAll(() => {
		globalThis.fetch = redirectToSandbox(sandbox.url, original);
	});
	afterAll(() => {
		globalThis.fetch = original;
	});

	it.each([
		["through the router", "hf_test"],
		["directly", "sk-test"],
	])("chats %s", async (_, token) => {
		const client = new ReferenceClient(token);
		const { choices } = await client.chatCompletion({ provider: "together", model: "sandbox/chat", messages });
		expect(choices[0]?.message.content).toMatch(/^Attention/);
		let text = "";
		for await (const chunk of client.chatCompletionStream({ provider: "novita", model: "sandbox/chat", messages })) {
			text += chunk.choices[0]?.delta.content ?? "";
		}
		expect(text).toMatch(/^Attention/);
	});

	// The tasks it serves as the sandbox's own client does; groq and novita cannot complete texts with it.
	it.each([
		["hf-inference", "fillMask", "fill-mask"],
		["hf-inference", "questionAnswering", "question-answering"],
		["hf-inference", "sentenceSimilarity", "sentence-similarity"],
		["hf-inference", "tableQuestionAnswering", "table-question-answering"],
		["hf-inference", "tokenClassification", "token-classification"],
		["hf-inference", "objectDetection", "object-detection"],
		["hf-inference", "imageSegmentation", "image-segmentation"],
		["hf-inference", "audioClassification", "audio-classification"],
		["hf-inference", "textToSpeech", "text-to-speech"],
		["fal-ai", "textToImage", "text-to-image"],
		["fal-ai", "imageToVideo", "image-to-video"],
		["fal-ai", "automaticSpeechRecognition", "automatic-speech-recognition"],
		["replicate", "textToVideo", "text-to-video"],
		["replicate", "imageToImage", "image-to-image"],
		["nebius", "featureExtraction", "feature-extraction"],
		["together", "textToImage", "text-to-image"],
	] as const)("%s %s", async (provider, method, task) => {
		const client = new ReferenceClient("hf_test") as unknown as Record<string, (args: object) => Promise<unknown>>;
		const result = await client[method]?.({ provider, model: `sandbox/${task}`, ...SAMPLES[task] });
		if (result instanceof Blob) expect(await recognise(result)).not.toBe("unknown");
		else expect(JSON.stringify(result).length).toBeGreaterThan(2);
	});
});

it("stops a stream when the client disconnects, and closes at once", async () => {
	const slow = await startSandbox({ latency: 100 });
	const client = new InferenceClient("hf_test", { hubUrl: slow.url, routerUrl: slow.url });
	// Hundreds of pieces: half a minute, if it went on.
	const content = `Repeat: ${"word ".repeat(300)}`;
	const started = performance.now();
	for await (const chunk of client.chatCompletionStream({
		model: "sandbox/chat",
		messages: [{ role: "user", content }],
	})) {
		if (chunk.choices[0]?.delta.content) break;
	}
	await slow.close();
	expect(performance.now() - started).toBeLessThan(15_000);
});

it("breaks the connection on request", async () => {
	const broken = await startSandbox({ faults: [{ kind: "drop", probability: 1 }] });
	const client = new InferenceClient("hf_test", { hubUrl: broken.url, routerUrl: broken.url, retry_on_error: false });
	await expect(client.chatCompletion({ model: "sandbox/chat", messages })).rejects.toThrow();
	await broken.close();
});

it("reports a port in use", async () => {
	const port = Number(new URL(sandbox.url).port);
	await expect(startSandbox({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

it("refuses half-sent requests that together hold more than 256 MB, and answers the next one", async () => {
	const sandbox = await startSandbox();
	const { port } = new URL(sandbox.url);
	const part = Buffer.alloc(52 * 2 ** 20, 0x20);
	const sockets: Socket[] = [];
	const refused = new Promise<string>((resolve) => {
		for (let count = 0; count < 5; count++) {
			const socket = connect(Number(port), "127.0.0.1", () => {
				socket.write(
					`POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer hf_x\r\nContent-Type: application/json\r\nContent-Length: ${part.length + 1}\r\n\r\n`,
				);
				socket.write(part);
			});
			socket.on("error", () => undefined);
			socket.on("data", (part) => resolve(part.toString()));
			sockets.push(socket);
		}
	});
	expect(await refused).toMatch(/^HTTP\/1\.1 503 /);
	expect((await fetch(`${sandbox.url}/v1/models`, { headers: { authorization: "Bearer hf_x" } })).status).toBe(200);
	for (const socket of sockets) socket.destroy();
	await sandbox.close();
});
