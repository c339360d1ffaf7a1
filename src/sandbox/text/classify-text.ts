import data from "./data/labels.json" with { type: "json" };
import { dot, embed } from "./embedding.ts";
import { listWords, matchWords, stem } from "./words.ts";

const GOOD = new Set(data.good.split(" "));
const BAD = new Set(data.bad.split(" "));
const NEGATIONS = new Set(data.negations.split(" "));
const STRONG = new Set(data.strong.split(" "));
/** Subjects and words that belong to them, so that a label need not occur in the text. */
const FIELDS = data.fields.map((row) => ({ names: new RegExp(row.names, "i"), words: new RegExp(row.words, "gi") }));

/** Classifies a text as the model would, judged by its name: languages, emotions, attacks, or whether it is friendly. */
export function classifyText(text: string, model: string): Scored[] {
	const name = model.toLowerCase();
	if (/language-detection|lang-?id/.test(name)) return countMatches(text, data.languages);
	if (/emotion/.test(name)) return countMatches(text, data.emotions);
	const weigh = (weights: Readonly<Record<string, number>>): Scored[] => softmax(Object.entries(weights));
	if (/guard|injection|jailbreak/.test(name)) {
		const attacks = text.match(matchWords(data.attacks, "gi"))?.length ?? 0;
		return weigh({ BENIGN: 2, JAILBREAK: attacks * 4, INJECTION: attacks * 3 });
	}
	const mood = measureMood(text);
	return /finbert|roberta-base-sentiment/.test(name)
		? weigh({ positive: mood, negative: -mood, neutral: 1.2 - Math.abs(mood) })
		: weigh({ POSITIVE: mood + 0.1, NEGATIVE: -mood });
}

/** Friendly words minus unfriendly ones; a negation turns the next three words round. */
function measureMood(text: string): number {
	let mood = 0;
	let negated = 0;
	let strength = 1;
	for (const word of listWords(text)) {
		if (NEGATIONS.has(word)) negated = 4;
		const value = GOOD.has(word) ? 1 : BAD.has(word) ? -1 : 0;
		mood += value * strength * (negated > 0 ? -1 : 1);
		negated--;
		strength = STRONG.has(word) ? 1.7 : 1;
	}
	return mood * 1.5;
}

function countMatches(text: string, table: Readonly<Record<string, string>>): Scored[] {
	const count = (words: string): number => text.match(matchWords(words, "gi"))?.length ?? 0;
	return softmax(Object.entries(table).map(([label, words]) => [label, count(words) * 1.5]));
}

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

/**
 * How well labels fit texts: for each text the labels, the best first.
 * @param independent each label by itself, instead of all sharing one
 */
export function matchLabels(texts: readonly string[], labels: readonly string[], independent: boolean): Scored[][] {
	const prepared = labels.map(prepareLabel);
	return texts.map((text) => matchText(text, prepared, independent));
}

type Label = ReturnType<typeof prepareLabel>;

/** Facts about a label that do not depend on the text. */
function prepareLabel(label: string) {
	const isGood = /positiv|happy|joy|good|praise/i.test(label);
	const isBad = !isGood && /negativ|sad|ang(?:er|ry)|bad|complaint/i.test(label);
	return {
		label,
		stems: listWords(label).map(stem),
		/** Places in `FIELDS` of the subjects it names. */
		fields: FIELDS.flatMap(({ names }, index) => (names.test(label) ? index : [])),
		/** 1 for good feelings, -1 for bad ones. */
		feeling: Number(isGood) - Number(isBad),
		vector: embed(label),
	};
}

function matchText(text: string, labels: readonly Label[], independent: boolean): Scored[] {
	const vector = embed(text);
	const mood = measureMood(text);
	const stems = new Set(listWords(text).map(stem));
	const counts = FIELDS.map(({ words }) => text.match(words)?.length ?? 0);
	const weights = labels.map((label): [string, number] => {
		const named = label.stems.filter((word) => stems.has(word)).length;
		const field = label.fields.reduce((total, index) => total + (counts[index] ?? 0), 0);
		return [label.label, 3 * named + 1.2 * field + label.feeling * mood + 4 * dot(vector, label.vector)];
	});
	if (!independent) return softmax(weights);
	return weights
		.map(([label, weight]) => ({ label, score: round(1 / (1 + Math.exp(2 - 2 * weight))) }))
		.sort((a, b) => b.score - a.score);
}
