import { createRandom } from "../random.ts";
import concepts from "./data/concepts.json" with { type: "json" };
import { isKeyword, listWords, stem } from "./words.ts";

export const DEFAULT_DIMENSIONS = 384;
const PLACES = 12;
/** Words of one field are close together although they share no letters. */
const CONCEPTS = Object.entries(concepts).map(([name, words]) => ({ name, words: new Set(words.split(" ")) }));

/**
 * Returns a vector of length 1 for a text: its words, their stems, and the triples of letters in them each point in a direction
 * of their own, so that texts with words in common lie close together.
 */
export function embed(text: string, dimensions = DEFAULT_DIMENSIONS): number[] {
	const vector = new Array<number>(dimensions).fill(0);
	const add = (feature: string, weight: number): void => {
		// Several places each: two features that share one by chance still differ in the others.
		const random = createRandom("embedding", feature);
		for (let place = 0; place < PLACES; place++) {
			const index = random.below(dimensions);
			vector[index] = (vector[index] ?? 0) + (random.next() < 0.5 ? -weight : weight);
		}
	};
	const words = listWords(text);
	for (const [index, word] of words.entries()) {
		const weight = isKeyword(word) ? 1 : 0.2;
		add(`word ${word}`, weight);
		add(`stem ${stem(word)}`, weight);
		for (const { name, words } of CONCEPTS) {
			if (words.has(word) || words.has(word.replace(/s$/, ""))) add(`concept ${name}`, 1.6);
		}
		const padded = `^${word}$`;
		for (let start = 0; start + 3 <= padded.length; start++) add(padded.slice(start, start + 3), weight * 0.2);
		const next = words[index + 1];
		if (next !== undefined) add(`pair ${word} ${next}`, weight * 0.3);
	}
	if (words.length === 0) for (const sign of text || " ") add(`sign ${sign}`, 1);
	return normalize(vector);
}

/** Cosine of the angle between two vectors of length 1. */
export function dot(a: readonly number[], b: readonly number[]): number {
	return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

function normalize(vector: readonly number[]): number[] {
	const length = Math.hypot(...vector);
	return vector.map((value) => (length === 0 ? 0 : value / length));
}
