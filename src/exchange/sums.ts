import { type Cost, findCost } from "./cost.ts";
import { sum } from "./decimal.ts";
import type { Parties, PriceSource, Usage } from "./exchange.ts";
import type { Offer } from "./offers.ts";
import type { SeenRequest } from "./seen-request.ts";
import { readCostHeader } from "./usage.ts";

const UNKNOWN: Cost = { cost_usd: null, price_source: null };
/** From the most reliable source to the least. */
const SOURCES: readonly PriceSource[] = ["reported", "router", "bundled"];

/** Returns the tokens of all requests; null if none reports them. */
export function sumUsage(seen: readonly SeenRequest[]): Usage | null {
	let total: Usage | null = null;
	for (const request of seen) {
		const { usage } = request.facts();
		if (usage) total = total ? addUsage(total, usage) : usage;
	}
	return total;
}

function addUsage(a: Usage, b: Usage): Usage {
	const total: Usage = {
		input_tokens: a.input_tokens + b.input_tokens,
		output_tokens: a.output_tokens + b.output_tokens,
	};
	for (const name of ["cached_tokens", "reasoning_tokens"] as const) {
		const [first, second] = [a[name], b[name]];
		if (first !== undefined || second !== undefined) total[name] = (first ?? 0) + (second ?? 0);
	}
	return total;
}

/** Returns the cost of all requests that cost something; null if one is unknown. */
export function sumCost(seen: readonly SeenRequest[], parties: Parties, offers: readonly Offer[] | undefined): Cost {
	const costs: Cost[] = [];
	for (const request of seen) {
		const cost = costOf(request, parties, offers);
		if (cost?.cost_usd === null) return UNKNOWN;
		if (cost) costs.push(cost);
	}
	const [only] = costs;
	if (!only) return UNKNOWN;
	if (costs.length === 1) return only;
	const source = SOURCES.findLast((candidate) => costs.some(({ price_source }) => price_source === candidate));
	return { cost_usd: sum(costs.map(({ cost_usd }) => cost_usd ?? 0)), price_source: source ?? null };
}

/** Undefined for a request without cost: errors without usage, polls and downloads. */
function costOf(
	request: SeenRequest,
	{ provider, routed, model: asked }: Parties,
	offers: readonly Offer[] | undefined,
): Cost | undefined {
	const { usage, cost, model } = request.facts();
	const reported = cost ?? (request.response ? readCostHeader(request.response.headers) : null);
	if (reported === null && usage === null && (!request.isMain || (request.response?.status ?? 500) >= 400)) {
		return undefined;
	}
	return findCost({ usage, reported, provider, routed, models: () => [asked, model, request.parties().model] }, offers);
}
