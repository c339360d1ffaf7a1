import { textOf } from "../base/json.ts";
import { findNearestQuantType, GGMLFileQuantizationType, parseGGUFQuantLabel } from "../catalogue/gguf.ts";
import type { ModelData, ModelDataMinimal } from "../catalogue/index.ts";

/** Placeholder for a base model that the record does not name. */
export const UNKNOWN_BASE_MODEL = "fill-in-base-model";

/** Returns the tags in their order. Hugging Face leaves `tags` out of some records. */
export function readTags({ tags }: Pick<ModelDataMinimal, "tags">): string[] {
	return Array.isArray(tags) ? tags : [];
}

export function hasTag(model: Pick<ModelDataMinimal, "tags">, tag: string): boolean {
	return readTags(model).includes(tag);
}

/** Returns the part of the id after the organization; the whole id if there is none. */
export function readName(model: ModelData): string {
	return model.id.split("/")[1] ?? model.id;
}

export function readBaseModel(model: ModelData): string {
	const named = model.cardData?.base_model;
	return readText(Array.isArray(named) ? named[0] : named) || UNKNOWN_BASE_MODEL;
}

/** Returns the mask token: the placeholder for a word to guess. */
export function readMask({ mask_token }: Pick<ModelDataMinimal, "mask_token">, otherwise: string): string {
	return readText(mask_token) || otherwise;
}

export function readWidgetText(model: ModelData): string | undefined {
	return readText(firstExample(model)["text"]);
}

/** Returns the sentences of the first widget example, beginning with the one to compare. */
export function readWidgetSentences(model: ModelData): string[] | undefined {
	const { source_sentence: source, sentences } = firstExample(model);
	if (!readText(source) || !Array.isArray(sentences) || sentences.length === 0) return undefined;
	return [source, ...sentences].map(textOf);
}

/** Returns a prompt for a generative model: the widget's text, else the card's prompt; the default where that is empty. */
export function readPrompt(model: ModelData, otherwise: string): string {
	return (readWidgetText(model) ?? readText(model.cardData?.instance_prompt)) || otherwise;
}

/** Whether the record contains a chat template, wherever libraries store it. */
export function hasChatTemplate({ config }: ModelData): boolean {
	const template =
		config?.tokenizer_config?.chat_template ?? config?.processor_config?.chat_template ?? config?.chat_template_jinja;
	return template !== undefined && template !== null;
}

function firstExample(model: ModelData): Record<string, unknown> {
	return { ...model.widgetData?.[0] };
}

function readText(value: unknown): string | undefined {
	return typeof value === "string" ? value : undefined;
}

/** The GGUF file to show from a record's `siblings`: of the usual size, or the nearest. */
export function chooseGgufFile(record: object): string | undefined {
	const siblings = "siblings" in record ? record.siblings : undefined;
	const files = (Array.isArray(siblings) ? siblings : [])
		.map((sibling: { rfilename?: unknown } | null) => sibling?.rfilename)
		.filter((name): name is string => typeof name === "string" && /^[\w./-]+\.gguf$/i.test(name));
	const types = GGMLFileQuantizationType as Readonly<Record<string, unknown>>;
	const byType = new Map(
		files.map((name) => [types[parseGGUFQuantLabel(name) ?? ""] as GGMLFileQuantizationType | undefined, name]),
	);
	const known = [...byType.keys()].filter((type) => type !== undefined);
	// Small enough for most machines, accurate enough for most uses.
	const nearest = findNearestQuantType(GGMLFileQuantizationType.Q4_K_M, known);
	return nearest === undefined ? undefined : byType.get(nearest);
}
