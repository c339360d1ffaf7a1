import type { Usage } from "./exchange.ts";
/** US dollars per million tokens. */
export interface TokenPrice {
    input: number;
    output: number;
    /** Of input tokens from the provider's cache; default: the price of input. */
    cached?: number | undefined;
    /** Longer inputs have another price, which is not known. */
    longestInput?: number | undefined;
}
/** The cost of tokens, exact to the last digit; null where the price does not cover them. */
export declare function costOf(usage: Usage, price: TokenPrice | undefined): number | null;
