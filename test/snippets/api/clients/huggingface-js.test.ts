import { expect, it } from "vitest";
import type { ModelDataMinimal } from "../../../../src/catalogue/index.ts";
import { getInferenceSnippets } from "../../../../src/snippets/index.ts";

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
