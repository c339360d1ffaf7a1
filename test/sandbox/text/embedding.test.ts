import { expect, it } from "vitest";
import { createAsker } from "../ask.ts";

const { post } = createAsker();
const ask = async (model: string, body: object): Promise<unknown> =>
	(await post(`/hf-inference/models/${model}`, body)).json();
const isCloser = (near: number | undefined, far: number | undefined): boolean => (near ?? 0) > (far ?? 1);

it("cat is closer to dog than to car", async () => {
	const inputs = { source_sentence: "cat", sentences: ["dog", "car"] };
	const [dog, car] = (await ask("sentence-transformers/all-MiniLM-L6-v2", { inputs })) as number[];
	expect(isCloser(dog, car)).toBe(true);
});
