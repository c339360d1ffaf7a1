import { InferenceClientInputError } from "../errors.ts";
import { anyTask } from "./providers/hf-inference.ts";
import { REGISTRY } from "./registry.ts";
import { findHelper, type ProviderHelper } from "./resolve.ts";
import { AUTO } from "./router.ts";
import type { InferenceTask, Provider } from "./types.ts";

/**
 * Returns how a provider serves a task.
 * @param provider id of a provider, `auto`, or a provider of your own
 * @throws InputError if the provider is not known or does not serve the task
 */
export function getProviderHelper(provider: string | Provider, task?: InferenceTask): ProviderHelper {
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
