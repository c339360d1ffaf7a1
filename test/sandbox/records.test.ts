import { describe, expect, it } from "vitest";
import { createAsker } from "./ask.ts";

const { get } = createAsker();

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
