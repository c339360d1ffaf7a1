import { InferenceClientInputError } from "../../errors.ts";
import { isProvider } from "../check-call.ts";
import { findHelper, type ProviderHelper } from "../resolve.ts";
import type { InferenceTask, Provider } from "../types.ts";
import { anyTask } from "./hf-inference.ts";
import { ALL_PROVIDERS, type InferenceProvider } from "./index.ts";
import { AUTO } from "./router.ts";

/** Every provider with all its tasks. */
export const REGISTRY: ReadonlyMap<string, Provider> = new Map(
	ALL_PROVIDERS.map((provider) => [provider.id, provider]),
);

/** Returns the provider with an id; undefined if there is none. */
export function findProvider(id: string): Provider | undefined {
	return REGISTRY.get(id);
}

/** Provider id → task id → helper. */
export const PROVIDERS = Object.fromEntries(
	ALL_PROVIDERS.map((provider) => [
		provider.id,
		Object.fromEntries(
			Object.entries(provider.tasks).map(([task, adapter]) => [
				task,
				{ provider, task: task as InferenceTask, adapter },
			]),
		),
	]),
) as Record<InferenceProvider, Partial<Record<InferenceTask, ProviderHelper>>>;

/**
 * Returns a provider of your own, to pass as `provider` of any call. Calls go to its `baseUrl`, never to the router, with
 * its own model names.
 * @throws InputError if the id or the URL is invalid
 */
export function defineProvider<const P extends Provider>(provider: P): P & Required<Pick<Provider, "routed">> {
	if (typeof provider === "string" || !isProvider(provider))
		throw new InferenceClientInputError("defineProvider: tasks must be an object");
	if (!/^[a-z0-9][a-z0-9-]*$/.test(provider.id) || provider.id === AUTO) {
		throw new InferenceClientInputError(
			`A provider's id consists of lowercase letters, digits and hyphens, got "${provider.id}".`,
		);
	}
	if (!/^https?:\/\//.test(provider.baseUrl)) {
		throw new InferenceClientInputError(
			`The baseUrl of provider ${provider.id} must start with http:// or https://, got "${provider.baseUrl}".`,
		);
	}
	return { ...provider, routed: provider.routed ?? "never" };
}

/**
 * Returns how a provider serves a task.
 * @param provider id of a provider, `auto`, or a provider of your own
 * @throws InputError if the provider is not known or does not serve the task
 */
export function getProviderHelper(provider: string | Provider, task?: InferenceTask): ProviderHelper {
	if (!isProvider(provider))
		throw new InferenceClientInputError("getProviderHelper: the provider must be an id, or a provider of your own");
	const id = typeof provider === "string" ? provider : provider.id;
	if (id === AUTO || (id === "hf-inference" && task === undefined)) {
		return { provider: REGISTRY.get("hf-inference") as Provider, task, adapter: anyTask };
	}
	if (task === undefined) {
		throw new InferenceClientInputError(
			"you need to provide a task name when using an external provider, e.g. 'text-to-image'",
			"no-task",
		);
	}
	return findHelper(REGISTRY, provider, task);
}
