import type { Usage } from "./exchange.ts";

/** An exact decimal number: `digits` divided by ten to the power of `scale`. */
interface Decimal {
	digits: bigint;
	scale: number;
}

const ZERO: Decimal = { digits: 0n, scale: 0 };

/** Parses a JSON number or a string as a decimal number; undefined if it is not one. */
export function toDecimal(value: number | string): Decimal | undefined {
	const [, sign = "", whole = "", fraction = "", exponent = "0"] =
		/^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(String(value).trim()) ?? [];
	if (whole + fraction === "" || Math.abs(Number(exponent)) > 400) return undefined;
	const digits = BigInt(`${sign === "-" ? "-" : ""}${whole}${fraction}`);
	const scale = fraction.length - Number(exponent);
	return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

export function add(a: Decimal, b: Decimal): Decimal {
	const scale = Math.max(a.scale, b.scale);
	return { digits: rescale(a, scale) + rescale(b, scale), scale };
}

/** Adds numbers exactly: 0.1 and 0.2 make 0.3. */
export function sum(values: Iterable<number>): number {
	let total = ZERO;
	for (const value of values) total = add(total, toDecimal(value) ?? ZERO);
	return toNumber(total);
}

/** Adds costs exactly; null if one is unknown, or there are none. */
export function sumCosts(costs: readonly (number | null)[]): number | null {
	if (costs.length < 2) return costs[0] ?? null;
	const known = costs.filter((cost) => cost !== null);
	return known.length < costs.length ? null : sum(known);
}

/** @param count a whole number */
export function multiply(value: Decimal, count: number): Decimal {
	return { digits: value.digits * BigInt(count), scale: value.scale };
}

/** Returns the nearest number; with at most 15 digits it prints as the same decimal. */
export function toNumber({ digits, scale }: Decimal): number {
	return Number(`${digits}e-${scale}`);
}

function rescale({ digits, scale }: Decimal, wanted: number): bigint {
	return digits * 10n ** BigInt(wanted - scale);
}

/** An amount in US dollars without exponent: `0.00042`. */
export function formatCost(cost: number): string {
	const text = String(cost);
	return text.includes("e") ? cost.toFixed(20).replace(/\.?0+$/, "") : text;
}

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
	return toNumber({ ...total, scale: total.scale + 6 });
}
