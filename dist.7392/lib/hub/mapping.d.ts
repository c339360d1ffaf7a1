import type { WidgetType } from "../catalogue/index.ts";
import { type HubOptions } from "./request.ts";
/** How one provider serves a model: the hub's record. */
export interface InferenceProviderMappingEntry {
    provider: string;
    /** The model's id on the hub; of an adapter, the adapter's. */
    hfModelId: string;
    /** The id under which the provider knows it. */
    providerId: string;
    /** `live`, `staging` (for tests only) or, rarely, another word. */
    status: "live" | "staging" | (string & {});
    task: WidgetType;
    /** Kind of adapter, for models that are weights on top of another model. */
    adapter?: string | undefined;
    /** Path of the adapter's weights in its repository. */
    adapterWeightsPath?: string | undefined;
    /** `tag-filter`: the entry comes from a rule for many models; `single-model`: it was registered by itself. */
    type?: string | undefined;
}
/**
 * Asks the hub which providers serve a model, in the order of the user's settings.
 * Answers are cached per model and token; calls at the same time share one request.
 * @throws HubApiError when the hub refuses, or answers with something else
 */
export declare function fetchMapping(model: string, options: HubOptions): Promise<InferenceProviderMappingEntry[]>;
/**
 * Returns the `inferenceProviderMapping` of a record as a list: the hub answers with one, or with an object keyed by
 * provider.
 */
export declare function normalizeMapping(model: string, mapping: object): InferenceProviderMappingEntry[];
