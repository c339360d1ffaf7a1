import { describe, expect, it } from "vitest";
import { createAsker } from "./ask.ts";

/** Answers of the sandbox that looked broken. */

const { post } = createAsker();
const ask = async (model: string, body: object): Promise<unknown> =>
	(await post(`/hf-inference/models/${model}`, body)).json();
const NO_MODEL = /^Sandbox: no model here\. Try [^\n]+, or a real provider\.$/;

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
});

describe("sandbox: images", () => {
	it("a generated image is recognized, and its sky is blue", async () => {
		const response = await post("/hf-inference/models/black-forest-labs/FLUX.1-dev", {
			inputs: "a lighthouse at dawn",
		});
		const image = Buffer.from(await response.arrayBuffer()).toString("base64");
		const [best] = (await ask("google/vit-base-patch16-224", { inputs: image })) as [{ label: string }];
		expect(best.label).toBe("lighthouse");
		const inputs = { image, question: "what colour is the sky" };
		expect(await ask("sandbox/visual-question-answering", { inputs })).toMatchObject([{ answer: "blue" }]);
	});
});
