import { describe, expect, it } from "vitest";
import { createAsker } from "./ask.ts";

/** Answers of the sandbox that looked broken. */

const { get, post, say } = createAsker();
const ask = async (model: string, body: object): Promise<unknown> =>
	(await post(`/hf-inference/models/${model}`, body)).json();
const NO_MODEL = /^Sandbox: no model here\. Try [^\n]+, or a real provider\.$/;

const isCloser = (near: number | undefined, far: number | undefined): boolean => (near ?? 0) > (far ?? 1);

describe("sandbox: translations are correct or omitted", () => {
	it.each([
		["Helsinki-NLP/opus-mt-en-de", "The cat sleeps.", "Die Katze schläft."],
		["Helsinki-NLP/opus-mt-en-fr", "How are you?", "Comment vas-tu ?"],
		["Helsinki-NLP/opus-mt-en-fr", "The cat sleeps on the sofa.", "Le chat dort sur le canapé."],
		["Helsinki-NLP/opus-mt-en-fr", "Hello, world!", "Bonjour le monde"],
		["Helsinki-NLP/opus-mt-en-de", "cat", "Katze"],
		["Helsinki-NLP/opus-mt-en-de", "My cat", NO_MODEL],
		["Helsinki-NLP/opus-mt-en-de", "Red house", NO_MODEL],
		["Helsinki-NLP/opus-mt-en-de", "I have a big dog and a cat.", NO_MODEL],
		["Helsinki-NLP/opus-mt-en-de", "The quarterly report surprised nobody.", NO_MODEL],
	])("%s: %s", async (model, inputs, wanted) => {
		const [{ translation_text }] = (await ask(model, { inputs })) as [{ translation_text: string }];
		expect(translation_text).toMatch(wanted);
	});
});

describe("sandbox: haiku", () => {
	it.each([
		["the sea", "Thinking of the sea"],
		["autumn rain", "Once more, autumn rain"],
		["my dog", "Thinking of your dog"],
		["moonlit fields and code.", "Moonlit fields and code"],
		["rain", "I think of rain now"],
	])("about %s name it, in five, seven and five syllables", async (subject, first) => {
		const lines = (await say(`Write a haiku about ${subject}`)).split("\n");
		expect(lines).toHaveLength(3);
		expect(lines[0]).toBe(first);
	});

	it("are not written about a topic that fits no line", async () => {
		expect(await say("Write a haiku about internationalization of typography")).toMatch(NO_MODEL);
	});
});

describe("sandbox: tables are counted and computed", () => {
	const table = { Name: ["Ada", "Ben", "Cleo"], Age: ["36", "41", "28"], City: ["London", "London", "Rome"] };

	it.each([
		["How many live in London?", "2"],
		["What is the average age?", "35"],
		["What is the capital of Peru?", expect.stringMatching(NO_MODEL)],
		["Who lives in Rome?", "Cleo"],
	])("%s", async (query, answer) => {
		expect(await ask("google/tapas-base-finetuned-wtq", { inputs: { query, table } })).toMatchObject({ answer });
	});
});

describe("sandbox: questions and similarities", () => {
	it("a correct answer has a high score", async () => {
		const inputs = { question: "Where does Clara live?", context: "My name is Clara and I live in Berkeley." };
		const { answer, score } = (await ask("deepset/roberta-base-squad2", { inputs })) as {
			answer: string;
			score: number;
		};
		expect(answer).toBe("Berkeley");
		expect(score).toBeGreaterThan(0.5);
	});

	it("cat is closer to dog than to car", async () => {
		const inputs = { source_sentence: "cat", sentences: ["dog", "car"] };
		const [dog, car] = (await ask("sentence-transformers/all-MiniLM-L6-v2", { inputs })) as number[];
		expect(isCloser(dog, car)).toBe(true);
	});
});

describe("sandbox: images", () => {
	const draw = async (prompt: string): Promise<string> => {
		const response = await post("/hf-inference/models/black-forest-labs/FLUX.1-dev", { inputs: prompt });
		return Buffer.from(await response.arrayBuffer()).toString("base64");
	};

	it("a lighthouse is recognized, and the sky is not black", async () => {
		const image = await draw("a lighthouse at dawn");
		const [best] = (await ask("google/vit-base-patch16-224", { inputs: image })) as [{ label: string }];
		expect(best.label).toBe("lighthouse");
		const inputs = { image, question: "what colour is the sky" };
		const [found] = [await ask("sandbox/visual-question-answering", { inputs })].flat() as [{ answer: string }];
		expect(found.answer).toMatch(/blue|yellow|orange|grey|white|pink|red|purple|turquoise/);
	});

	it.each([
		["a red car in front of two houses", "How many cars are there?", "1"],
		["a red car in front of two houses", "how many houses can you see?", "2"],
		["a red car in front of two houses", "how many people are there?", NO_MODEL],
		["a cat on the grass", "is there a dog?", "no"],
		["a cat on the grass", "Is there a cat in the picture?", "yes"],
	])("of %s: %s", async (prompt, question, answer) => {
		const inputs = { image: await draw(prompt), question };
		const [found] = [await ask("sandbox/visual-question-answering", { inputs })].flat() as [{ answer: string }];
		expect(found.answer).toMatch(answer);
	});
});

describe("records of copies in other formats", () => {
	it.each([
		["bartowski/gemma-2-2b-it-GGUF", "gguf", "gguf", "gemma-2-2b-it-Q4_K_M.gguf"],
		["mlx-community/gemma-2-2b-it-4bit", "mlx", "mlx", "model.safetensors"],
		["onnx-community/gemma-2-2b-it", "transformers.js", "onnx", "onnx/model_q4.onnx"],
		["google/gemma-2-2b-it", "transformers", "safetensors", "model.safetensors"],
	])("%s", async (model, library_name, tag, file) => {
		const record = (await (await get(`/api/models/${model}`)).json()) as object;
		expect(record).toMatchObject({
			library_name,
			tags: expect.arrayContaining([tag]),
			siblings: expect.arrayContaining([{ rfilename: file }]),
		});
		expect("gguf" in record).toBe(tag === "gguf");
		expect("safetensors" in record).toBe(tag !== "gguf");
	});
});
