import { describe, expect, it } from "vitest";
import type { ModelData, ModelDataMinimal } from "../../../src/catalogue/index.ts";
import { listLoadSnippets } from "../../../src/snippets/index.ts";

describe("a GGUF model", () => {
	it("can be loaded with llama-cpp-python, from the file nearest to Q4_K_M", () => {
		const model: ModelDataMinimal = { id: "org/chat-7b-GGUF", tags: ["gguf"], inference: "" };
		const files = ["chat-7b-Q8_0.gguf", "chat-7b-Q4_K_M.gguf"].map((rfilename) => ({ rfilename }));
		const [snippet, ...others] = listLoadSnippets(Object.assign(model, { siblings: files }) as ModelData);
		expect(snippet).toMatchObject({ library: "llama-cpp-python", language: "python" });
		expect(snippet?.content).toContain('filename="chat-7b-Q4_K_M.gguf"');
		expect(others).toEqual([]);
	});
});

it.each([
	["adapter-transformers", "pip install adapters"],
	["timm", "pip install timm"],
	["keras", "pip install keras jax"],
	// The code says it itself.
	["mobilint", undefined],
])("names the packages of %s", (library, setup) => {
	const model: ModelData = { id: "org/name", tags: [], inference: "", library_name: library };
	expect(listLoadSnippets(model).map((snippet) => snippet.setup)).toEqual([setup]);
});
