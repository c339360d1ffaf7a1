import type { ModelData } from "./model-data.ts";

/**
 * A condition on a model: `gguf` (its GGUF files state a context length), `tag:x`, `task:x`, `library:x`, `quant:x`
 * (quantization method), `template:tools` (its chat template supports tools), or a combination of these.
 */
export type Condition = string | { all: Condition[] } | { any: Condition[] };

export function meetsCondition(model: ModelData, condition: Condition): boolean {
	if (typeof condition !== "string") {
		return "all" in condition
			? condition.all.every((part) => meetsCondition(model, part))
			: condition.any.some((part) => meetsCondition(model, part));
	}
	const [kind, value = ""] = condition.split(":");
	const test = TESTS[kind ?? ""];
	if (!test) throw new Error(`Unknown condition "${condition}".`);
	return test(model, value);
}

const TESTS: Readonly<Record<string, (model: ModelData, value: string) => boolean>> = {
	gguf: ({ gguf }) => Boolean(gguf?.context_length),
	tag: ({ tags }, value) => tags.includes(value),
	task: ({ pipeline_tag }, value) => pipeline_tag === value,
	library: ({ library_name }, value) => library_name === value,
	quant: ({ config }, value) => config?.quantization_config?.quant_method === value,
	template: (model, value) => findChatTemplate(model)?.includes(value) ?? false,
};

function findChatTemplate({ gguf, config }: ModelData): string | undefined {
	const template = gguf?.chat_template ?? config?.chat_template_jinja ?? config?.tokenizer_config?.chat_template;
	return Array.isArray(template) ? template[0]?.template : template;
}
