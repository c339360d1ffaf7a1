/** A label with a score from 0 to 1. */
export interface Scored {
	label: string;
	score: number;
}

/** Turns weights into probabilities, the highest first. */
export function softmax(weights: readonly (readonly [label: string, weight: number])[]): Scored[] {
	const most = Math.max(...weights.map(([, weight]) => weight));
	const powers = weights.map(([label, weight]) => ({ label, power: Math.exp(weight - most) }));
	const total = powers.reduce((sum, { power }) => sum + power, 0);
	return powers.map(({ label, power }) => ({ label, score: round(power / total) })).sort((a, b) => b.score - a.score);
}

/** Six digits. */
export function round(value: number): number {
	return Number(value.toFixed(6));
}
