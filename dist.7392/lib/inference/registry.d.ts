import { type ProviderHelper } from "./helper.ts";
import { type InferenceProvider } from "./providers/index.ts";
import type { InferenceTask, Provider } from "./types.ts";
/** Every provider with all its tasks. */
export declare const REGISTRY: ReadonlyMap<string, Provider>;
/** Returns the provider with this id; undefined when there is none. */
export declare function findProvider(id: string): Provider | undefined;
/** Provider id → task id → helper. */
export declare const PROVIDERS: Record<InferenceProvider, Partial<Record<InferenceTask, ProviderHelper>>>;
/**
 * How a provider serves a task.
 * @param provider id of a provider, `auto`, or a provider of your own
 * @throws InputError when the provider is not known or does not serve the task
 */
export declare function getProviderHelper(provider: string | Provider, task?: InferenceTask): ProviderHelper;
/**
 * Returns a provider of your own: pass it as `provider` of any call. Calls go to its `baseUrl`, never to the router,
 * and models are named as it names them.
 * @throws InputError when the id or the URL cannot be used
 */
export declare function defineProvider<const P extends Provider>(provider: P): P & {
    routed: "always" | "never";
};
