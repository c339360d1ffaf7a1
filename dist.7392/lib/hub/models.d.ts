import type { ModelData } from "../catalogue/index.ts";
import type { InferenceProviderMappingEntry } from "./mapping.ts";
import { type HubOptions } from "./request.ts";
/** A model as the hub describes it. */
export interface ModelRecord extends ModelData {
    author?: string;
    /** Bytes of all its files. */
    usedStorage?: number;
    /** Downloads in the last 30 days. */
    downloads?: number;
    likes?: number;
    /** ISO 8601 date. */
    lastModified?: string;
    /** ISO 8601 date. */
    createdAt?: string;
    /** `false`, or how access is granted: `auto`, `manual`. */
    gated?: false | "auto" | "manual";
    inferenceProviderMapping?: InferenceProviderMappingEntry[] | Record<string, Omit<InferenceProviderMappingEntry, "provider" | "hfModelId">>;
}
/**
 * Returns the hub's record of a model.
 * @param expand fields to ask for; by default the hub chooses
 * @throws HubApiError when there is no such model or the token may not see it
 */
export declare function fetchModel(model: string, options: HubOptions, expand?: readonly string[]): Promise<ModelRecord>;
/** Search filters; all are optional and apply together. */
export interface ModelSearch {
    search?: string | undefined;
    author?: string | undefined;
    /** A tag, such as a library or a language; of several, all are wanted. */
    filter?: string | readonly string[] | undefined;
    pipelineTag?: string | undefined;
    /** Only models this provider serves. */
    inferenceProvider?: string | undefined;
    /** Field to sort by, highest first, such as `downloads`, `likes`, `trendingScore`, `lastModified`. */
    sort?: string | undefined;
    limit?: number | undefined;
    /** Fields to ask for; by default the hub chooses. */
    expand?: readonly string[] | undefined;
}
/**
 * Searches the hub's models; one page.
 * @throws HubApiError when the hub refuses
 */
export declare function searchModels(search: ModelSearch, options: HubOptions): Promise<ModelRecord[]>;
/** GET of a JSON answer, with the caller's token; by default it has to be an object. */
export declare function getJson(url: string, options: HubOptions, failure: string, isExpected?: (data: unknown) => boolean): Promise<unknown>;
