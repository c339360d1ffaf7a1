import type { TextClassificationOutputElement } from "../../inference/index.ts";
import { listWords, stem } from "./words.ts";

type Weights = readonly (readonly [label: string, weight: number])[];

/** Turns weights into probabilities, the highest first. */
export function softmax(weights: Weights): TextClassificationOutputElement[] {
	const most = Math.max(...weights.map(([, weight]) => weight));
	const powers = weights.map(([label, weight]) => ({ label, power: Math.exp(weight - most) }));
	const total = powers.reduce((sum, { power }) => sum + power, 0);
	return powers.map(({ label, power }) => ({ label, score: round(power / total) })).sort((a, b) => b.score - a.score);
}

/** Turns each weight into an independent probability, the highest first. */
export function sigmoid(weights: Weights): TextClassificationOutputElement[] {
	const scored = weights.map(([label, weight]) => ({ label, score: round(1 / (1 + Math.exp(2 - weight))) }));
	return scored.sort((a, b) => b.score - a.score);
}

/** Six digits. */
function round(value: number): number {
	return Number(value.toFixed(6));
}

const GLAD = /\bpos|happy|joy|good|praise/i;
const SAD = /\bneg|sad|ang(?:er|ry)|bad|complaint/i;

/** Returns a function that weighs labels for a text: by the words they share and its mood; else the first ones win. */
export function weighLabels(labels: readonly string[]): (text: string) => [label: string, weight: number][] {
	const prepared = labels.map((label) => ({
		label,
		words: listWords(label).map(stem),
		mood: Number(GLAD.test(label)) - Number(SAD.test(label)),
	}));
	return (text) => {
		const words = new Set(listWords(text).map(stem));
		const mood = measureMood(text);
		return prepared.map(({ label, words: own, mood: named }, index) => {
			const shared = own.filter((word) => words.has(word)).length;
			return [label, 2 / (index + 1) + 3 * shared + 2 * named * mood];
		});
	};
}

const GOOD = new Set(
	`love loved like liked great good excellent best happy wonderful beautiful remembered easy recommend friendly fast works
	nice perfect thanks enjoy enjoyed amazing delicious`.split(/\s+/),
);
const BAD = new Set(
	`hate hated bad awful terrible worst sad angry broken broke waste tore slow rude poor disappointing disappointed boring
	ugly wrong fails failed`.split(/\s+/),
);
const NEGATIONS = /^(?:not|no|never|\w+n't)$/;

/** Friendly words minus unfriendly ones; a negation inverts the next three words. */
function measureMood(text: string): number {
	let mood = 0;
	let negated = 0;
	for (const word of listWords(text)) {
		if (NEGATIONS.test(word)) negated = 4;
		mood += (Number(GOOD.has(word)) - Number(BAD.has(word))) * (negated > 0 ? -1 : 1);
		negated--;
	}
	return mood;
}

/** Classifies a text as friendly or not. */
export function classifyMood(text: string): TextClassificationOutputElement[] {
	const mood = 2 * measureMood(text);
	return softmax([
		["POSITIVE", mood + 0.1],
		["NEGATIVE", -mood],
	]);
}
