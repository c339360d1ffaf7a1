import { add, type Decimal, multiply, shift, toDecimal, toNumber, ZERO } from "./decimal.ts";
import type { Usage } from "./exchange.ts";

/** US dollars per million tokens. */
export interface TokenPrice {
	input: number;
	output: number;
	/** Of input tokens from the provider's cache; default: the price of input. */
	cached?: number | undefined;
	/** Longer inputs have a different, unknown price. */
	longestInput?: number | undefined;
}

/** Returns the exact cost of tokens; null if the price does not cover them. */
export function costOf(usage: Usage, price: TokenPrice | undefined): number | null {
	if (!price || usage.input_tokens > (price.longestInput ?? Number.POSITIVE_INFINITY)) return null;
	const cached = Math.min(usage.cached_tokens ?? 0, usage.input_tokens);
	const parts: [tokens: number, price: number][] = [
		[usage.input_tokens - cached, price.input],
		[cached, price.cached ?? price.input],
		[usage.output_tokens, price.output],
	];
	let total: Decimal = ZERO;
	for (const [tokens, perMillion] of parts) {
		const rate = toDecimal(perMillion);
		if (!rate || rate.digits < 0n) return null;
		total = add(total, multiply(rate, tokens));
	}
	return toNumber(shift(total, 6));
}
