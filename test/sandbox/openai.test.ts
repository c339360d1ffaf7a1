import OpenAI from "openai";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningSandbox, startSandbox } from "../../src/sandbox-server.ts";
import { recording, SPOKEN } from "./samples.ts";

let sandbox: RunningSandbox;
let client: OpenAI;
beforeAll(async () => {
	sandbox = await startSandbox();
	client = new OpenAI({ apiKey: "hf_test", baseURL: `${sandbox.url}/v1`, maxRetries: 0 });
});
afterAll(() => sandbox.close());

it("retrieves a model", async () => {
	expect(await client.models.retrieve("gpt-4o-mini")).toMatchObject({ id: "gpt-4o-mini", object: "model" });
	await expect(client.models.retrieve("no-such-model")).rejects.toMatchObject({ status: 404 });
});

it("completes and embeds", async () => {
	const { choices } = await client.completions.create({
		model: "sandbox/text-generation",
		prompt: "Once",
		max_tokens: 5,
	});
	expect(choices[0]?.text.length).toBeGreaterThan(3);
	const { data } = await client.embeddings.create({ model: "text-embedding-3-small", input: ["a", "b"] });
	expect(data).toHaveLength(2);
});

it("generates images, speaks and transcribes", async () => {
	const image = await client.images.generate({ model: "dall-e-3", prompt: "a cat", response_format: "b64_json" });
	expect(image.data?.[0]?.b64_json).toMatch(/^iVBOR/);
	const speech = await client.audio.speech.create({ model: "tts-1", voice: "alloy", input: "good morning" });
	expect((await speech.arrayBuffer()).byteLength).toBeGreaterThan(1000);
	const file = new File([recording], "speech.wav", { type: "audio/wav" });
	expect((await client.audio.transcriptions.create({ model: "whisper-1", file })).text).toBe(SPOKEN);
});

it("supports the Responses API, with events and tools", async () => {
	const { output_text, usage } = await client.responses.create({ model: "gpt-4o-mini", input: "What is 6 * 7?" });
	expect(output_text).toBe("6 * 7 = 42");
	expect(usage?.input_tokens).toBeGreaterThan(0);
	let text = "";
	for await (const event of await client.responses.create({
		model: "gpt-4o-mini",
		input: "What is 6 * 7?",
		stream: true,
	})) {
		if (event.type === "response.output_text.delta") text += event.delta;
	}
	expect(text).toBe("6 * 7 = 42");
	const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
	const called = await client.responses.create({
		model: "gpt-4o-mini",
		input: "What is the weather in Paris?",
		tools: [{ type: "function", name: "get_weather", description: "The weather of a city", parameters, strict: false }],
	});
	expect(called.output[0]).toMatchObject({ type: "function_call", name: "get_weather", arguments: '{"city":"Paris"}' });
});

it("has no moderations", async () => {
	await expect(client.moderations.create({ input: "x" })).rejects.toMatchObject({ status: 404 });
});
