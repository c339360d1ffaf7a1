import { describe, expect, it } from "vitest";
import type { ModelData, ModelDataMinimal } from "../../src/catalogue/index.ts";
import { getInferenceSnippets, listAppSnippets, listLoadSnippets } from "../../src/snippets/index.ts";

/** Mended faults of snippets and apps. */

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

describe("formerly missing tasks and apps", () => {
	it("text-to-audio of transformers has a call in huggingface.js", () => {
		const model: ModelDataMinimal = {
			id: "org/music",
			pipeline_tag: "text-to-audio",
			library_name: "transformers",
			tags: ["transformers"],
			inference: "",
		};
		const task = { provider: "hf-inference", hfModelId: model.id, providerId: model.id, status: "live" } as const;
		const found = getInferenceSnippets(model, "hf-inference", { ...task, task: "text-to-audio" });
		expect(found.find(({ client }) => client === "huggingface.js")?.content).toContain("client.textToAudio(");
	});

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

describe("a GGUF model", () => {
	it("can be loaded with llama-cpp-python, from the file nearest to Q4_K_M", () => {
		const model: ModelDataMinimal = { id: "org/chat-7b-GGUF", tags: ["gguf"], inference: "" };
		const files = ["chat-7b-Q8_0.gguf", "chat-7b-Q4_K_M.gguf"].map((rfilename) => ({ rfilename }));
		const [snippet, ...others] = listLoadSnippets(Object.assign(model, { siblings: files }) as ModelData);
		expect(snippet).toMatchObject({ library: "llama-cpp-python", language: "python" });
		expect(snippet?.content).toContain('filename="chat-7b-Q4_K_M.gguf"');
		expect(others).toEqual([]);
	});
});

it.each([
	["adapter-transformers", "pip install adapters"],
	["timm", "pip install timm"],
	["keras", "pip install keras jax"],
	// The code says it itself.
	["mobilint", undefined],
])("names the packages of %s", (library, setup) => {
	const model: ModelData = { id: "org/name", tags: [], inference: "", library_name: library };
	expect(listLoadSnippets(model).map((snippet) => snippet.setup)).toEqual([setup]);
});
