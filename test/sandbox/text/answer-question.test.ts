import { expect, it } from "vitest";
import { createAsker } from "../ask.ts";

const { post } = createAsker();
const ask = async (model: string, body: object): Promise<unknown> =>
	(await post(`/hf-inference/models/${model}`, body)).json();

it("a correct answer has a high score", async () => {
	const inputs = { question: "Where does Clara live?", context: "My name is Clara and I live in Berkeley." };
	const { answer, score } = (await ask("deepset/roberta-base-squad2", { inputs })) as {
		answer: string;
		score: number;
	};
	expect(answer).toBe("Berkeley");
	expect(score).toBeGreaterThan(0.5);
});
