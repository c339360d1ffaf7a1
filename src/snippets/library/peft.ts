import type { ModelData } from "../../catalogue/index.ts";
import { code, python, type Snippet, text } from "./snippet.ts";

/** Task type of the adapter → class of the base model. */
const CLASSES: ReadonlyMap<string | undefined, string> = new Map([
	["CAUSAL_LM", "AutoModelForCausalLM"],
	["SEQ_2_SEQ_LM", "AutoModelForSeq2SeqLM"],
	["TOKEN_CLS", "AutoModelForTokenClassification"],
	["SEQ_CLS", "AutoModelForSequenceClassification"],
]);

export function peft({ id, config }: ModelData): Snippet {
	const className = CLASSES.get(config?.peft?.task_type);
	if (!className) return text("Task type is invalid.");

	const base = config?.peft?.base_model_name_or_path;
	if (!base) return text("Base model is not found.");

	return python`
		from peft import PeftModel
		from transformers import ${code(className)}

		base_model = ${code(className)}.from_pretrained(${base})
		model = PeftModel.from_pretrained(base_model, ${id})
	`;
}
