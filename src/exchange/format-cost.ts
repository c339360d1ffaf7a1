/** An amount in US dollars without exponent: `0.00042`. */
export function formatCost(cost: number): string {
	const text = String(cost);
	return text.includes("e") ? cost.toFixed(20).replace(/\.?0+$/, "") : text;
}
