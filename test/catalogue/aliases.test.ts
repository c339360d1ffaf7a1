import { expect, it } from "vitest";
import { findTask, PIPELINE_TYPES, PIPELINE_TYPES_SET, TASK_ALIASES, TASK_NAMES } from "../../src/catalogue/index.ts";

it.each([
	["chat", "conversational"],
	["chat-completion", "conversational"],
	["conversational", "conversational"],
	["asr", "automatic-speech-recognition"],
	["tts", "text-to-speech"],
	["embed", "feature-extraction"],
	["qa", "question-answering"],
	["ner", "token-classification"],
	["t2i", "text-to-image"],
	["i2i", "image-to-image"],
	["t2v", "text-to-video"],
	["caption", "image-to-text"],
	["zero-shot", "zero-shot-classification"],
	["Text To Image", "text-to-image"],
	["text_generation", "text-generation"],
	[" OTHER ", "other"],
	["", undefined],
	["txt2img", undefined],
	["constructor", undefined],
])("finds the task of %j", (word, expected) => {
	expect(findTask(word)).toBe(expected);
});

it("finds every task by its id", () => {
	for (const id of PIPELINE_TYPES) expect(findTask(id)).toBe(id);
});

it("lists every name once, and no short name hides an id", () => {
	expect(new Set(TASK_NAMES).size).toBe(TASK_NAMES.length);
	expect(TASK_NAMES.filter((name) => findTask(name) === undefined)).toEqual([]);
	const names: string[] = Object.keys(TASK_ALIASES);
	expect(names.filter((name) => (PIPELINE_TYPES_SET as ReadonlySet<string>).has(name))).toEqual([]);
});
