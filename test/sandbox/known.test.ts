import { describe, expect, it } from "vitest";
import { createAsker } from "./ask.ts";

const { get, post } = createAsker();
const messages = [{ role: "user", content: "hello" }];

describe("models that do not exist", () => {
	it.each(["nobody/nothing", "sandbox/no-such-model", "meta-llama/no-such", "nothing"])("%s is 404", async (model) => {
		const response = await post("/v1/chat/completions", { model, messages });
		expect(response.status).toBe(404);
		expect(await response.json()).toMatchObject({ error: { code: "model_not_found" } });
		expect((await get(`/api/models/${model}`)).status).toBe(404);
		expect((await post(`/hf-inference/models/${model}`, { inputs: "hi" })).status).toBe(404);
		expect((await get(`/v1/models/${model}`)).status).toBe(404);
	});

	it.each(["sandbox/anything", "meta-llama/Llama-9", "gpt-4o-mini"])("%s exists", async (model) => {
		expect((await post("/v1/chat/completions", { model, messages })).status).toBe(200);
	});
});

it.each([
	["sentence-transformers/all-MiniLM-L6-v2", "sentence-similarity"],
	["facebook/detr-resnet-50-panoptic", "image-segmentation"],
	["superb/hubert-large-superb-er", "audio-classification"],
	["facebook/mms-tts-eng", "text-to-speech"],
	["facebook/detr-resnet-50", "object-detection"],
	["openai/whisper-tiny", "automatic-speech-recognition"],
])("%s does %s", async (model, task) => {
	expect(await (await get(`/api/models/${model}?expand[]=pipeline_tag`)).json()).toMatchObject({ pipeline_tag: task });
});

it("gives instruction-tuned text generators the chat tag and template", async () => {
	const record = await (await get("/api/models/google/gemma-2-2b-it")).json();
	expect(record).toMatchObject({
		pipeline_tag: "text-generation",
		tags: expect.arrayContaining(["conversational"]),
		config: { tokenizer_config: { chat_template: expect.stringContaining("messages") } },
	});
	const base = (await (await get("/api/models/google/gemma-2-2b-pt")).json()) as { tags: string[] };
	expect(base.tags).not.toContain("conversational");
});

it("puts providers that accept any image first for image-to-video", async () => {
	const record = await (await get("/api/models/sandbox/image-to-video?expand[]=inferenceProviderMapping")).json();
	const [first] = (record as { inferenceProviderMapping: { provider: string }[] }).inferenceProviderMapping;
	expect(first?.provider).not.toBe("together");
});
