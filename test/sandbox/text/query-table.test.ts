import { describe, expect, it } from "vitest";
import { createAsker } from "../ask.ts";

const { post } = createAsker();
const ask = async (model: string, body: object): Promise<unknown> =>
	(await post(`/hf-inference/models/${model}`, body)).json();
const NO_MODEL = /^Sandbox: no model here\. Try [^\n]+, or a real provider\.$/;

describe("tables are counted and computed", () => {
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
