import { type Exchange, type Usage } from "../exchange/index.ts";
/** Cost of all requests of a call; null where that of one is unknown. */
export declare function sumCost(exchanges: readonly Exchange[]): number | null;
export declare function sumUsage(exchanges: readonly Exchange[]): Usage | null;
/** The record of a call of several requests. */
export declare function mergeExchanges(exchanges: readonly Exchange[]): Exchange | undefined;
