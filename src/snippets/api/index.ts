import type { ModelDataMinimal } from "../../catalogue/index.ts";
import type { InferenceSnippet } from "../../catalogue/inference-snippets.ts";
import {
	getProviderHelper,
	type InferenceProviderMappingEntry,
	type InferenceTask,
	logError,
	type ProviderHelper,
} from "../../inference/index.ts";
import { hasTag } from "../model.ts";
import { writeSnippets } from "./clients.ts";
import { findSubject } from "./forms.ts";
import { makePlan } from "./plan.ts";
import type { InferenceSnippetOptions } from "./snippet-options.ts";

export type { InferenceSnippet, InferenceSnippetLanguage } from "../../catalogue/inference-snippets.ts";
export { type ClientName, findSetup } from "./clients.ts";
export type { InferenceSnippetOptions } from "./snippet-options.ts";

/**
 * Code that calls a model, in every language and with every client that can, in the order to show it. Pure: it sends
 * nothing, and equal arguments give equal snippets.
 *
 * @param model The model's record on Hugging Face.
 * @param provider Id of a provider, or `auto`.
 * @param mapping The provider's entry in Hugging Face's mapping; without it the model's id on Hugging Face is used.
 * @returns Empty if there is no snippet for the model's task, or the provider does not serve it.
 * @throws InputError for a provider that accepts only its own key, and for an endpoint that is not an HTTP URL
 */
export function getInferenceSnippets(
	model: ModelDataMinimal,
	provider: string,
	mapping?: InferenceProviderMappingEntry | null,
	options?: InferenceSnippetOptions | null,
): InferenceSnippet[] {
	const subject = findSubject(model, options ?? {});
	const helper = subject && findHelper(provider, subject.task);
	if (!subject || !helper) return [];
	const plan = makePlan(subject, model, provider, helper, mapping ?? undefined, options ?? {});
	return writeSnippets(plan, options?.clients === "all");
}

function findHelper(provider: string, task: InferenceTask): ProviderHelper | undefined {
	try {
		return getProviderHelper(provider, task);
	} catch (error) {
		logError(`Failed to get provider helper for ${provider} (${task})`, error);
		return undefined;
	}
}

/**
 * Returns the task that a model's snippets show; undefined if there are none.
 *
 * @param mapping The model's providers. If they all offer a base model for completions only, that is the task.
 */
export function findSnippetTask(
	model: ModelDataMinimal,
	mapping: readonly Pick<InferenceProviderMappingEntry, "task">[] = [],
): InferenceTask | undefined {
	const isChat = mapping.length === 0 || hasTag(model, "conversational");
	const isCompletion = !isChat && mapping.every(({ task }) => task === "text-generation");
	return findSubject(model, isCompletion ? { task: "text-generation" } : {})?.task;
}
