import { describe, expect, it } from "vitest";
import { type ModelData, PIPELINE_TYPES, type PipelineType } from "../../src/catalogue/index.ts";
import { type ChatMessage, findExampleInput } from "../../src/snippets/inputs.ts";
import { getLibrarySnippets } from "../../src/snippets/library/index.ts";

function describeModel(task: PipelineType | undefined, rest: Partial<ModelData> = {}): ModelData {
	return { id: "org/name", tags: [], inference: "", pipeline_tag: task, ...rest };
}

describe("example inputs", () => {
	it.each([
		["image-classification", "cats.jpg"],
		["zero-shot-image-classification", "cats.jpg"],
		["automatic-speech-recognition", "sample1.flac"],
		["audio-to-audio", "sample1.flac"],
	] as const)("of %s are the file %s", (task, file) => {
		expect(findExampleInput(describeModel(task))).toBe(file);
	});

	it("of fill-mask contain the model's mask token", () => {
		expect(findExampleInput(describeModel("fill-mask", { mask_token: "<blank>" }))).toContain("<blank>.");
		expect(findExampleInput(describeModel("fill-mask"))).toContain("[MASK].");
		const misfit = { content: "<mask>" } as unknown as string;
		expect(findExampleInput(describeModel("fill-mask", { mask_token: misfit }))).toContain("[MASK].");
	});

	it.each(["text-generation", "image-text-to-text"] as const)("of %s are messages, for base models too", (task) => {
		for (const tags of [[], ["conversational"]])
			expect(findExampleInput(describeModel(task, { tags }))).toMatchObject([{ role: "user" }]);
	});

	it("do not exist for every task", () => {
		expect(findExampleInput(describeModel("depth-estimation"))).toBeUndefined();
		expect(findExampleInput(describeModel(undefined))).toBeUndefined();
	});
});

describe("the conversation of llama-cpp-python", () => {
	it.each([undefined, ...PIPELINE_TYPES])("is a list of messages for %s", (task) => {
		const model = describeModel(task, { tags: ["conversational"] });
		const [, chat] = getLibrarySnippets(model, "llama-cpp-python");
		const [, written = ""] =
			/^llm\.create_chat_completion\(\n\tmessages = ([\s\S]*)\n\)$/.exec(chat?.content ?? "") ?? [];
		const messages = JSON.parse(written) as ChatMessage[];
		expect(messages).toMatchObject([{ role: "user" }]);
		const input = findExampleInput(model) ?? "No input example has been defined for this model task.";
		expect(messages).toEqual(
			Array.isArray(input)
				? input
				: [{ role: "user", content: typeof input === "string" ? input : JSON.stringify(input) }],
		);
	});
});
