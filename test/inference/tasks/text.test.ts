import { describe, expect, it } from "vitest";
import * as library from "../../../src/index.ts";
import { events, mapping, serve } from "../serve.ts";

describe("textGenerationStream over completions", () => {
	it("yields tokens with their text", async () => {
		const chunk = (text: string) => `data: ${JSON.stringify({ choices: [{ text }] })}\n\n`;
		const { options } = serve({
			"/api/": mapping(["together", "text-generation"]),
			"/together/": events(chunk("a"), chunk("b"), "data: [DONE]", ""),
		});
		const call = { provider: "together", model: "org/model", inputs: "x", accessToken: "hf_x" } as const;
		const texts: string[] = [];
		for await (const { token } of library.textGenerationStream(call, options)) texts.push(token.text);
		expect(texts).toEqual(["a", "b"]);
	});
});
