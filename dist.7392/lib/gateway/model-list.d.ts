import { type Offer } from "../exchange/index.ts";
import { type Fetch } from "../http/index.ts";
/** A model as `GET /v1/models` tells it. */
export interface ListedModel {
    id: string;
    object: "model";
    created: number;
    owned_by: string;
}
/** The router's list of models, asked for when somebody wants it. */
export declare class ModelList {
    /** Prices as the router told them last. */
    offers: readonly Offer[] | undefined;
    /** Ids of the models in the list. */
    ids: readonly string[];
    private models;
    private nextLookUp;
    private lookUp;
    private readonly url;
    private readonly fetch;
    private readonly token;
    private readonly now;
    constructor(url: string, fetch: Fetch, token: () => string | undefined, now: () => number);
    /** The models; those known before where the router does not answer. */
    list(): Promise<readonly ListedModel[]>;
    private refresh;
}
