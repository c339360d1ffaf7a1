import type { BatchOptions } from "../../../batch/index.ts";
import { bundledPrice } from "../../../exchange/bundled-prices.ts";
import { findCost, type Offer } from "../../../exchange/index.ts";
import { fetchMapping } from "../../../hub/index.ts";
import { isRouted } from "../../../inference/build-request.ts";
import { findProvider } from "../../../inference/registry.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { loadOffers } from "../../network/offers.ts";
import { priceSource, type Target } from "../../target/target.ts";
import type { BatchCommandOptions } from "./options.ts";
import type { Plan } from "./plan.ts";

/** Prices of calls. */
export interface Pricing {
	cost: NonNullable<BatchOptions["cost"]>;
}

/** Facts of a lane that determine its price. */
interface Party {
	provider: string | null;
	routed: boolean;
	model: string | undefined;
	/** The provider's own id of the model, by which it prices direct calls. */
	own: string | undefined;
}

/**
 * Finds the prices of the providers.
 * @throws UsageError with `--max-cost` where one is not known
 */
export async function createPricing(plan: Plan, options: BatchCommandOptions, context: Context): Promise<Pricing> {
	const parties = new Map<string, Party>();
	for (const [index, target] of plan.targets.entries()) {
		const resolved = plan.resolved[index];
		if (resolved) parties.set(target.name ?? "auto", await describe(resolved));
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
				models: call.model === party?.model ? [call.model, party?.own] : [call.model],
			};
			const { cost_usd } = findCost(known, offers);
			if (cost_usd !== null || !options.price || !usage) return cost_usd;
			return (usage.input_tokens * options.price.input + usage.output_tokens * options.price.output) / 1e6;
		},
	};
}

async function describe(target: Target): Promise<Party> {
	const { provider, accessToken, endpointUrl, model } = target;
	const isDirect = accessToken !== undefined && !accessToken.startsWith("hf_");
	const routed = endpointUrl === undefined && isRouted(isDirect ? "provider-key" : "hf-token");
	const own = isDirect && endpointUrl === undefined ? await findOwnModel(target) : undefined;
	return { provider: endpointUrl === undefined ? (provider ?? null) : null, routed, model, own };
}

/** The provider's own id of a model. The library caches it, so the hub is asked only once. */
async function findOwnModel({ provider, model, options }: Target): Promise<string | undefined> {
	if (provider === undefined || model === undefined) return undefined;
	if (findProvider(provider)?.closedSource) return model.replace(`${provider}/`, "");
	const { fetch, hubUrl, signal } = options;
	const entries = await fetchMapping(model, { fetch, hubUrl, signal }).catch(() => []);
	return entries.find((entry) => entry.provider === provider)?.providerId;
}

/** The router's prices. The batch also runs without them. */
async function findOffers(target: Target | undefined, context: Context): Promise<Offer[]> {
	const source = target && priceSource(target);
	return source ? await loadOffers(source, context).catch(() => []) : [];
}

function checkPrices(parties: ReadonlyMap<string, Party>, offers: readonly Offer[]): void {
	for (const [name, { provider, routed, model, own }] of parties) {
		const usage = { input_tokens: 1, output_tokens: 1 };
		const models = [model, own];
		const isKnown =
			(provider === null &&
				routed &&
				offers.some((offer) => offer.model === model && (offer.pricing || offer.is_free))) ||
			findCost({ usage, provider, routed, models }, offers).cost_usd !== null ||
			models.some((id) => provider !== null && id !== undefined && bundledPrice(provider, routed, id));
		if (isKnown) continue;
		throw new UsageError(
			`The price of ${model ?? "the model"} at ${name} is not known, so --max-cost cannot be enforced.`,
			"Set it with --price IN,OUT, in US dollars per million tokens.",
		);
	}
}
