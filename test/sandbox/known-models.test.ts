import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { TASK_MODELS } from "../../src/catalogue/task-models.ts";
import { modelExists } from "../../src/sandbox/known-models.ts";
import { createRecord } from "../../src/sandbox/records.ts";
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

it("knows the models that the catalogue and the documentation name", async () => {
	// The same model stands under two tasks of the catalogue; it has one on Hugging Face.
	const elsewhere = ["google/tapas-base-finetuned-wtq", "Lightricks/LTX-Video"];
	const listed = Object.entries(TASK_MODELS).flatMap(([task, models]) =>
		(models ?? []).map((model) => ({ model, task })),
	);
	expect(listed.length).toBeGreaterThan(100);
	for (const { model, task } of listed.filter(({ model }) => !elsewhere.includes(model)))
		expect(createRecord(model, 0)["pipeline_tag"], model).toBe(task);
	const texts = ["README.md", ...readdirSync("docs").map((name) => `docs/${name}`)].filter((path) =>
		path.endsWith(".md"),
	);
	const named = texts.flatMap((path) =>
		[...readFileSync(path, "utf8").matchAll(/(?:-m |model: ?")([A-Z][\w.-]*\/[\w.-]+\d[\w.-]*[A-Za-z])/g)].map(
			([, id = ""]) => id,
		),
	);
	for (const { model } of [...listed, ...named.map((model) => ({ model }))])
		expect(modelExists(model), model).toBe(true);
	expect(named.length).toBeGreaterThan(3);
});

// Owners that fixtures make up, and one that is misspelled.
it.each(["lumen-labs/photo-xl", "acme/chat-7b", "opena/gpt-oss-20b"])("%s does not exist", async (model) => {
	const found = await get(`/api/models/${model}`);
	expect(found.status).toBe(404);
	expect(await found.text()).toContain("not found");
	const answered = await post("/v1/chat/completions", { model, messages });
	expect(answered.status).toBe(404);
	expect(await answered.text()).toContain("does not exist");
});

it.each([
	"openai/gpt-oss-21b",
	"Qwen/Qwen3-9B",
	"Helsinki-NLP/opus-mt-en-fr",
	"facebook/mms-tts-fra",
	"google/gemma-2-2b-pt",
	"BAAI/bge-small-zh-v1.5",
	"openai/whisper-base",
	"black-forest-labs/FLUX-1-schnell",
])("%s is a sibling of a known model", async (model) => {
	expect((await get(`/api/models/${model}`)).status).toBe(200);
});

it("is found by words and stems, exact names first", async () => {
	const find = async (query: string): Promise<string[]> =>
		((await (await get(`/api/models?search=${query}`)).json()) as { id: string }[]).map(({ id }) => id);
	expect((await find("whisper large v3"))[0]).toBe("openai/whisper-large-v3");
	expect(await find("depths")).toContain("Intel/dpt-large");
	expect(await find("nothing-like-it")).toEqual([]);
});

it.each([
	["sentence-transformers/all-MiniLM-L6-v2", "sentence-similarity"],
	["facebook/detr-resnet-50-panoptic", "image-segmentation"],
	["superb/hubert-large-superb-er", "audio-classification"],
	["facebook/mms-tts-eng", "text-to-speech"],
	["facebook/detr-resnet-50", "object-detection"],
	["openai/whisper-tiny", "automatic-speech-recognition"],
	["openai-community/gpt2", "text-generation"],
	["google-bert/bert-base-uncased", "fill-mask"],
	["facebook/mms-1b-all", "automatic-speech-recognition"],
	["Intel/dpt-large", "depth-estimation"],
	["google/owlvit-base-patch32", "zero-shot-object-detection"],
	["dandelin/vilt-b32-finetuned-vqa", "visual-question-answering"],
	["BAAI/bge-reranker-large", "text-ranking"],
	["MCG-NJU/videomae-large", "video-classification"],
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
