import type { Offer as RouterOffer } from "../exchange/offers.ts";
/** One provider's offer for a chat model, as the router lists it. */
export type Offer = Omit<RouterOffer, "model" | "input_modalities" | "output_modalities">;
/** Returns the offers of all providers that chat with a model. */
export declare function listOffers(model: string): Offer[];
/** Ways to choose one of the providers of a model. */
export declare const POLICIES: string[];
/** Returns the provider the router chooses; `suffix` is a policy or a provider. Undefined when there is none. */
export declare function chooseOffer(model: string, suffix: string): Offer | undefined;
