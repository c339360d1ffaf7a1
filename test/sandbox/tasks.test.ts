import { describe, expect, it } from "vitest";
import { createAsker, HUB_KEY } from "./ask.ts";
import { picture, recording, SPOKEN } from "./samples.ts";

const { post, sandbox } = createAsker();

const ask = async (model: string, body: unknown): Promise<unknown> =>
	(await post(`/hf-inference/models/${model}`, body)).json();
const send = async (model: string, bytes: Uint8Array<ArrayBuffer>): Promise<unknown> => {
	const url = `http://sandbox.test/hf-inference/models/${model}`;
	return (await sandbox(new Request(url, { method: "POST", headers: HUB_KEY, body: bytes }))).json();
};
const first = (value: unknown): Record<string, unknown> => (value as Record<string, unknown>[])[0] ?? {};

describe("texts", () => {
	it.each([
		["I love this, it is great", "POSITIVE"],
		["This is not good at all, I hate it", "NEGATIVE"],
	])("have a sentiment: %s", async (inputs, label) => {
		const answer = (await ask("sandbox/text-classification", { inputs })) as unknown[];
		expect(first(answer[0])["label"]).toBe(label);
	});

	it("name people and places", async () => {
		const inputs = "Angela met Tim Cook for IBM in Berlin.";
		const found = (await ask("dslim/bert-base-NER", { inputs })) as {
			entity_group: string;
			word: string;
			start: number;
			end: number;
		}[];
		for (const { word, start, end } of found) expect(inputs.slice(start, end)).toBe(word);
		expect(found).toContainEqual(expect.objectContaining({ entity_group: "LOC", word: "Berlin" }));
		expect(found).toContainEqual(expect.objectContaining({ entity_group: "PER", word: "Tim Cook" }));
		expect(found).toContainEqual(expect.objectContaining({ entity_group: "ORG", word: "IBM" }));
	});

	it.each([
		["Who wrote the letter?", "Clara Schmidt"],
		["Where was it found?", "Vienna"],
		["When was the letter written?", "1893"],
		["How many pages does it have?", "14"],
	])("answer: %s", async (question, answer) => {
		const context =
			"The letter was written by Clara Schmidt in spring.\nIt was found in Vienna.  The letter was written in 1893. It has 14 pages.";
		const found = (await ask("deepset/roberta-base-squad2", { inputs: { question, context } })) as {
			answer: string;
			start: number;
			end: number;
		};
		expect(found.answer).toBe(answer);
		expect(context.slice(found.start, found.end)).toBe(answer);
	});

	it("have their masks filled", async () => {
		const found = first(await ask("sandbox/fill-mask", { inputs: "The capital of France is <mask>." }));
		expect(found).toMatchObject({ token_str: "Paris", sequence: "The capital of France is Paris." });
		const chosen = await ask("sandbox/fill-mask", { inputs: "A [MASK].", parameters: { targets: ["cat", "dog"] } });
		expect(chosen).toHaveLength(2);
	});

	it("match labels", async () => {
		const parameters = { candidate_labels: ["sports", "politics", "food"] };
		const inputs = "The team won the match after a late goal.";
		const found = (await ask("facebook/bart-large-mnli", { inputs, parameters })) as { label: string; score: number }[];
		expect(first(found)["label"]).toBe("sports");
		expect(found.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(1, 4);
		for (const { score } of found) expect(score).toBe(Number(score.toFixed(6)));
	});

	it.each([
		["facebook/nllb-200-1.3B", { src_lang: "eng_Latn", tgt_lang: "deu_Latn" }, "Thank you!", "Danke"],
		["Helsinki-NLP/opus-mt-de-en", {}, "Guten Morgen", "Good morning"],
		["google-t5/t5-base", {}, "Hello world", "Bonjour le monde"],
		[
			"google-t5/t5-base",
			{},
			"Colorless green ideas",
			'Sandbox: no model here. Try "Hello world", or a real provider.',
		],
	])("are translated by %s", async (model, parameters, inputs, translation_text) => {
		expect(
			first(await ask(model, { inputs, parameters }))
				["translation_text"]?.toString()
				.toLowerCase(),
		).toBe(translation_text.toLowerCase());
	});

	it.each([
		[300, 300],
		// So many as the sandbox writes, to the end of the sentence.
		[1_000_000, 4096],
	])("are continued by the tokens that are asked for, %d: %d", async (asked, least) => {
		const body = { inputs: "The fox", parameters: { max_new_tokens: asked, details: true } };
		const { details } = first(await ask("sandbox/text-generation", body));
		const { generated_tokens: given } = details as { generated_tokens: number };
		expect(given).toBeGreaterThanOrEqual(least);
		expect(given).toBeLessThan(least + 40);
	});

	it("are continued, streaming and not", async () => {
		const body = { inputs: "The fox", parameters: { max_new_tokens: 6, details: true } };
		const whole = first(await ask("sandbox/text-generation", body));
		expect(whole["details"]).toMatchObject({ finish_reason: "length", generated_tokens: 6 });
		const stream = await (await post("/hf-inference/models/sandbox/text-generation", { ...body, stream: true })).text();
		const events = stream
			.split("\n\n")
			.filter(Boolean)
			.map((event) => JSON.parse(event.slice(5)) as { token: { text: string }; generated_text: string | null });
		expect(events.map(({ token }) => token.text).join("")).toBe(whole["generated_text"]);
		expect(events.at(-1)?.generated_text).toBe(whole["generated_text"]);
	});
});

describe("tables", () => {
	const table = {
		City: ["Oslo", "Lima", "Pune"],
		Country: ["Norway", "Peru", "India"],
		People: ["709,037", "10,092,000", "3,124,458"],
	};
	it.each([
		["Which country is Pune in?", "India", "NONE"],
		["How many people live in Oslo?", "709,037", "NONE"],
		["How many rows are there?", "3", "COUNT"],
		["What is the total number of people?", "13925495", "SUM"],
		["What is the average of people?", "4641831.66667", "AVERAGE"],
	])("answer: %s", async (query, answer, aggregator) => {
		const found = (await ask("google/tapas-base-finetuned-wtq", { inputs: { query, table } })) as {
			cells: string[];
			coordinates: [number, number][];
		};
		expect(found).toMatchObject({ answer, aggregator });
		const columns = Object.values(table);
		expect(found.coordinates.map(([row, column]) => columns[column]?.[row])).toEqual(found.cells);
	});

	it("are scored row by row", async () => {
		const inputs = { data: { a: ["1", "2", "9"], b: ["1", "1", "8"] } };
		expect(await ask("sandbox/tabular-classification", { inputs })).toEqual([0, 0, 1]);
		const values = (await ask("sandbox/tabular-regression", { inputs })) as number[];
		expect(values).toEqual([...values].sort((a, b) => a - b));
	});
});

describe("images and audio", () => {
	it("are recognized", async () => {
		expect(first(await send("google/vit-base-patch16-224", picture))["label"]).toBe("cat");
		const caption = first(await send("Salesforce/blip-image-captioning-base", picture))["generated_text"];
		expect(caption).toBe("a grey cat on green grass");
		expect(await send("openai/whisper-large-v3", recording)).toEqual({ text: SPOKEN });
		// A model whose name says nothing does what fits the bytes.
		expect(await send("microsoft/knows", recording)).toEqual({ text: SPOKEN });
	});

	it("have objects, with boxes inside the image", async () => {
		const found = (await send("facebook/detr-resnet-50", picture)) as { label: string; box: Record<string, number> }[];
		expect(found[0]?.label).toBe("cat");
		for (const { box } of found) {
			expect(box["xmin"]).toBeLessThan(box["xmax"] ?? 0);
			expect(box["xmax"]).toBeLessThanOrEqual(320);
			expect(box["ymax"]).toBeLessThanOrEqual(240);
		}
	});

	it("answer questions", async () => {
		const image = Buffer.from(picture).toString("base64");
		const answer = await ask("sandbox/visual-question-answering", { inputs: { question: "What size is it?", image } });
		expect(answer).toHaveLength(1);
		expect(first(answer)["answer"]).toBe("320 x 240");
	});

	it("can be shown in a chat", async () => {
		const { say } = createAsker();
		const url = `data:image/png;base64,${Buffer.from(picture).toString("base64")}`;
		const content = [
			{ type: "text", text: "What is this?" },
			{ type: "image_url", image_url: { url } },
		];
		expect(await say("", { messages: [{ role: "user", content }] })).toMatch(
			/a grey cat on green grass \(PNG, 320 × 240/,
		);
	});
});

it.each([
	["no inputs", {}],
	["no labels", { inputs: "x", parameters: {} }],
	["empty text", { inputs: "" }],
])("refuses %s", async (_, body) => {
	const response = await post("/hf-inference/models/facebook/bart-large-mnli", body);
	expect(response.status).toBe(400);
	expect(await response.json()).toEqual({ error: expect.any(String) });
});

it("rejects bytes that are not an image", async () => {
	expect(await send("google/vit-base-patch16-224", new Uint8Array([1, 2, 3]))).toEqual({
		error: "Cannot identify image file in 'inputs'.",
	});
});
