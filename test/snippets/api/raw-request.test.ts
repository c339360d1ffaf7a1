import { describe, expect, it } from "vitest";
import type { ModelDataMinimal } from "../../../src/catalogue/index.ts";
import { getInferenceSnippets } from "../../../src/snippets/index.ts";

const chat: ModelDataMinimal = {
	id: "org/chat-7b",
	pipeline_tag: "text-generation",
	tags: ["conversational"],
	inference: "",
};
const mapping = {
	provider: "together",
	hfModelId: chat.id,
	providerId: "org/Chat-7B",
	status: "live",
	task: "conversational",
} as const;

describe("the router's model format", () => {
	const snippets = getInferenceSnippets(chat, "together", mapping);

	it.each(["requests", "openai", "fetch", "curl"])("joins model and provider: %s", (client) => {
		const found = snippets.filter((snippet) => snippet.client === client);
		expect(found.length).toBeGreaterThan(0);
		for (const { content } of found) {
			expect(content).toContain("https://router.huggingface.co/v1");
			expect(content).toContain("org/chat-7b:together");
			expect(content).not.toContain("org/Chat-7B");
		}
	});

	it.each(["huggingface_hub", "huggingface.js"])("is not used if the client takes a provider: %s", (client) => {
		const [first] = snippets.filter((snippet) => snippet.client === client);
		expect(first?.content).toMatch(/provider(?:=|: )"together"/);
		expect(first?.content).toMatch(/model(?:=|: )"org\/chat-7b"/);
	});
});
