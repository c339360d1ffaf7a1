import { describe, expect, it } from "vitest";
import { splitSpecialTokens } from "../../src/template/special-tokens.ts";

describe("splitSpecialTokens", () => {
	const rows: [text: string, known: string[], special: string[]][] = [
		["<|im_start|>user\nhi<|im_end|>", [], ["<|im_start|>", "<|im_end|>"]],
		["<s>[INST] a < b [/INST] c</s>", [], ["<s>", "[INST]", "[/INST]", "</s>"]],
		["<｜User｜>x<start_of_turn>model\n", [], ["<｜User｜>", "<start_of_turn>"]],
		["plain <b>text</b> [x]", [], []],
		["a$.b$.", ["$.", ""], ["$.", "$."]],
		["<x><x2>", ["<x", "<x2>"], ["<x", "<x2>"]],
	];
	for (const [text, known, special] of rows)
		it(JSON.stringify(text), () => {
			const parts = splitSpecialTokens(text, known);
			expect(parts.map((part) => part.text).join("")).toBe(text);
			expect(parts.filter((part) => part.isSpecial).map((part) => part.text)).toEqual(special);
		});
});
