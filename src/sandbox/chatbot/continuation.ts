import { LIMITS } from "../limits.ts";
import { createRandom } from "../random.ts";
import { capitalize, countTokens, listKeywords } from "../text/words.ts";
import phrases from "./data/phrases.json" with { type: "json" };

/** Characters at the end of a text that decide how it continues. */
const MAX_CONTEXT_LENGTH = 4000;

/**
 * Continues a text with its own words in new sentences.
 * @param length tokens to reach at least; at most so many as the sandbox writes
 */
export function continueText(text: string, length: number, ...variation: readonly (string | number)[]): string {
	const random = createRandom("continue", text, ...variation);
	const { subjects, verbs, places, joins, reactions, things } = phrases.continuation;
	const keywords = listKeywords(text.slice(-MAX_CONTEXT_LENGTH))
		.filter((word) => !/^(?:once|upon|time|day)$/.test(word))
		.slice(0, 6);
	const subject = (): string => {
		const word = keywords[random.below(Math.max(1, keywords.length))];
		return word && random.next() < 0.7 ? `the ${word}` : random.pick(things);
	};
	const sentence = (): string =>
		`${random.pick(subjects)} ${random.pick(verbs)} ${subject()} ${random.pick(places)}, ${random.pick(joins)} ${random.pick(reactions)}.`;
	const ends = /[.!?…:\n]\s*$/.test(text) || text.trim() === "";
	let written = ends ? capitalize(sentence()) : sentence();
	let tokens = countTokens(written);
	while (tokens < Math.min(length, LIMITS.writtenTokens)) {
		const next = ` ${capitalize(sentence())}`;
		written += next;
		tokens += countTokens(next);
	}
	return /(?:^|\s)$/.test(text) ? written : ` ${written}`;
}
