import type { Offer } from "./offers.ts";
/** How a provider is chosen: by throughput, by the price of output, or the first in the user's order. */
export type Policy = "fastest" | "cheapest" | "preferred";
export declare const POLICIES: readonly Policy[];
export declare function isPolicy(word: string | undefined): word is Policy;
/** Something an offer must have. */
export interface Need {
    /** As the user wrote it. */
    word: string;
    /** An unknown feature counts as missing. */
    isMet(offer: Offer): boolean;
}
/** The words that `--needs` takes, besides a number of tokens. */
export declare const NEED_WORDS: readonly string[];
/** The needs of a list such as `tools,images,128000`; undefined with the word that is none. */
export declare function parseNeeds(text: string): Need[] | {
    unknown: string;
};
/** The words of the needs that an offer does not meet. */
export declare function findLacks(offer: Offer, needs: readonly Need[]): string[];
/** Orders for offers. */
export declare const OFFER_ORDERS: readonly ["price", "speed", "latency"];
export type OfferOrder = (typeof OFFER_ORDERS)[number];
/** The offers in order, the best first; where the fact is not known, last, in the order they came. */
export declare function sortOffers<O extends Offer>(offers: readonly O[], order: OfferOrder): O[];
/** The price of a million tokens of output; 0 where the model is free. */
export declare function outputPrice({ is_free, pricing }: Offer): number | undefined;
/** The offer a policy chooses among those that are live, and why; undefined where there is none. */
export declare function chooseOffer<O extends Offer>(offers: readonly O[], policy: Policy): {
    offer: O;
    reason: string;
} | undefined;
