import { describe, expect, it } from "vitest";
import { listAppSnippets } from "../../src/snippets/index.ts";

describe("an app", () => {
	const gguf = {
		id: "org/chat-7b-GGUF",
		pipeline_tag: "text-generation",
		tags: ["gguf", "conversational"],
		gguf: { total: 7e9, context_length: 4096, chat_template: "{% if tools %}{{ tools }}{% endif %}" },
		siblings: [{ rfilename: "chat-7b-Q4_K_M.gguf" }, { rfilename: "chat-7b-Q8_0.gguf" }],
	} as unknown as Parameters<typeof listAppSnippets>[0];

	it.each(["pi", "hermes-agent", "openclaw"] as const)("%s names the quantization", (app) => {
		const steps = listAppSnippets(gguf, app);
		expect(steps.length).toBeGreaterThan(1);
		for (const [, after] of steps
			.map(({ content }) => content)
			.join("\n")
			.matchAll(/org\/chat-7b-GGUF(.?)/g))
			expect(after).toBe(":");
	});

	it("openclaw is set up without prompts", () => {
		const steps = listAppSnippets(gguf, "openclaw").map(({ content }) => content);
		expect(steps.join("\n")).toContain("--non-interactive");
	});
});
