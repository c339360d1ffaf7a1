import { type InferenceProviderMappingEntry } from "../hub/index.ts";
import { type ProviderHelper, type Registry } from "./helper.ts";
import type { BaseArgs, CallOptions, InferenceTask, Options, Provider } from "./types.ts";
/** A value, or a promise where it must be fetched: each promise costs a call time. */
export type Awaitable<Value> = Value | Promise<Value>;
/**
 * The provider a call goes to; `auto` asks the hub.
 * @throws InputError when the arguments contradict each other, or no provider serves the model
 */
export declare function resolveProvider(registry: Registry, args: BaseArgs, task: InferenceTask | undefined, options: Options): Awaitable<string | Provider>;
/** Task and model of a call, as the provider names them. */
export interface ResolvedModel {
    /** The provider's id of the model. */
    model: string;
    mapping?: InferenceProviderMappingEntry;
}
/**
 * The provider's id of the model a call is about; asks the hub unless an endpoint or the provider makes that needless.
 * @throws InputError when there is no such model for this provider and task; HubApiError when the hub refuses
 */
export declare function resolveModel(registry: Registry, args: BaseArgs, helper: ProviderHelper, options: CallOptions): Awaitable<ResolvedModel>;
/** Whether an entry for one task serves another. */
export declare function isSameTask(provider: string, offered: string, wanted: string): boolean;
