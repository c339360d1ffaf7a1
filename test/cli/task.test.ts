import { describe, expect, it } from "vitest";
import { servedTask } from "../../src/catalogue/aliases.ts";
import { checkTask } from "../../src/cli/options/task.ts";
import { applyAnswers, type Question } from "../../src/cli/prompts/questions.ts";

describe("the task of a command line", () => {
	it.each([
		["chat", "conversational"],
		["Text_To Image", "text-to-image"],
	])("is recognized as %s", (word, task) => {
		expect(checkTask(word)).toBe(task);
	});

	it("is guessed if there is none", () => {
		expect(() => checkTask("text-to-imgae")).toThrow(expect.objectContaining({ hint: "Did you mean text-to-image?" }));
		expect(() => checkTask("qqqqq")).toThrow(expect.objectContaining({ hint: "hub tasks lists them." }));
	});

	it("is served as chat if models answer about an image", () => {
		expect(servedTask("image-text-to-text")).toBe("conversational");
		expect(servedTask("text-generation")).toBe("text-generation");
	});
});

describe("answers to questions become", () => {
	it.each<[option: Question["option"], answer: string, words: string[], options: object]>([
		[undefined, "a, b", ["a, b"], {}],
		["context", "Ada, Grace", [], { context: "Ada, Grace" }],
		["labels", " cat, dog,,", [], { labels: ["cat", "dog"] }],
		["sentence", "One, two.\n\n Three. ", [], { sentence: ["One, two.", "Three."] }],
		["table", "", [], {}],
	])("for %s: %j", (option, answer, words, options) => {
		const question: Question = { text: "What?", example: "x", ...(option ? { option } : {}) };
		expect(applyAnswers([question], [answer])).toEqual({ words, options });
	});
});
