import type { PriceSource, Usage } from "./exchange.ts";
import type { Offer } from "./offers.ts";
export interface Cost {
    /** US dollars; null where it is not known. */
    cost_usd: number | null;
    price_source: PriceSource | null;
}
/** Facts of a call from which its cost is computed. */
export interface Priced {
    usage: Usage | null;
    /** Cost as the response tells it. */
    reported?: number | null | undefined;
    provider: string | null;
    /** Whether the router sent it on. */
    routed: boolean;
    /** Names of the model: the caller's and the provider's own; a function where they take time to find. */
    models: readonly (string | null | undefined)[] | (() => readonly (string | null | undefined)[]);
}
/**
 * The cost of a call: what the response said; else by the router's prices; else by those that came with this version.
 * @param offers what the router's list of models says; none where it was not asked
 */
export declare function findCost(call: Priced, offers?: readonly Offer[]): Cost;
