import type { ModelDataMinimal } from "../../../catalogue/index.ts";
import { type InferenceProviderMappingEntry, normalizeMapping } from "../../../hub/index.ts";
import { ALL_PROVIDERS, type InferenceTask } from "../../../inference/index.ts";
import { findProvider } from "../../../inference/registry.ts";
import type { InferenceSnippetOptions } from "../../../snippets/api/index.ts";

/** A call to show as code. */
export interface ShownCall {
	model: ModelDataMinimal;
	/** Id of a provider, or `auto`. */
	provider: string;
	/** The providers of the model; undefined if unknown. */
	mapping: readonly InferenceProviderMappingEntry[] | undefined;
	options: InferenceSnippetOptions;
}

/** Returns the providers of a model from its record; undefined if the record lists none. */
export function readMapping(record: { id: string; inferenceProviderMapping?: unknown }): ShownCall["mapping"] {
	const { id, inferenceProviderMapping: mapping } = record;
	if (mapping === null || typeof mapping !== "object") return undefined;
	return normalizeMapping(id, mapping)
		.filter(({ provider, providerId }) => typeof provider === "string" && typeof providerId === "string")
		.map((entry) => ({ ...entry, hfModelId: entry.hfModelId ?? id }));
}

/** The provider's entry in the mapping, if known. */
export function findEntry({ model, mapping }: ShownCall, id: string): InferenceProviderMappingEntry | undefined {
	const listed = mapping?.find((entry) => entry.provider === id);
	if (listed) return listed;
	const provider = findProvider(id);
	const own = provider?.models && Object.hasOwn(provider.models, model.id) ? provider.models[model.id] : undefined;
	if (own) return { provider: id, hfModelId: model.id, ...own };
	// Its model ids have its name as a prefix only on the hub.
	if (!provider?.closedSource || !model.id.startsWith(`${id}/`)) return undefined;
	const task = model.pipeline_tag ?? "text-generation";
	return { provider: id, hfModelId: model.id, providerId: model.id.slice(id.length + 1), status: "live", task };
}

/** Providers with status live that support the task, in the hub's order. */
export function liveProviders({ mapping = [] }: ShownCall, task: InferenceTask): string[] {
	return mapping
		.filter(({ provider, status }) => status === "live" && serves(provider, task))
		.map(({ provider }) => provider);
}

/** Whether calls of the task can be sent to the provider. */
export function serves(provider: string, task: InferenceTask): boolean {
	return Object.hasOwn(findProvider(provider)?.tasks ?? {}, task);
}

/** Returns every provider that serves the task, for any model. */
export function providersOf(task: InferenceTask): string[] {
	return ALL_PROVIDERS.filter(({ id }) => serves(id, task)).map(({ id }) => id);
}
