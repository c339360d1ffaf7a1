import { createHuggingFace } from "@ai-sdk/huggingface";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { InferenceClient } from "@huggingface/inference";
import { AIMessage } from "@langchain/core/messages";
import { tool as langchainTool } from "@langchain/core/tools";
import { ChatOpenAI, OpenAIEmbeddings } from "@langchain/openai";
import {
	embedMany,
	generateImage,
	generateObject,
	experimental_generateSpeech as generateSpeech,
	generateText,
	stepCountIs,
	streamText,
	tool,
	experimental_transcribe as transcribe,
} from "ai";
import OpenAI from "openai";
import Together from "together-ai";
import { expect } from "vitest";
import { z } from "zod";
import { ANSWER, collect, expectPng, QUESTION, readImage, SPOKEN, TOOL, TOOL_QUESTION, toFile } from "./samples.ts";
import type { Case, Service } from "./service.ts";

const openai = ({ baseURL, apiKey }: Service) => new OpenAI({ baseURL, apiKey, maxRetries: 0 });
const together = ({ baseURL, apiKey }: Service) => new Together({ baseURL, apiKey, maxRetries: 0 });
const messages = [{ role: "user" as const, content: QUESTION }];
const toolMessages = [{ role: "user" as const, content: TOOL_QUESTION }];

const OPENAI: Case[] = [
	{
		client: "openai",
		does: "chats",
		needs: "chat",
		run: async (service) => {
			const { choices, usage } = await openai(service).chat.completions.create({
				model: service.models.chat,
				messages,
			});
			expect(choices[0]?.message.content).toMatch(ANSWER);
			expect(usage?.completion_tokens).toBeGreaterThan(0);
		},
	},
	{
		client: "openai",
		does: "streams a chat, the usage last",
		needs: "chat",
		run: async (service) => {
			let total: number | undefined;
			const stream = await openai(service).chat.completions.create({
				model: service.models.chat,
				messages,
				stream: true,
				stream_options: { include_usage: true },
			});
			const text = await collect(stream, ({ choices, usage }) => {
				total = usage?.total_tokens ?? total;
				return choices[0]?.delta.content;
			});
			expect(text).toMatch(ANSWER);
			expect(total).toBeGreaterThan(0);
		},
	},
	{
		client: "openai",
		does: "runs tools until the answer is there",
		needs: "tools",
		run: async (service) => {
			const cities: string[] = [];
			const runner = openai(service).chat.completions.runTools({
				model: service.models.chat,
				messages: toolMessages,
				tools: [
					{
						type: "function",
						function: {
							...TOOL.function,
							parse: JSON.parse,
							function: ({ city }: { city: string }) => {
								cities.push(city);
								return JSON.stringify({ degrees: 18 });
							},
						},
					},
				],
			});
			expect(await runner.finalContent()).toContain("18");
			expect(cities).toEqual(["Paris"]);
		},
	},
	{
		client: "openai",
		does: "parses an answer that follows a schema",
		needs: "schema",
		run: async (service) => {
			const schema = {
				type: "object",
				properties: { answer: { type: "string" } },
				required: ["answer"],
				additionalProperties: false,
			};
			const { choices } = await openai(service).chat.completions.create({
				model: service.models.chat,
				messages,
				response_format: { type: "json_schema", json_schema: { name: "answer", strict: true, schema } },
			});
			expect(JSON.parse(choices[0]?.message.content ?? "")).toEqual({ answer: expect.any(String) });
		},
	},
	{
		client: "openai",
		does: "completes, also as a stream",
		needs: "completion",
		run: async (service) => {
			const request = { model: service.models.completion, prompt: "Once upon a time", max_tokens: 8 };
			const { choices } = await openai(service).completions.create(request);
			const stream = await openai(service).completions.create({ ...request, stream: true });
			expect(await collect(stream, ({ choices: [choice] }) => choice?.text)).toBe(choices[0]?.text);
		},
	},
	{
		client: "openai",
		does: "embeds, as base64 and as numbers",
		needs: "embeddings",
		run: async (service) => {
			const request = { model: service.models.embedding, input: ["a cat", "a dog"] };
			const { data } = await openai(service).embeddings.create(request);
			const plain = await openai(service).embeddings.create({ ...request, encoding_format: "float" });
			expect(data).toHaveLength(2);
			expect(data[1]?.embedding[0]).toBeCloseTo(plain.data[1]?.embedding[0] ?? Number.NaN, 5);
		},
	},
	{
		client: "openai",
		does: "generates images",
		needs: "images",
		run: async (service) => {
			const { data } = await openai(service).images.generate({
				model: service.models.image,
				prompt: "a red car",
				size: "256x256",
				n: 2,
				response_format: "b64_json",
			});
			expect(data).toHaveLength(2);
			for (const { b64_json } of data ?? []) expectPng(b64_json);
		},
	},
	{
		client: "openai",
		does: "edits an image",
		needs: "image-edits",
		run: async (service) => {
			const { data } = await openai(service).images.edit({
				model: service.models.image,
				image: readImage(),
				prompt: "at night",
				size: "256x256",
				response_format: "b64_json",
			});
			expectPng(data?.[0]?.b64_json);
		},
	},
	{
		client: "openai",
		does: "speaks and transcribes what was said",
		needs: "transcription",
		run: async (service) => {
			const file = toFile(await speak(service));
			const { transcriptions } = openai(service).audio;
			expect((await transcriptions.create({ model: service.models.transcription, file })).text).toBe(SPOKEN);
		},
	},
	{
		client: "openai",
		does: "streams a transcription",
		needs: "transcription",
		run: async (service) => {
			const file = toFile(await speak(service));
			const { transcriptions } = openai(service).audio;
			const stream = await transcriptions.create({ model: service.models.transcription, file, stream: true });
			let done = "";
			const text = await collect(stream, (event) => {
				if (event.type === "transcript.text.done") done = event.text;
				return event.type === "transcript.text.delta" ? event.delta : "";
			});
			expect([text, done]).toEqual([SPOKEN, SPOKEN]);
		},
	},
	{
		client: "openai",
		does: "lists models and retrieves one",
		needs: "models",
		run: async (service) => {
			const ids: string[] = [];
			for await (const { id } of openai(service).models.list()) ids.push(id);
			expect(ids.length).toBeGreaterThan(0);
			const id = ids[0] ?? "";
			expect((await openai(service).models.retrieve(id)).id).toBe(id);
		},
	},
	{
		client: "openai",
		does: "answers by the Responses API, and goes on from a response",
		needs: "responses",
		run: async (service) => {
			const model = service.models.chat;
			const first = await openai(service).responses.create({ model, input: QUESTION });
			expect(first.output_text).toMatch(ANSWER);
			const input = "What did I just ask?";
			const second = await openai(service).responses.create({ model, input, previous_response_id: first.id });
			expect(second.output_text).toContain(QUESTION);
		},
	},
	{
		client: "openai",
		does: "streams a response",
		needs: "responses",
		run: async (service) => {
			const stream = openai(service).responses.stream({ model: service.models.chat, input: QUESTION });
			const text = await collect(stream, (event) => (event.type === "response.output_text.delta" ? event.delta : ""));
			expect(text).toBe((await stream.finalResponse()).output_text);
		},
	},
	{
		client: "openai",
		does: "gets 404 in OpenAI's form for a model that does not exist",
		needs: "chat",
		run: async (service) => {
			const call = openai(service).chat.completions.create({ model: "no-such/model", messages });
			await expect(call).rejects.toBeInstanceOf(OpenAI.NotFoundError);
		},
	},
	{
		client: "openai",
		does: "uploads, reads and deletes a file",
		needs: "files",
		run: async (service) => {
			const file = new File(["{}\n"], "rows.jsonl");
			const { id } = await openai(service).files.create({ file, purpose: "batch" });
			expect(await (await openai(service).files.content(id)).text()).toBe("{}\n");
			expect((await openai(service).files.delete(id)).deleted).toBe(true);
		},
	},
];

async function speak(service: Service): Promise<ArrayBuffer> {
	const { speech } = openai(service).audio;
	return (await speech.create({ model: service.models.speech, voice: "alloy", input: SPOKEN })).arrayBuffer();
}

const weather = tool({
	description: TOOL.function.description,
	inputSchema: z.object({ city: z.string() }),
	execute: async ({ city }) => ({ city, degrees: 18 }),
});

const compatible = ({ baseURL, apiKey }: Service) => createOpenAICompatible({ name: "service", baseURL, apiKey });
const official = ({ baseURL, apiKey }: Service) => createOpenAI({ baseURL, apiKey });

const AI_SDK: Case[] = [
	{
		client: "@ai-sdk/openai-compatible",
		does: "chats and streams",
		needs: "chat",
		run: async (service) => {
			const model = compatible(service)(service.models.chat);
			const { text } = await generateText({ model, prompt: QUESTION });
			expect(text).toMatch(ANSWER);
			expect(await collect(streamText({ model, prompt: QUESTION }).textStream, (piece) => piece)).toBe(text);
		},
	},
	{
		client: "@ai-sdk/openai-compatible",
		does: "runs a tool and answers with its result",
		needs: "tools",
		run: async (service) => {
			const { text, steps } = await generateText({
				model: compatible(service)(service.models.chat),
				prompt: TOOL_QUESTION,
				tools: { get_weather: weather },
				stopWhen: stepCountIs(3),
			});
			expect(steps[0]?.toolResults[0]?.output).toEqual({ city: "Paris", degrees: 18 });
			expect(text).toContain("18");
		},
	},
	{
		client: "@ai-sdk/openai-compatible",
		does: "reads the reasoning, also as a stream",
		needs: "reasoning",
		run: async (service) => {
			const model = compatible(service)(service.models.reasoning);
			const { reasoningText, text } = await generateText({ model, prompt: QUESTION });
			expect(text).toMatch(ANSWER);
			expect(reasoningText).toContain(QUESTION);
			expect(await streamText({ model, prompt: QUESTION }).reasoningText).toBe(reasoningText);
		},
	},
	{
		client: "@ai-sdk/openai-compatible",
		does: "embeds",
		needs: "embeddings",
		run: async (service) => {
			const model = compatible(service).embeddingModel(service.models.embedding);
			expect((await embedMany({ model, values: ["a cat", "a dog"] })).embeddings).toHaveLength(2);
		},
	},
	{
		client: "@ai-sdk/openai-compatible",
		does: "generates an image",
		needs: "images",
		run: async (service) => {
			const model = compatible(service).imageModel(service.models.image);
			expectPng((await generateImage({ model, prompt: "a red car", size: "256x256" })).image.base64);
		},
	},
	{
		client: "@ai-sdk/openai",
		does: "answers by the Responses API, also as a stream",
		needs: "responses",
		run: async (service) => {
			const model = official(service).responses(service.models.chat);
			const { text } = await generateText({ model, prompt: QUESTION });
			expect(text).toMatch(ANSWER);
			expect(await collect(streamText({ model, prompt: QUESTION }).textStream, (piece) => piece)).toBe(text);
		},
	},
	{
		client: "@ai-sdk/openai",
		does: "runs a tool by the Responses API",
		needs: "responses",
		run: async (service) => {
			const { text, steps } = await generateText({
				model: official(service).responses(service.models.chat),
				prompt: TOOL_QUESTION,
				tools: { get_weather: weather },
				stopWhen: stepCountIs(3),
			});
			expect(steps[0]?.toolResults[0]?.output).toEqual({ city: "Paris", degrees: 18 });
			expect(text).toContain("18");
		},
	},
	{
		client: "@ai-sdk/openai",
		does: "generates an object by the Responses API",
		needs: "responses",
		run: async (service) => {
			const model = official(service).responses(service.models.chat);
			const schema = z.object({ answer: z.string() });
			expect((await generateObject({ model, schema, prompt: QUESTION })).object.answer).not.toBe("");
		},
	},
	{
		client: "@ai-sdk/openai",
		does: "chats, and generates an object",
		needs: "schema",
		run: async (service) => {
			const model = official(service).chat(service.models.chat);
			expect((await generateText({ model, prompt: QUESTION })).text).toMatch(ANSWER);
			const schema = z.object({ answer: z.string() });
			expect((await generateObject({ model, schema, prompt: QUESTION })).object.answer).not.toBe("");
		},
	},
	{
		client: "@ai-sdk/openai",
		does: "speaks and transcribes",
		needs: "transcription",
		run: async (service) => {
			const speech = official(service).speech(service.models.speech);
			const { audio } = await generateSpeech({ model: speech, text: SPOKEN });
			const model = official(service).transcription(service.models.transcription);
			expect((await transcribe({ model, audio: audio.uint8Array })).text).toBe(SPOKEN);
		},
	},
	{
		client: "@ai-sdk/openai",
		does: "generates and edits an image",
		needs: "image-edits",
		run: async (service) => {
			const model = official(service).image(service.models.image);
			const { image } = await generateImage({ model, prompt: "a red car", size: "256x256" });
			expectPng(image.base64);
			const prompt = { text: "at night", images: [image.uint8Array] };
			expectPng((await generateImage({ model, prompt, size: "256x256" })).image.base64);
		},
	},
	{
		client: "@ai-sdk/huggingface",
		does: "answers by the Responses API",
		needs: "responses",
		run: async (service) => {
			const model = createHuggingFace({ baseURL: service.baseURL, apiKey: service.apiKey })(service.models.chat);
			const { text } = await generateText({ model, prompt: QUESTION });
			expect(text).toMatch(ANSWER);
			expect(await collect(streamText({ model, prompt: QUESTION }).textStream, (piece) => piece)).toBe(text);
		},
	},
];

const langchain = ({ baseURL, apiKey }: Service, model: string) =>
	new ChatOpenAI({ model, apiKey, configuration: { baseURL }, maxRetries: 0 });

const OTHERS: Case[] = [
	{
		client: "@langchain/openai",
		does: "chats and streams",
		needs: "chat",
		run: async (service) => {
			const model = langchain(service, service.models.chat);
			expect((await model.invoke(QUESTION)).text).toMatch(ANSWER);
			expect(await collect(await model.stream(QUESTION), ({ text }) => text)).toMatch(ANSWER);
		},
	},
	{
		client: "@langchain/openai",
		does: "calls a tool",
		needs: "tools",
		run: async (service) => {
			const own = langchainTool(async () => "18", {
				name: "get_weather",
				description: TOOL.function.description,
				schema: z.object({ city: z.string() }),
			});
			const message = await langchain(service, service.models.chat).bindTools([own]).invoke(TOOL_QUESTION);
			expect(AIMessage.isInstance(message) ? message.tool_calls : []).toMatchObject([
				{ name: "get_weather", args: { city: "Paris" } },
			]);
		},
	},
	{
		client: "@langchain/openai",
		does: "embeds",
		needs: "embeddings",
		run: async (service) => {
			const configuration = { baseURL: service.baseURL };
			const model = new OpenAIEmbeddings({ model: service.models.embedding, apiKey: service.apiKey, configuration });
			const [first, second] = await model.embedDocuments(["a cat", "a dog"]);
			expect(first?.length).toBe(second?.length);
			expect(await model.embedQuery("a cat")).toEqual(first);
		},
	},
	{
		client: "together-ai",
		does: "chats and streams",
		needs: "chat",
		run: async (service) => {
			const request = { model: service.models.chat, messages };
			const { choices } = await together(service).chat.completions.create(request);
			expect(choices[0]?.message?.content).toMatch(ANSWER);
			const stream = await together(service).chat.completions.create({ ...request, stream: true });
			expect(await collect(stream, (chunk) => chunk.choices[0]?.delta.content)).toMatch(ANSWER);
		},
	},
	{
		client: "together-ai",
		does: "embeds",
		needs: "embeddings",
		run: async (service) => {
			const request = { model: service.models.embedding, input: ["a cat", "a dog"] };
			expect((await together(service).embeddings.create(request)).data).toHaveLength(2);
		},
	},
	{
		client: "@huggingface/inference",
		does: "chats and streams at an endpoint",
		needs: "chat",
		run: async (service) => {
			const client = new InferenceClient(service.apiKey, { endpointUrl: service.baseURL });
			const request = { model: service.models.chat, messages };
			expect((await client.chatCompletion(request)).choices[0]?.message.content).toMatch(ANSWER);
			const stream = client.chatCompletionStream(request);
			expect(await collect(stream, ({ choices }) => choices[0]?.delta.content)).toMatch(ANSWER);
		},
	},
];

/** What clients of OpenAI's form do; for any server of that form. */
export const OPENAI_CASES: readonly Case[] = [...OPENAI, ...AI_SDK, ...OTHERS];
