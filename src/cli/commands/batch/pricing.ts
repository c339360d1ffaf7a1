import type { BatchOptions } from "../../../batch/index.ts";
import { bundledPrice } from "../../../exchange/bundled-prices.ts";
import { findCost, type Offer } from "../../../exchange/index.ts";
import { isRouted } from "../../../inference/request.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { loadOffers } from "../../network/offers.ts";
import { priceSource, type Target } from "../../network/target.ts";
import type { BatchCommandOptions } from "./options.ts";
import type { Plan } from "./plan.ts";

/** Prices of calls. */
export interface Pricing {
	cost: NonNullable<BatchOptions["cost"]>;
}

/** A lane as prices see it. */
interface Party {
	provider: string | null;
	routed: boolean;
	model: string | undefined;
}

/**
 * Finds the prices of the providers.
 * @throws UsageError with `--max-cost` where one is not known
 */
export async function createPricing(plan: Plan, options: BatchCommandOptions, context: Context): Promise<Pricing> {
	const parties = new Map<string, Party>();
	for (const [index, target] of plan.targets.entries()) {
		const resolved = plan.resolved[index];
		if (resolved) parties.set(target.name ?? "auto", describe(resolved));
	}
	const offers = [...parties.values()].some(({ routed }) => routed) ? await findOffers(plan.resolved[0], context) : [];
	if (options.maxCost !== undefined && !options.price) checkPrices(parties, offers);
	return {
		cost: (call) => {
			const usage = call.usage ?? null;
			const party = parties.get(call.lane);
			const provider = call.headers?.get("x-inference-provider") ?? party?.provider ?? null;
			const known = {
				usage,
				reported: call.reported,
				provider,
				routed: party?.routed ?? false,
				models: [call.model],
			};
			const { cost_usd } = findCost(known, offers);
			if (cost_usd !== null || !options.price || !usage) return cost_usd;
			return (usage.input_tokens * options.price.input + usage.output_tokens * options.price.output) / 1e6;
		},
	};
}

function describe({ provider, accessToken, endpointUrl, model }: Target): Party {
	const isDirect = accessToken !== undefined && !accessToken.startsWith("hf_");
	const routed = endpointUrl === undefined && isRouted(isDirect ? "provider-key" : "hf-token");
	return { provider: endpointUrl === undefined ? (provider ?? null) : null, routed, model };
}

/** The router's prices. Without them the batch runs all the same. */
async function findOffers(target: Target | undefined, context: Context): Promise<Offer[]> {
	const source = target && priceSource(target);
	return source ? await loadOffers(source, context).catch(() => []) : [];
}

function checkPrices(parties: ReadonlyMap<string, Party>, offers: readonly Offer[]): void {
	for (const [name, { provider, routed, model }] of parties) {
		const usage = { input_tokens: 1, output_tokens: 1 };
		const isKnown =
			(provider === null &&
				routed &&
				offers.some((offer) => offer.model === model && (offer.pricing || offer.is_free))) ||
			findCost({ usage, provider, routed, models: [model] }, offers).cost_usd !== null ||
			(provider !== null && model !== undefined && bundledPrice(provider, routed, model) !== undefined);
		if (isKnown) continue;
		throw new UsageError(
			`The price of ${model ?? "the model"} at ${name} is not known, so --max-cost cannot be enforced.`,
			"Set it with --price IN,OUT, in US dollars per million tokens.",
		);
	}
}
