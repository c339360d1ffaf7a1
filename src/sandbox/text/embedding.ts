import { createRandom } from "../random.ts";
import { isKeyword, listWords, stem } from "./words.ts";

export const DEFAULT_DIMENSIONS = 384;
const PLACES = 8;

/**
 * Returns a vector of length 1 for a text: its words, and the triples of letters in them, each point in a direction of
 * their own, so that texts with common words are close together.
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
	for (const word of words) {
		const weight = isKeyword(word) ? 1 : 0.2;
		add(`stem ${stem(word)}`, 2 * weight);
		const padded = `^${word}$`;
		for (let start = 0; start + 3 <= padded.length; start++) add(padded.slice(start, start + 3), weight * 0.2);
	}
	if (words.length === 0) for (const sign of text || " ") add(`sign ${sign}`, 1);
	const length = Math.hypot(...vector);
	return vector.map((value) => (length === 0 ? 0 : value / length));
}

/** Cosine of the angle between two vectors of length 1. */
export function dot(a: readonly number[], b: readonly number[]): number {
	return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}
