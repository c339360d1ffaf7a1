import { describe, expect, it } from "vitest";
import { createAsker } from "../ask.ts";

const { post } = createAsker();
const ask = async (model: string, body: object): Promise<unknown> =>
	(await post(`/hf-inference/models/${model}`, body)).json();
const NO_MODEL = /^Sandbox: no model here\. Try [^\n]+, or a real provider\.$/;

describe("images", () => {
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
