import { type Exchange, sum, type Usage } from "../exchange/index.ts";

/** Returns the cost of all requests of a call; null if one of them is unknown. */
export function sumCost(exchanges: readonly Exchange[]): number | null {
	const known = exchanges.flatMap(({ cost_usd }) => (cost_usd === null ? [] : [cost_usd]));
	return known.length === 0 || known.length < exchanges.length ? null : sum(known);
}

export function sumUsage(exchanges: readonly Exchange[]): Usage | null {
	const [first, ...rest] = exchanges.flatMap(({ usage }) => usage ?? []);
	if (!first) return null;
	const total = { ...first };
	for (const { input_tokens, output_tokens } of rest) {
		total.input_tokens += input_tokens;
		total.output_tokens += output_tokens;
	}
	return total;
}

/** Returns the record of a call that took several requests. */
export function mergeExchanges(exchanges: readonly Exchange[]): Exchange | undefined {
	const [first] = exchanges;
	if (!first || exchanges.length === 1) return first;
	return { ...first, usage: sumUsage(exchanges), cost_usd: sumCost(exchanges) };
}
