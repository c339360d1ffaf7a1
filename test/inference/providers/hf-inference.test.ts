import { expect, it } from "vitest";
import * as library from "../../../src/index.ts";
import { mapping, serve } from "../serve.ts";

it("text generation of hf-inference is a completion", async () => {
	const { options, requests } = serve({
		"/api/": mapping(["hf-inference", "text-generation"]),
		"hf-inference": Response.json({ model: "m", choices: [{ text: "b" }] }),
	});
	const call = { provider: "hf-inference", model: "org/model", inputs: "a", accessToken: "hf_x" } as const;
	const result = await library.textGeneration({ ...call, parameters: { max_new_tokens: 5 } }, options);
	expect(result.generated_text).toBe("b");
	const sent = requests.find(({ method }) => method === "POST");
	expect(sent?.url).toMatch(/\/hf-inference\/models\/[^?]+\/v1\/completions$/);
	expect(sent?.body).toMatchObject({ prompt: "a", max_tokens: 5 });
});
