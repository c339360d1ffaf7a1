import { memoize } from "../base/memoize.ts";
import snapshot from "./data/prices.json" with { type: "json" };
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
	/** Ids of the model: the caller's and the provider's own. */
	models: readonly (string | null | undefined)[];
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
	const models = call.models.flatMap((model) => (model ? [model, model.replace(/:[\w-]+$/, "")] : []));
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

/** Provider → price → the models with it, in lowercase. Few prices belong to one model only. */
type PriceTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Prices of direct calls, by the provider's ids of models, and of calls through the router, by Hugging Face's. */
const { date, direct, routed }: { date: string; direct: PriceTable; routed: PriceTable } = snapshot;

/** Providers whose prices are bundled. */
export const PRICED_PROVIDERS: readonly string[] = [...new Set([...Object.keys(direct), ...Object.keys(routed)])];

/** The day of the bundled prices, as `YYYY-MM-DD`. */
export const BUNDLED_PRICES_DATE = date;

const readPrices = memoize((provider) => [indexPrices(direct, provider), indexPrices(routed, provider)] as const);

/** Returns a model → its price: input and output per million tokens; then cached input and the longest input, or `-`. */
function indexPrices(table: PriceTable, provider: string): ReadonlyMap<string, string> {
	const groups = Object.hasOwn(table, provider) ? Object.entries(table[provider] ?? {}) : [];
	return new Map(groups.flatMap(([price, models]) => models.split(" ").map((model) => [model, price] as const)));
}

/** Returns the price of a model in the snapshot bundled with this version. */
export function bundledPrice(provider: string, isRouted: boolean, model: string): TokenPrice | undefined {
	const price = readPrices(provider)[isRouted ? 1 : 0].get(model.toLowerCase());
	if (price === undefined) return undefined;
	const [input = 0, output = 0, cached, longestInput] = price
		.split(" ")
		.map((part) => (part === "-" ? undefined : Number(part)));
	return { input, output, cached, longestInput };
}
