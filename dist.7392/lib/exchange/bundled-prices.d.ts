import type { TokenPrice } from "./token-price.ts";
/** The day the bundled prices are of, as `YYYY-MM-DD`. */
export declare const BUNDLED_PRICES_DATE: string;
/** The price of a model in the snapshot that came with this version. */
export declare function bundledPrice(provider: string, routed: boolean, model: string): TokenPrice | undefined;
