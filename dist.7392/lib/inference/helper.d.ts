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
export declare function findHelper(registry: Registry, provider: string | Provider, task: InferenceTask): ProviderHelper;
/** Whether a provider serves a task. */
export declare function serves(registry: Registry, provider: string, task: InferenceTask): boolean;
