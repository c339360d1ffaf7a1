import { describe, expect, it } from "vitest";
import { createAsker } from "../ask.ts";

const { post } = createAsker();
const ask = async (model: string, body: object): Promise<unknown> =>
	(await post(`/hf-inference/models/${model}`, body)).json();
const NO_MODEL = /^Sandbox: no model here\. Try [^\n]+, or a real provider\.$/;

describe("translations are correct or omitted", () => {
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
