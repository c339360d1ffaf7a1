import type { Offer as RouterOffer } from "../exchange/offers.ts";
import prices from "./data/prices.json" with { type: "json" };
import { createMapping } from "./model-mapping.ts";
import { createRandom } from "./random.ts";

/** One provider's offer for a chat model, as the router lists it. */
export type Offer = Omit<RouterOffer, "model" | "input_modalities" | "output_modalities">;

interface Price {
	input: number;
	output: number;
	/** Tokens per second. */
	speed: number;
	/** Milliseconds. */
	first: number;
}

/** Prices and speeds of the sandbox for a model of 8 billion parameters. The most expensive is the fastest. */
const PRICES: Readonly<Record<string, Price>> = prices;
/** Providers without prices: free, or unknown. */
const FREE = ["publicai"];
const WITHOUT_TOOLS = ["hyperbolic", "featherless-ai", "hf-inference"];
const WITHOUT_SCHEMAS = ["hyperbolic", "featherless-ai", "hf-inference", "publicai"];

/** Returns the offers of all providers that chat with a model. */
export function listOffers(model: string): Offer[] {
	const factor = sizeFactor(model);
	return createMapping(model)
		.filter(({ task }) => task === "conversational")
		.map(({ provider, status }): Offer => {
			const price = PRICES[provider];
			const random = createRandom("offer", provider, model);
			return {
				provider,
				status: status === "live" ? "live" : "error",
				context_length: 2 ** (13 + 2 * random.below(3)),
				...(price
					? {
							pricing: { input: round(price.input * factor), output: round(price.output * factor) },
							first_token_latency_ms: price.first,
							throughput: Math.round(price.speed / Math.sqrt(factor)),
						}
					: {}),
				...(FREE.includes(provider) ? { is_free: true } : {}),
				supports_tools: !WITHOUT_TOOLS.includes(provider),
				supports_structured_output: !WITHOUT_SCHEMAS.includes(provider),
				...(model.toLowerCase().startsWith(`${provider}/`) ? { is_model_author: true } : {}),
			};
		});
}

/** Ways to choose one of the providers of a model. */
export const POLICIES = ["auto", "fastest", "cheapest", "preferred"];

/** Returns the provider the router chooses; `suffix` is a policy or a provider. Undefined if there is none. */
export function chooseOffer(model: string, suffix: string): Offer | undefined {
	const live = listOffers(model).filter(({ status }) => status === "live");
	if (suffix === "fastest") return best(live, ({ throughput = 0 }) => -throughput);
	if (suffix === "cheapest") {
		return best(live, ({ pricing, is_free }) => (is_free ? 0 : (pricing?.output ?? Number.POSITIVE_INFINITY)));
	}
	return POLICIES.includes(suffix) ? live[0] : live.find(({ provider }) => provider === suffix);
}

function best(offers: readonly Offer[], cost: (offer: Offer) => number): Offer | undefined {
	return [...offers].sort((a, b) => cost(a) - cost(b))[0];
}

/** Price of a model relative to one with 8 billion parameters. */
function sizeFactor(model: string): number {
	const [, billions] = /(?:^|[-_])(\d+(?:\.\d+)?)b(?:[-_]|$)/i.exec(model) ?? [];
	return billions === undefined ? 1 : Math.max(0.25, Number(billions) / 8);
}

function round(price: number): number {
	return Number(price.toPrecision(3));
}
