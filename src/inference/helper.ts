import { InferenceClientInputError } from "../errors.ts";
import type { InferenceTask, Provider, TaskAdapter } from "./types.ts";

/** A wire with the provider and the task it belongs to. */
export interface ProviderHelper {
	provider: Provider;
	task: InferenceTask | undefined;
	wire: TaskAdapter;
}

/**
 * The providers a program knows, by id: all with every task (`registry.ts`), or all with chat (`chat-registry.ts`),
 * where a provider that does not chat is only the names of its tasks.
 */
export type Registry = ReadonlyMap<string, Provider | readonly InferenceTask[]>;

/**
 * How a provider serves a task.
 * @param provider id of a provider, or a provider of your own
 * @throws InputError when the provider is not known or does not serve the task
 */
export function findHelper(registry: Registry, provider: string | Provider, task: InferenceTask): ProviderHelper {
	const id = typeof provider === "string" ? provider : provider.id;
	const found = typeof provider === "string" ? registry.get(id) : provider;
	if (!found) {
		throw new InferenceClientInputError(
			`Provider '${id}' not supported. Available providers: ${[...registry.keys()].join(",")}`,
			"unknown-provider",
		);
	}
	const wire = "tasks" in found && Object.hasOwn(found.tasks, task) ? found.tasks[task] : undefined;
	if (!wire) {
		const tasks = "tasks" in found ? Object.keys(found.tasks) : found;
		throw new InferenceClientInputError(
			`Task '${task}' not supported for provider '${id}'. Available tasks: ${tasks.join(",")}`,
			"task-unsupported",
		);
	}
	return { provider: found as Provider, task, wire: wire as TaskAdapter };
}

/** Whether a provider serves a task. */
export function serves(registry: Registry, provider: string, task: InferenceTask): boolean {
	const found = registry.get(provider);
	return found !== undefined && ("tasks" in found ? Object.hasOwn(found.tasks, task) : found.includes(task));
}
