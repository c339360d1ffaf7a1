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
	switch (kind) {
		case "gguf":
			return Boolean(model.gguf?.context_length);
		case "tag":
			return model.tags.includes(value);
		case "task":
			return model.pipeline_tag === value;
		case "library":
			return model.library_name === value;
		case "quant":
			return model.config?.quantization_config?.quant_method === value;
		case "template":
			return findChatTemplate(model)?.includes(value) ?? false;
		default:
			throw new Error(`Unknown condition "${condition}".`);
	}
}

function findChatTemplate({ gguf, config }: ModelData): string | undefined {
	const template = gguf?.chat_template ?? config?.chat_template_jinja ?? config?.tokenizer_config?.chat_template;
	return Array.isArray(template) ? template[0]?.template : template;
}
