import { bundledPrice } from "./bundled-prices.ts";
import type { PriceSource, Usage } from "./exchange.ts";
import type { Offer } from "./offers.ts";
import { costOf, type TokenPrice } from "./token-price.ts";

export interface Cost {
	/** US dollars; null if unknown. */
	cost_usd: number | null;
	price_source: PriceSource | null;
}

/** Facts from which the cost of a call is computed. */
export interface Priced {
	usage: Usage | null;
	/** Cost reported by the response. */
	reported?: number | null | undefined;
	provider: string | null;
	/** Whether the call went through the router. */
	routed: boolean;
	/** Names of the model: the caller's and the provider's own; a function if finding them takes time. */
	models: readonly (string | null | undefined)[] | (() => readonly (string | null | undefined)[]);
}

const UNKNOWN: Cost = { cost_usd: null, price_source: null };

/**
 * Returns the cost of a call: reported by the response, else by the router's prices, else by the bundled prices.
 * @param offers the router's list of models; empty if it was not requested
 */
export function findCost(call: Priced, offers: readonly Offer[] = []): Cost {
	const { usage, reported, provider, routed } = call;
	if (reported !== undefined && reported !== null) return { cost_usd: reported, price_source: "reported" };
	if (!usage || provider === null) return UNKNOWN;
	const names = typeof call.models === "function" ? call.models() : call.models;
	const models = names.flatMap((model) => (model ? [model, withoutSuffix(model)] : []));
	const routerCost = costOf(usage, routerPrice(offers, provider, models));
	if (routerCost !== null) return { cost_usd: routerCost, price_source: "router" };
	for (const model of models) {
		const cost = costOf(usage, bundledPrice(provider, routed, model));
		if (cost !== null) return { cost_usd: cost, price_source: "bundled" };
	}
	return UNKNOWN;
}

function routerPrice(offers: readonly Offer[], provider: string, models: readonly string[]): TokenPrice | undefined {
	const offer = offers.find((candidate) => candidate.provider === provider && models.includes(candidate.model));
	return offer?.is_free ? { input: 0, output: 0 } : offer?.pricing;
}

function withoutSuffix(model: string): string {
	return model.replace(/:[\w-]+$/, "");
}
