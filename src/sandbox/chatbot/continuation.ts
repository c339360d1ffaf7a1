import { LIMITS } from "../limits.ts";
import { createRandom } from "../random.ts";
import { capitalize, countTokens, listKeywords } from "../text/words.ts";

const SUBJECTS = [
	"the old captain",
	"a quiet engineer",
	"the youngest of them",
	"nobody in the town",
	"the machine",
	"her brother",
];
const VERBS = [
	"had never forgotten",
	"kept talking about",
	"went looking for",
	"wrote a letter about",
	"could not explain",
	"dreamed of",
];
const PLACES = [
	"by the harbour",
	"behind the library",
	"in the early morning",
	"when the lights went out",
	"at the end of the street",
	"long after the rain",
];
const JOINS = ["and then", "but", "so", "and for a while", "until, one day,"];
const REACTIONS = [
	"it all made sense",
	"nothing was as before",
	"everybody laughed",
	"the answer was simply there",
	"they began again",
];

/** Characters at the end of a text that decide how it continues. */
const LONGEST_CONTEXT = 4000;

/**
 * Continues a text with its own words in new sentences.
 * @param length tokens to reach at least; at most so many as the sandbox writes
 */
export function continueText(text: string, length: number, ...variation: readonly (string | number)[]): string {
	const random = createRandom("continue", text, ...variation);
	const keywords = listKeywords(text.slice(-LONGEST_CONTEXT))
		.filter((word) => !/^(?:once|upon|time|day)$/.test(word))
		.slice(0, 6);
	const subject = (): string => {
		const word = keywords[random.below(Math.max(1, keywords.length))];
		return word && random.next() < 0.7
			? `the ${word}`
			: random.pick(["the story", "that day", "the question", "the map"]);
	};
	const sentence = (): string =>
		`${random.pick(asList(SUBJECTS))} ${random.pick(asList(VERBS))} ${subject()} ${random.pick(asList(PLACES))}, ${random.pick(asList(JOINS))} ${random.pick(asList(REACTIONS))}.`;
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

function asList(items: readonly string[]): readonly [string, ...string[]] {
	const [first = "", ...others] = items;
	return [first, ...others];
}
