import { omitUndefined } from "../../base/json.ts";
import { describeGuess } from "../../exchange/cost-limit.ts";
import { CostLimit, type Offer, type PricedCall } from "../../exchange/index.ts";
import type { Fetch } from "../../http/index.ts";
import type { Context } from "../context.ts";
import { loadOffers } from "../network/offers.ts";
import { type CallTarget, priceSource } from "./target.ts";

export interface CostOptions {
	/** US dollars. */
	maxCost?: number | undefined;
	/** Default `refuse`. */
	unknownPrice?: "refuse" | "allow" | undefined;
}

/** Puts `--max-cost` around a `fetch`; `find` returns the target of its requests. */
export type CostGate = (fetch: Fetch, find: () => CallTarget | undefined) => Fetch;

/** Opens `--max-cost` for all calls of a command together; undefined without it. */
export function openCostLimit({ maxCost, unknownPrice }: CostOptions, context: Context): CostGate | undefined {
	if (maxCost === undefined) return undefined;
	const limit = new CostLimit(maxCost, unknownPrice, () => context.note(describeGuess("--max-cost")));
	let offers: Promise<readonly Offer[]> | undefined;
	return (fetch, find) =>
		limit.watch(fetch, async (): Promise<PricedCall> => {
			const target = find();
			if (!target) return {};
			const { model, provider, endpointUrl, local, accessToken } = target;
			if (local) return { isFree: true };
			if (endpointUrl !== undefined) return model === undefined ? {} : { model };
			const source = priceSource(target);
			offers ??= source ? loadOffers(source, context).catch(() => []) : Promise.resolve([]);
			// A call with a provider's own key bypasses the router.
			const routed = accessToken === undefined || accessToken.startsWith("hf_");
			return { ...omitUndefined({ model, provider }), routed, offers: await offers };
		});
}
