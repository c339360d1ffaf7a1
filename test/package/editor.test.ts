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
		['|translation({ model: "a", inputs: "b" });', "TranslationsInput", "TranslationOutput"],
		['new InferenceClient("x").|summarization({ inputs: "b" });', "SummarizationInput", "SummarizationOutput"],
	])("shows inputs and outputs: %s", (line, input, output) => {
		const shown = openEditor(root, head + line).hover();
		expect(shown).toContain(input);
		expect(shown).toMatch(new RegExp(`Call(?:Promise|Stream)<.*${output}>`));
		expect(shown).not.toContain("TaskFunction");
		// Destructured names tell nothing.
		expect(shown).not.toMatch(/\(\{|__0/);
	});

	it("shows the documentation of client methods and of arguments, hovered and in lists", () => {
		const client = 'const client = new InferenceClient("x");\n';
		const words = {
			chatCompletion: "Continues a conversation.",
			summarization: "Summarizes",
			textToImage: "Generates an",
		};
		for (const [method, start] of Object.entries(words)) {
			const shown = openEditor(root, `${head}${client}client.|${method}({ model: "a" });`);
			expect(shown.documentation()).toContain(start);
			expect(openEditor(root, `${head}${client}client.|`).documentationOf(method)).toContain(start);
		}
		const argument = openEditor(root, `${head}${client}client.chatCompletion({ messages: [], | });`);
		expect(argument.documentationOf("max_tokens")).toContain("Maximum number of tokens");
	});

	it("goes to the definition of a client method", () => {
		const at = openEditor(root, `${head}new InferenceClient("x").|chatCompletion({ model: "a", messages: [] });`);
		const file = expect.stringMatching(/\/dist\/cjs\/inference\/tasks\/chat\.d\.ts$/);
		expect(at.definitions()).toEqual([{ name: "chatCompletion", file }]);
	});

	it.each([
		'textToImage({ model: "a", inputs: "b", provider: "fal" });|',
		'new InferenceClient("x").textToImage({ model: "a", inputs: "b", provider: "fal" });|',
		'textToImage({ model: "a", inputs: "b", provider: "fal" }, { outputType: "url" });|',
		'translation({ model: "a", inputs: "b", provider: "fal" });|',
		'translation({ model: "a", inputs: ["b"], provider: "fal" }, { retry_on_error: false });|',
		'chatCompletion({ model: "a", messages: [], provider: "fal" });|',
	])("says that the provider is wrong, not that no overload matches: %s", (line) => {
		expect(openEditor(root, head + line).errors()).toEqual([expect.stringMatching(/^Type '"fal"' is not assignable/)]);
	});

	it("finds a misspelled argument by the lint type, and names the right one", () => {
		const known = 'import type { KnownArgs } from "modelhub";\n';
		const line = 'chatCompletion({ model: "a", messages: [], max_token: 3 } satisfies KnownArgs<"conversational">);|';
		expect(openEditor(root, known + head + line).errors()).toEqual([expect.stringContaining("'max_tokens'")]);
	});
});
