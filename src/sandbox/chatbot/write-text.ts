import { LIMITS } from "../limits.ts";
import { createRandom } from "../random.ts";
import {
	capitalize,
	countItems,
	countTokens,
	isKeyword,
	listKeywords,
	listWords,
	splitSentences,
	stem,
} from "../text/words.ts";
import phrases from "./data/phrases.json" with { type: "json" };

/**
 * Continues a text with its own words in new sentences.
 * @param length tokens to reach at least; at most so many as the sandbox writes
 */
export function continueText(text: string, length: number, ...variation: readonly (string | number)[]): string {
	const random = createRandom("continue", text, ...variation);
	const { subjects, verbs, places, joins, reactions, things } = phrases.continuation;
	const keywords = listKeywords(text.slice(-4000))
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
	for (let tokens = countTokens(written); tokens < Math.min(length, LIMITS.writtenTokens); ) {
		const next = ` ${capitalize(sentence())}`;
		written += next;
		tokens += countTokens(next);
	}
	return /(?:^|\s)$/.test(text) ? written : ` ${written}`;
}

/**
 * Returns the sentences that say most about the text, in their order.
 * @param limit most words to return; at least one sentence is
 */
export function summarize(text: string, limit = 60): string {
	const sentences = splitSentences(text);
	const counts = countItems(listWords(text).filter(isKeyword).map(stem));
	const ranked = sentences
		.map((sentence, index) => {
			const words = listWords(sentence);
			const weight = words.reduce((total, word) => total + (counts.get(stem(word)) ?? 0), 0);
			// The beginning of a text usually states its topic.
			return { index, sentence, length: words.length, score: (weight / (words.length + 4)) * (index === 0 ? 1.5 : 1) };
		})
		.sort((a, b) => b.score - a.score);
	const chosen: typeof ranked = [];
	let length = 0;
	// A summary is shorter than its text.
	const most = Math.min(limit, Math.max(12, listWords(text).length * 0.5));
	for (const item of ranked) {
		if (chosen.length > 0 && length + item.length > most) continue;
		chosen.push(item);
		length += item.length;
	}
	const ordered = chosen.sort((a, b) => a.index - b.index).map(({ sentence }) => sentence);
	return ordered.join(" ");
}
