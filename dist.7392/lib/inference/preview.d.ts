import type { WireRequest } from "../http/index.ts";
import type { InferenceProviderMappingEntry } from "../hub/index.ts";
import type { ProviderHelper } from "./helper.ts";
import type { Args, BaseArgs, CallOptions, InferenceTask } from "./types.ts";
/**
 * Resolves a call and builds its request without sending it. Binary arguments must have been turned into text before.
 * @returns the URL, and the options for `fetch`
 */
export declare function makeRequestOptions(args: BaseArgs & Args & {
    stream?: boolean | undefined;
}, helper: ProviderHelper, options?: CallOptions): Promise<WireRequest>;
/**
 * As `makeRequestOptions` for a model whose provider id is known. Pure: it sends nothing; binary arguments must have
 * been encoded as text before.
 */
export declare function makeRequestOptionsFromResolvedModel(providerModelId: string, helper: ProviderHelper, args: BaseArgs & Args & {
    stream?: boolean | undefined;
}, mapping?: InferenceProviderMappingEntry, options?: CallOptions): WireRequest;
/** The request of a task, encoded and resolved like a call of it, for showing; it is not sent. */
export declare function previewRequest(task: InferenceTask, args: BaseArgs & Args, options?: CallOptions): Promise<WireRequest>;
/**
 * Resolves the target of a task's calls, without sending one.
 * @throws InputError, RoutingError, HubApiError where none of them could be sent
 */
export declare function checkTarget(task: InferenceTask, target: BaseArgs, options?: CallOptions): Promise<void>;
