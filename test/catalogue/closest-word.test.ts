import { describe, expect, it } from "vitest";
import { closestWord } from "../../src/catalogue/closest-word.ts";
import { PIPELINE_TYPES } from "../../src/catalogue/index.ts";

const PARAMETERS = [
	"num_inference_steps",
	"guidance_scale",
	"negative_prompt",
	"seed",
	"top_k",
	"top_p",
	"width",
	"height",
];

describe("closestWord", () => {
	// Comparing them would take minutes.
	it.each(["x".repeat(5_000_000), "steps-".repeat(1_000_000)])("matches no word of megabytes", (word) => {
		expect(closestWord(word, PIPELINE_TYPES)).toBeUndefined();
		expect(closestWord("seeed", [word, "seed"])).toBe("seed");
	});

	it.each([
		{ word: "seeed", expected: "seed" },
		{ word: "sede", expected: "seed" },
		{ word: "guidanceScale", expected: "guidance_scale" },
		{ word: "guidance-scale", expected: "guidance_scale" },
		{ word: "WIDHT", expected: "width" },
		{ word: "topk", expected: "top_k" },
		{ word: "steps", expected: "num_inference_steps" },
		{ word: "num_steps", expected: "num_inference_steps" },
		{ word: "negative", expected: "negative_prompt" },
		{ word: "colour", expected: undefined },
		{ word: "k", expected: undefined },
		{ word: "", expected: undefined },
	])('matches "$word" to $expected', ({ word, expected }) => {
		expect(closestWord(word, PARAMETERS)).toBe(expected);
	});

	it.each([
		{ word: "text-to-vdeo", expected: "text-to-video" },
		{ word: "txt-to-image", expected: "text-to-image" },
		{ word: "sumarization", expected: "summarization" },
		{ word: "depth", expected: "depth-estimation" },
	])('matches "$word" to the task $expected', ({ word, expected }) => {
		expect(closestWord(word, PIPELINE_TYPES)).toBe(expected);
	});

	it.each([
		{ word: "java", candidates: ["python", "js", "javascript", "sh"] },
		{ word: "llama.cpp", candidates: ["gemma.cpp", "gliner"] },
		{ word: "--to", candidates: ["--stop"] },
		{ word: "ab", candidates: ["ac"] },
	])("suggests nothing for $word if nothing is close", ({ word, candidates }) => {
		expect(closestWord(word, candidates)).toBeUndefined();
	});

	it("finds each candidate by its own name", () => {
		for (const word of PIPELINE_TYPES) expect(closestWord(word, PIPELINE_TYPES)).toBe(word);
	});
});
