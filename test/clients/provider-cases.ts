import { createCerebras } from "@ai-sdk/cerebras";
import { createCohere } from "@ai-sdk/cohere";
import { createDeepInfra } from "@ai-sdk/deepinfra";
import { createFal } from "@ai-sdk/fal";
import { createFireworks } from "@ai-sdk/fireworks";
import { createGroq } from "@ai-sdk/groq";
import { createReplicate } from "@ai-sdk/replicate";
import { createTogetherAI } from "@ai-sdk/togetherai";
import Cerebras from "@cerebras/cerebras_cloud_sdk";
import { createFalClient } from "@fal-ai/client";
import { InferenceClient } from "@huggingface/inference";
import {
	type EmbeddingModel,
	embed,
	generateImage,
	experimental_generateSpeech as generateSpeech,
	generateText,
	type ImageModel,
	type LanguageModel,
	rerank,
	stepCountIs,
	streamText,
	tool,
	experimental_transcribe as transcribe,
} from "ai";
import { CohereClientV2 } from "cohere-ai";
import Groq from "groq-sdk";
import Replicate from "replicate";
import Together from "together-ai";
import { expect } from "vitest";
import { z } from "zod";
import { ANSWER, collect, expectPng, QUESTION, readImage, SPOKEN, TOOL, TOOL_QUESTION, toFile } from "./samples.ts";
import type { ProviderCase, ProviderSandbox } from "./service.ts";

// Some models of a table do not take every option of its case.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

const LLAMA = "meta-llama/Llama-3.1-8B-Instruct";
const messages = [{ role: "user" as const, content: QUESTION }];
const toolMessages = [{ role: "user" as const, content: TOOL_QUESTION }];
const ARGUMENTS = '{"city":"Paris"}';

const groq = ({ at, apiKey }: ProviderSandbox) => new Groq({ baseURL: at("api.groq.com"), apiKey, maxRetries: 0 });
const cerebras = ({ at, apiKey }: ProviderSandbox) =>
	new Cerebras({ baseURL: at("api.cerebras.ai"), apiKey, maxRetries: 0, warmTCPConnection: false });
const together = ({ fetch, apiKey }: ProviderSandbox) => new Together({ fetch, apiKey, maxRetries: 0 });
const replicate = ({ fetch, apiKey }: ProviderSandbox) => new Replicate({ auth: apiKey, fetch });
const fal = ({ fetch, apiKey }: ProviderSandbox) => createFalClient({ credentials: apiKey, fetch });
const cohere = ({ fetch, apiKey }: ProviderSandbox) => new CohereClientV2({ token: apiKey, fetch });
const huggingFace = ({ fetch }: ProviderSandbox) => new InferenceClient("hf_sandbox", { fetch, retry_on_error: false });

const SDKS: ProviderCase[] = [
	{
		client: "groq-sdk",
		does: "chats, streams and calls a tool",
		run: async (sandbox) => {
			const { completions } = groq(sandbox).chat;
			const model = "llama-3.1-8b-instant";
			expect((await completions.create({ model, messages })).choices[0]?.message.content).toMatch(ANSWER);
			const stream = await completions.create({ model, messages, stream: true });
			expect(await collect(stream, ({ choices }) => choices[0]?.delta.content)).toMatch(ANSWER);
			const called = await completions.create({ model, messages: toolMessages, tools: [TOOL] });
			expect(called.choices[0]?.message.tool_calls?.[0]?.function).toEqual({
				name: "get_weather",
				arguments: ARGUMENTS,
			});
		},
	},
	{
		client: "groq-sdk",
		does: "reads the reasoning",
		run: async (sandbox) => {
			const { choices } = await groq(sandbox).chat.completions.create({ model: "openai/gpt-oss-20b", messages });
			expect(choices[0]?.message.reasoning).toContain(QUESTION);
			expect(choices[0]?.message.content).toMatch(ANSWER);
		},
	},
	{
		client: "groq-sdk",
		does: "speaks, transcribes and translates, and lists models",
		run: async (sandbox) => {
			const client = groq(sandbox);
			const speech = await client.audio.speech.create({ model: "playai-tts", voice: "Fritz-PlayAI", input: SPOKEN });
			const file = toFile(await speech.arrayBuffer());
			const model = "whisper-large-v3";
			expect((await client.audio.transcriptions.create({ model, file })).text).toBe(SPOKEN);
			expect((await client.audio.translations.create({ model, file })).text).toBe(SPOKEN);
			expect((await client.models.list()).data.length).toBeGreaterThan(0);
		},
	},
	{
		client: "@cerebras/cerebras_cloud_sdk",
		does: "chats, streams and lists models",
		run: async (sandbox) => {
			const client = cerebras(sandbox);
			const model = "llama3.1-8b";
			const answer = await client.chat.completions.create({ model, messages });
			expect(JSON.stringify(answer)).toMatch(ANSWER);
			const stream = await client.chat.completions.create({ model, messages, stream: true });
			const text = await collect(stream, (chunk) => {
				const [choice] = (chunk as { choices: { delta: { content?: string } }[] }).choices;
				return choice?.delta.content;
			});
			expect(text).toMatch(ANSWER);
			expect((await client.models.list()).data.length).toBeGreaterThan(0);
		},
	},
	{
		client: "together-ai",
		does: "lists models and generates an image",
		run: async (sandbox) => {
			const models = await together(sandbox).models.list();
			expect(models[0]).toMatchObject({ id: expect.any(String), object: "model", type: expect.any(String) });
			const { data } = await together(sandbox).images.generate({
				model: "black-forest-labs/FLUX.1-schnell",
				prompt: "a red car",
				width: 64,
				height: 64,
				response_format: "base64",
			});
			expectPng(data[0] && "b64_json" in data[0] ? data[0].b64_json : undefined);
		},
	},
	{
		client: "together-ai",
		does: "generates a video, speaks, transcribes and reranks",
		run: async (sandbox) => {
			const client = together(sandbox);
			const job = await client.videos.create({ model: "minimax/hailuo-02", prompt: "a star", width: 64, height: 64 });
			let video = await client.videos.retrieve(job.id);
			while (video.status !== "completed") video = await client.videos.retrieve(job.id);
			expect((await fetch(video.outputs?.video_url ?? "")).headers.get("content-type")).toBe("video/mp4");
			const speech = await client.audio.speech.create({ model: "cartesia/sonic", voice: "alloy", input: SPOKEN });
			const file = toFile(await speech.arrayBuffer());
			const { text } = await client.audio.transcriptions.create({ model: "openai/whisper-large-v3", file });
			expect(text).toBe(SPOKEN);
			const documents = ["tax law", "a cat on a mat"];
			const ranked = await client.rerank.create({ model: "Salesforce/Llama-Rank-V1", query: "cats", documents });
			expect(ranked.results[0]?.index).toBe(1);
		},
	},
	{
		client: "replicate",
		does: "describes a model and runs it",
		run: async (sandbox) => {
			const client = replicate(sandbox);
			const model = await client.models.get("black-forest-labs", "flux-schnell");
			expect(model).toMatchObject({ owner: "black-forest-labs", name: "flux-schnell" });
			expect(model.latest_version?.id).toMatch(/^[0-9a-f]{64}$/);
			const input = { prompt: "a red car", width: 64, height: 64 };
			const [file] = (await client.run("black-forest-labs/flux-schnell", { input })) as [unknown];
			expect((await fetch(String(file))).headers.get("content-type")).toBe("image/png");
		},
	},
	{
		client: "replicate",
		does: "uploads an image and edits it, polling for the end",
		run: async (sandbox) => {
			const client = replicate(sandbox);
			const input = { prompt: "at night", input_image: readImage() };
			const output = await client.run("black-forest-labs/flux-kontext-pro", {
				input,
				wait: { mode: "poll", interval: 10 },
			});
			expect(output).toHaveLength(1);
		},
	},
	{
		client: "replicate",
		does: "writes text with a language model, and cancels a prediction",
		run: async (sandbox) => {
			const client = replicate(sandbox);
			const output = await client.run("meta/meta-llama-3-8b-instruct", { input: { prompt: QUESTION } });
			expect((output as string[]).join("")).toMatch(ANSWER);
			const { id } = await client.predictions.create({
				model: "sandbox/endless-text-to-image",
				input: { prompt: "x" },
			});
			expect((await client.predictions.cancel(id)).status).toBe("canceled");
		},
	},
	{
		client: "@fal-ai/client",
		does: "generates an image through the queue",
		run: async (sandbox) => {
			const states: string[] = [];
			const { data } = await fal(sandbox).subscribe("fal-ai/flux/schnell", {
				input: { prompt: "a red car", image_size: { width: 64, height: 64 } },
				pollInterval: 10,
				onQueueUpdate: ({ status }) => states.push(status),
			});
			expect((await fetch(data.images[0]?.url ?? "")).headers.get("content-type")).toBe("image/png");
			expect(states).toContain("COMPLETED");
		},
	},
	{
		client: "@fal-ai/client",
		does: "uploads an image and edits it",
		run: async (sandbox) => {
			const client = fal(sandbox);
			const image_url = await client.storage.upload(readImage());
			const uploaded = await (await fetch(image_url)).arrayBuffer();
			expect(Buffer.from(uploaded)).toEqual(Buffer.from(await readImage().arrayBuffer()));
			const { data } = await client.run("fal-ai/flux-kontext/dev", { input: { prompt: "at night", image_url } });
			expect(data).toMatchObject({ images: [{ content_type: "image/png" }] });
		},
	},
	{
		client: "@fal-ai/client",
		does: "cancels a job",
		run: async (sandbox) => {
			const client = fal(sandbox);
			const app = "sandbox/endless-text-to-image";
			const { request_id: requestId } = await client.queue.submit(app, { input: { prompt: "x" } });
			await client.queue.cancel(app, { requestId });
			await expect(client.queue.result(app, { requestId })).rejects.toThrow();
		},
	},
	{
		client: "cohere-ai",
		does: "chats, streams and calls a tool",
		run: async (sandbox) => {
			const client = cohere(sandbox);
			const model = "command-r-plus";
			const answer = await client.chat({ model, messages });
			expect(answer.finishReason).toBe("COMPLETE");
			expect(answer.message.content?.[0]).toMatchObject({ type: "text", text: expect.stringMatching(ANSWER) });
			const text = await collect(await client.chatStream({ model, messages }), (event) =>
				event.type === "content-delta" ? event.delta?.message?.content?.text : "",
			);
			expect(text).toMatch(ANSWER);
			const called = await client.chat({ model, messages: toolMessages, tools: [TOOL] });
			expect(called.message.toolCalls?.[0]?.function?.arguments).toBe(ARGUMENTS);
		},
	},
	{
		client: "cohere-ai",
		does: "embeds and reranks",
		run: async (sandbox) => {
			const client = cohere(sandbox);
			const { embeddings } = await client.embed({
				model: "embed-v4.0",
				texts: ["a cat", "a dog"],
				inputType: "search_document",
				embeddingTypes: ["float", "int8"],
			});
			expect([embeddings.float?.length, embeddings.int8?.length]).toEqual([2, 2]);
			const documents = ["tax law", "a cat on a mat"];
			const { results } = await client.rerank({ model: "rerank-v3.5", query: "cats", documents, topN: 1 });
			expect(results.map(({ index }) => index)).toEqual([1]);
		},
	},
	{
		client: "@huggingface/inference",
		does: "chats at auto and at a provider",
		run: async (sandbox) => {
			const client = huggingFace(sandbox);
			for (const provider of ["auto", "novita"] as const) {
				const { choices } = await client.chatCompletion({ model: LLAMA, provider, messages });
				expect(choices[0]?.message.content).toMatch(ANSWER);
			}
		},
	},
	{
		client: "@huggingface/inference",
		does: "embeds, generates an image, and transcribes",
		run: async (sandbox) => {
			const client = huggingFace(sandbox);
			const provider = "hf-inference";
			const vector = await client.featureExtraction({ model: "sandbox/feature-extraction", provider, inputs: "a cat" });
			expect(vector).toHaveLength(384);
			const image = await client.textToImage({
				model: "sandbox/text-to-image",
				provider,
				inputs: "a red car",
				parameters: { width: 64, height: 64 },
			});
			expect((image as unknown as Blob).type).toBe("image/png");
			const data = await client.textToSpeech({ model: "sandbox/text-to-speech", provider, inputs: SPOKEN });
			const model = "sandbox/automatic-speech-recognition";
			expect((await client.automaticSpeechRecognition({ model, provider, data })).text).toBe(SPOKEN);
		},
	},
];

interface Models {
	chat?: LanguageModel;
	reasoning?: LanguageModel;
	embedding?: EmbeddingModel;
	image?: ImageModel;
}

/** The same for each package of the AI SDK: what its models can do. */
const AI_SDK: { client: string; create(sandbox: ProviderSandbox): Models }[] = [
	{
		client: "@ai-sdk/groq",
		create: ({ at, apiKey }) => {
			const provider = createGroq({ baseURL: at("api.groq.com", "openai/v1"), apiKey });
			return { chat: provider("llama-3.1-8b-instant"), reasoning: provider("openai/gpt-oss-20b") };
		},
	},
	{
		client: "@ai-sdk/togetherai",
		create: ({ at, apiKey }) => {
			const provider = createTogetherAI({ baseURL: at("api.together.xyz", "v1"), apiKey });
			return {
				chat: provider(LLAMA),
				reasoning: provider("deepseek-ai/DeepSeek-R1"),
				embedding: provider.embeddingModel("BAAI/bge-large-en-v1.5"),
				image: provider.imageModel("black-forest-labs/FLUX.1-schnell"),
			};
		},
	},
	{
		client: "@ai-sdk/cohere",
		create: ({ at, apiKey }) => {
			const provider = createCohere({ baseURL: at("api.cohere.com", "v2"), apiKey });
			return {
				chat: provider("command-r-plus"),
				reasoning: provider("command-a-reasoning-08-2025"),
				embedding: provider.embeddingModel("embed-v4.0"),
			};
		},
	},
	{
		client: "@ai-sdk/deepinfra",
		create: ({ at, apiKey }) => {
			const provider = createDeepInfra({ baseURL: at("api.deepinfra.com", "v1"), apiKey });
			return {
				chat: provider(LLAMA),
				reasoning: provider("deepseek-ai/DeepSeek-R1"),
				embedding: provider.embeddingModel("BAAI/bge-large-en-v1.5"),
				image: provider.imageModel("black-forest-labs/FLUX-1-schnell"),
			};
		},
	},
	{
		client: "@ai-sdk/fireworks",
		create: ({ at, apiKey }) => {
			const provider = createFireworks({ baseURL: at("api.fireworks.ai", "inference/v1"), apiKey });
			return {
				chat: provider("accounts/fireworks/models/llama-v3p1-8b-instruct"),
				embedding: provider.embeddingModel("nomic-ai/nomic-embed-text-v1.5"),
				image: provider.imageModel("accounts/fireworks/models/flux-1-schnell-fp8"),
			};
		},
	},
	{
		client: "@ai-sdk/cerebras",
		create: ({ at, apiKey }) => {
			const provider = createCerebras({ baseURL: at("api.cerebras.ai", "v1"), apiKey });
			return { chat: provider("llama3.1-8b"), reasoning: provider("gpt-oss-120b") };
		},
	},
	{
		client: "@ai-sdk/fal",
		create: ({ fetch, apiKey }) => ({ image: createFal({ apiKey, fetch }).image("fal-ai/flux/schnell") }),
	},
	{
		client: "@ai-sdk/replicate",
		create: ({ fetch, apiKey }) => ({
			image: createReplicate({ apiToken: apiKey, fetch }).image("black-forest-labs/flux-schnell"),
		}),
	},
];

const weather = tool({
	description: TOOL.function.description,
	inputSchema: z.object({ city: z.string() }),
	execute: async ({ city }) => ({ city, degrees: 18 }),
});

type FeatureOf<Model> = [does: string, run: (model: Model) => Promise<void>];

const FEATURES: { [Kind in keyof Models]-?: FeatureOf<NonNullable<Models[Kind]>>[] } = {
	chat: [
		[
			"chats and streams",
			async (model) => {
				expect((await generateText({ model, prompt: QUESTION })).text).toMatch(ANSWER);
				expect(await collect(streamText({ model, prompt: QUESTION }).textStream, (piece) => piece)).toMatch(ANSWER);
			},
		],
		[
			"runs a tool, also in a stream",
			async (model) => {
				const request = { model, prompt: TOOL_QUESTION, tools: { get_weather: weather }, stopWhen: stepCountIs(3) };
				const { text, steps } = await generateText(request);
				expect(steps[0]?.toolResults[0]?.output).toEqual({ city: "Paris", degrees: 18 });
				expect(text).toContain("18");
				expect(await streamText(request).text).toContain("18");
			},
		],
	],
	reasoning: [
		[
			"reads the reasoning",
			async (model) => {
				expect((await generateText({ model, prompt: QUESTION })).reasoningText).toContain(QUESTION);
				expect(await streamText({ model, prompt: QUESTION }).reasoningText).toContain(QUESTION);
			},
		],
	],
	embedding: [
		[
			"embeds",
			async (model) => {
				expect((await embed({ model, value: "a cat" })).embedding.length).toBeGreaterThan(100);
			},
		],
	],
	image: [
		[
			"generates an image",
			async (model) => {
				expectPng((await generateImage({ model, prompt: "a red car", size: "512x512" })).image.base64);
			},
		],
	],
};

function listAiSdkCases(): ProviderCase[] {
	const probe = { url: "http://sandbox.test", at: () => "http://sandbox.test", fetch, apiKey: "key" };
	return AI_SDK.flatMap(({ client, create }) => {
		const offered = create(probe);
		const casesOf = <Model>(
			features: FeatureOf<Model>[],
			pick: (models: Models) => Model | undefined,
		): ProviderCase[] =>
			pick(offered) === undefined
				? []
				: features.map(([does, run]) => ({
						client,
						does,
						run: async (sandbox) => {
							const model = pick(create(sandbox));
							if (model === undefined) throw new Error("The package has no such model.");
							await run(model);
						},
					}));
		return [
			...casesOf(FEATURES.chat, ({ chat }) => chat),
			...casesOf(FEATURES.reasoning, ({ reasoning }) => reasoning),
			...casesOf(FEATURES.embedding, ({ embedding }) => embedding),
			...casesOf(FEATURES.image, ({ image }) => image),
		];
	});
}

const AI_SDK_ALONE: ProviderCase[] = [
	{
		client: "@ai-sdk/groq",
		does: "transcribes",
		run: async ({ at, apiKey, ...sandbox }) => {
			const audio = await recording({ at, apiKey, ...sandbox });
			const model = createGroq({ baseURL: at("api.groq.com", "openai/v1"), apiKey }).transcription("whisper-large-v3");
			expect((await transcribe({ model, audio })).text).toBe(SPOKEN);
		},
	},
	{
		client: "@ai-sdk/fal",
		does: "speaks and transcribes",
		run: async ({ fetch, apiKey }) => {
			const provider = createFal({ apiKey, fetch });
			const { audio } = await generateSpeech({
				model: provider.speech("fal-ai/kokoro/american-english"),
				text: SPOKEN,
			});
			const model = provider.transcription("whisper");
			expect((await transcribe({ model, audio: audio.uint8Array })).text).toBe(SPOKEN);
		},
	},
	...(["@ai-sdk/cohere", "@ai-sdk/togetherai"] as const).map(
		(client): ProviderCase => ({
			client,
			does: "reranks",
			run: async ({ at, apiKey }) => {
				const model =
					client === "@ai-sdk/cohere"
						? createCohere({ baseURL: at("api.cohere.com", "v2"), apiKey }).reranking("rerank-v3.5")
						: createTogetherAI({ baseURL: at("api.together.xyz", "v1"), apiKey }).reranking("Salesforce/Llama-Rank-V1");
				const { ranking } = await rerank({ model, query: "cats", documents: ["tax law", "a cat on a mat"], topN: 1 });
				expect(ranking[0]?.originalIndex).toBe(1);
			},
		}),
	),
];

async function recording(sandbox: ProviderSandbox): Promise<Uint8Array> {
	const { speech } = groq(sandbox).audio;
	const response = await speech.create({ model: "playai-tts", voice: "Fritz-PlayAI", input: SPOKEN });
	return new Uint8Array(await response.arrayBuffer());
}

/** What clients of the providers' own forms do. */
export const PROVIDER_CASES: readonly ProviderCase[] = [...SDKS, ...listAiSdkCases(), ...AI_SDK_ALONE];
