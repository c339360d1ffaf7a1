import { describe, expect, it } from "vitest";
import { builtFile } from "../helpers/built.ts";
import { openEditor } from "../helpers/editor.ts";

const root = builtFile();

describe("an editor", () => {
	const head = 'import { chatCompletion, fillMask, InferenceClient, textToImage, translation } from "modelhub";\n';

	it("completes providers, and marks a misspelled one but not a variable", () => {
		const editor = openEditor(root, `${head}chatCompletion({ model: "a", messages: [], provider: "|" });`);
		expect(editor.completions()).toEqual(expect.arrayContaining(["together", "groq", "auto", "hf-inference"]));
		const misspelt = openEditor(root, `${head}chatCompletion({ model: "a", messages: [], provider: "togehter" });|`);
		expect(misspelt.errors()).toEqual([expect.stringContaining("togehter")]);
		const free = "declare const name: string;\nchatCompletion({ model: 'a', messages: [], provider: name });|";
		expect(openEditor(root, head + free).errors()).toEqual([]);
	});

	it.each([
		['|chatCompletion({ model: "a", messages: [] });', "ChatCompletionInput", "ChatCompletionOutput"],
		['|textToImage({ model: "a", inputs: "b" });', "TextToImageInput", "Blob"],
		['|fillMask({ model: "a", inputs: "b" });', "FillMaskInput", "FillMaskOutput"],
		['|translation({ model: "a", inputs: "b" });', "TranslationInput", "TranslationOutput"],
		['new InferenceClient("x").|summarization({ inputs: "b" });', "SummarizationInput", "SummarizationOutput"],
	])("shows inputs and outputs: %s", (line, input, output) => {
		const shown = openEditor(root, head + line).hover();
		expect(shown).toContain(input);
		expect(shown).toMatch(new RegExp(`Call(?:Promise|Stream)<.*${output}>`));
		expect(shown).not.toContain("TaskFunction");
		// Destructured names tell nothing.
		expect(shown).not.toMatch(/\(\{|__0/);
	});
});
