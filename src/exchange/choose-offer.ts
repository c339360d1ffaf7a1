import type { Offer } from "./offers.ts";

/** Chooses a provider by throughput, by the price of output, or as the first in the user's order. */
export type Policy = "fastest" | "cheapest" | "preferred";

export const POLICIES: readonly Policy[] = ["fastest", "cheapest", "preferred"];

export function isPolicy(word: string | undefined): word is Policy {
	return POLICIES.some((policy) => policy === word);
}

export interface Need {
	/** As the user wrote it. */
	word: string;
	/** An unknown feature counts as missing. */
	isMet(offer: Offer): boolean;
}

const NEEDS: Readonly<Record<string, Need["isMet"]>> = {
	tools: ({ supports_tools }) => supports_tools === true,
	schema: ({ supports_structured_output }) => supports_structured_output === true,
	images: ({ input_modalities }) => input_modalities?.includes("image") ?? false,
	audio: ({ input_modalities }) => input_modalities?.includes("audio") ?? false,
	video: ({ input_modalities }) => input_modalities?.includes("video") ?? false,
};

/** The words that `--needs` takes, besides a number of tokens. */
export const NEED_WORDS: readonly string[] = Object.keys(NEEDS);

/** Parses a list such as `tools,images,128000`; for an unknown word returns `{ unknown }`. */
export function parseNeeds(text: string): Need[] | { unknown: string } {
	const needs: Need[] = [];
	for (const word of text.split(",").map((part) => part.trim())) {
		if (word === "") continue;
		const isMet = Object.hasOwn(NEEDS, word) ? NEEDS[word] : undefined;
		const tokens = /^\d+$/.test(word) ? Number(word) : undefined;
		if (isMet) needs.push({ word, isMet });
		else if (tokens !== undefined) needs.push({ word, isMet: ({ context_length = 0 }) => context_length >= tokens });
		else return { unknown: word };
	}
	return needs;
}

export function missingFeatures(offer: Offer, needs: readonly Need[]): string[] {
	return needs.filter(({ isMet }) => !isMet(offer)).map(({ word }) => word);
}

export const OFFER_ORDERS = ["price", "speed", "latency"] as const;
export type OfferOrder = (typeof OFFER_ORDERS)[number];

/** Sorts offers, the best first; offers without the fact come last, in their own order. */
export function sortOffers<O extends Offer>(offers: readonly O[], order: OfferOrder): O[] {
	return [...offers].sort((a, b) => rank(a, order) - rank(b, order) || 0);
}

/** Returns the price of a million output tokens; 0 if the model is free. */
export function outputPrice({ is_free, pricing }: Offer): number | undefined {
	return is_free ? 0 : pricing?.output;
}

function rank(offer: Offer, order: OfferOrder): number {
	const value = {
		price: outputPrice(offer),
		speed: offer.throughput === undefined ? undefined : -offer.throughput,
		latency: offer.first_token_latency_ms,
	}[order];
	// Not infinity: the difference of two unknown ones is 0.
	return value ?? Number.MAX_VALUE;
}

/** Returns the live offer that a policy chooses, and why; undefined if there is none. */
export function chooseOffer<O extends Offer>(
	offers: readonly O[],
	policy: Policy,
): { offer: O; reason: string } | undefined {
	const live = offers.filter(({ status = "live" }) => status === "live");
	const [preferred] = live;
	if (!preferred) return undefined;
	if (policy === "preferred") return { offer: preferred, reason: "first in your order" };
	const [best = preferred] = sortOffers(live, policy === "cheapest" ? "price" : "speed");
	const price = outputPrice(best);
	if (policy === "cheapest") {
		if (price === undefined) return { offer: preferred, reason: "preferred, since no price is known" };
		return { offer: best, reason: `cheapest, at $${price} per million tokens of output` };
	}
	if (best.throughput === undefined) return { offer: preferred, reason: "preferred, since no speed is known" };
	return { offer: best, reason: `fastest, with ${best.throughput} tokens/s` };
}
