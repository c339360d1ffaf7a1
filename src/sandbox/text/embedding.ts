import { createRandom } from "../random.ts";
import { isKeyword, listWords, stem } from "./words.ts";

export const DEFAULT_DIMENSIONS = 384;
const PLACES = 12;
/** Words of one field are close together although they share no letters. */
const CONCEPTS: readonly (readonly [name: string, words: RegExp])[] = [
	["animal", /^(?:cat|kitten|dog|puppy|horse|cow|sheep|bird|fish|fox|lion|tiger|mouse|rabbit|pet|animal|duck|owl)s?$/],
	["vehicle", /^(?:car|truck|bus|train|bike|bicycle|boat|ship|plane|taxi|van|vehicle|engine|road|drive|driving)s?$/],
	[
		"food",
		/^(?:food|eat|eating|bread|apple|fruit|soup|pizza|cheese|meal|dinner|lunch|cook|cooking|recipe|tea|coffee)s?$/,
	],
	["money", /^(?:money|price|stock|bank|market|tax|taxes|pay|invoice|profit|cost|finance|financial|dollar|euro)s?$/],
	["weather", /^(?:weather|rain|raining|sun|sunny|snow|storm|cloud|cloudy|wind|warm|cold|hot)s?$/],
	[
		"computing",
		/^(?:computer|software|code|program|programming|python|javascript|model|data|network|server|laptop)s?$/,
	],
	["feeling", /^(?:happy|sad|angry|love|joy|afraid|glad|cheerful|excited)$/],
	["home", /^(?:house|home|room|sofa|mat|rug|kitchen|garden|door|window|bed|chair|table)s?$/],
	["person", /^(?:man|woman|boy|girl|child|children|person|people|friend|king|queen|doctor|teacher)s?$/],
];

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
		for (const [name, members] of CONCEPTS) if (members.test(word)) add(`concept ${name}`, 1.6);
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
