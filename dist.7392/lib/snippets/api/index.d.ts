import type { ModelDataMinimal } from "../../catalogue/index.ts";
import type { InferenceSnippet } from "../../catalogue/inference-snippets.ts";
import { type InferenceProviderMappingEntry, type InferenceTask } from "../../inference/index.ts";
import type { InferenceSnippetOptions } from "./options.ts";
export type { InferenceSnippet, InferenceSnippetLanguage } from "../../catalogue/inference-snippets.ts";
export { type ClientName, findSetup } from "./clients.ts";
export type { InferenceSnippetOptions } from "./options.ts";
/**
 * Code that calls a model, in every language and with every client that can, in the order to show it. Pure: it sends
 * nothing, and equal arguments give equal snippets.
 *
 * @param provider Id of a provider, or `auto`.
 * @param mapping What the hub knows of the model at this provider; without it the model's id on the hub is used.
 * @returns Empty when there is no snippet for the model's task, or the provider does not serve it.
 * @throws InputError for a provider that takes its own key only, and for an endpoint that is not an HTTP URL
 */
export declare function getInferenceSnippets(model: ModelDataMinimal, provider: string, mapping?: InferenceProviderMappingEntry | null, options?: InferenceSnippetOptions | null): InferenceSnippet[];
/** Returns the task that a model's snippets show; undefined when there are none. */
export declare function findSnippetTask(model: ModelDataMinimal): InferenceTask | undefined;
