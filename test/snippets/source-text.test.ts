import { describe, expect, it } from "vitest";
import type { ModelDataMinimal, PipelineType } from "../../src/catalogue/index.ts";
import {
	ALL_MODEL_LIBRARY_KEYS,
	getModelInputSnippet,
	MODEL_LIBRARIES_UI_ELEMENTS,
	stringifyGenerationConfig,
	stringifyMessages,
} from "../../src/tasks.ts";

function describeModel(task: PipelineType | undefined, rest: Partial<ModelDataMinimal> = {}): ModelDataMinimal {
	return { id: "org/name", tags: [], inference: "", pipeline_tag: task, ...rest };
}

describe("getModelInputSnippet", () => {
	it.each([
		["automatic-speech-recognition", '"sample1.flac"'],
		["image-to-text", '"cats.jpg"'],
		["depth-estimation", "No input example has been defined for this model task."],
		[undefined, "No input example has been defined for this model task."],
	] as const)("of %s is %s", (task, expected) => {
		expect(getModelInputSnippet(describeModel(task))).toBe(expected);
	});

	it("escapes a mask token", () => {
		const text = getModelInputSnippet(describeModel("fill-mask", { mask_token: '"\\' }));
		expect(JSON.parse(String(text))).toContain('"\\.');
	});

	it("writes objects as indented JSON and tables in single quotes", () => {
		expect(getModelInputSnippet(describeModel("question-answering"))).toMatch(/^\{\n {4}"question": "/);
		expect(getModelInputSnippet(describeModel("tabular-regression"))).toMatch(/^'\{.*\}'$/);
	});

	it("can omit line breaks and quotes", () => {
		const model = describeModel("sentence-similarity");
		const text = String(getModelInputSnippet(model));
		expect(getModelInputSnippet(model, true)).toBe(text.replaceAll("\n", " "));
		expect(getModelInputSnippet(describeModel("image-to-text"), false, true)).toBe("cats.jpg");
	});

	it("returns a chat as messages, new ones each time", () => {
		const model = describeModel("text-generation", { tags: ["conversational"] });
		const messages = getModelInputSnippet(model, true, true);
		expect(messages).toEqual([{ role: "user", content: expect.any(String) }]);
		(messages as unknown[]).push("changed");
		expect(getModelInputSnippet(model)).toHaveLength(1);
	});
});

describe("stringifyMessages", () => {
	const messages = [{ role: "user", content: 'He said "note": go.', "x-y": [] }];

	it("removes quotes only from names", () => {
		expect(stringifyMessages(messages)).toBe(
			'[\n\t{\n\t\trole: "user",\n\t\tcontent: "He said \\"note\\": go.",\n\t\t"x-y": []\n\t}\n]',
		);
	});

	it("indents, keeps quotes and escapes on demand", () => {
		const text = stringifyMessages([{ role: "user" }], {
			indent: "  ",
			attributeKeyQuotes: true,
			customContentEscaper: (written) => written.replaceAll('"', "'"),
		});
		expect(text).toBe("[\n  \t{\n  \t\t'role': 'user'\n  \t}\n  ]");
	});
});

describe("stringifyGenerationConfig", () => {
	const config = { temperature: 0.5, max_tokens: 10 };

	it.each([
		[{ indent: "\n\t", attributeValueConnector: ": " }, "temperature: 0.5,\n\tmax_tokens: 10,"],
		[{ indent: " ", attributeValueConnector: "=" }, "temperature=0.5, max_tokens=10,"],
		[{ indent: " ", attributeValueConnector: ": ", attributeKeyQuotes: true }, '"temperature": 0.5, "max_tokens": 10,'],
	])("with %j", (options, expected) => {
		expect(stringifyGenerationConfig(config, options)).toBe(expected);
		expect(stringifyGenerationConfig({}, options)).toBe("");
	});
});

describe("library snippets of the catalogue", () => {
	it("are strings", () => {
		const texts = MODEL_LIBRARIES_UI_ELEMENTS.timm.snippets?.(describeModel("image-classification")) ?? [];
		expect(texts.join("\n")).toContain("org/name");
	});

	it("exist for most libraries", () => {
		const model = describeModel("text-generation");
		const described = ALL_MODEL_LIBRARY_KEYS.filter((key) => MODEL_LIBRARIES_UI_ELEMENTS[key].snippets);
		expect(described).toHaveLength(126);
		for (const key of described) {
			for (const text of MODEL_LIBRARIES_UI_ELEMENTS[key].snippets?.(model) ?? [])
				expect(typeof text, key).toBe("string");
		}
	});
});
