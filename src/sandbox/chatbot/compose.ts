import { noModel } from "../failure.ts";
import { listKeywords, matchWords, NUMERALS } from "../text/words.ts";
import type { Skill } from "./conversation.ts";
import phrases from "./data/phrases.json" with { type: "json" };

/** Poems and stories with words of the request in them. */
export const writeText: Skill = ({ question, random }) => {
	const text = phrases.texts.find(({ words }) => matchWords(words).test(question));
	if (!text) return undefined;
	const own = listKeywords(question.replace(matchWords(text.others, "gi"), ""));
	const word = (place: number): string => own[place] ?? text.usual[place] ?? "";
	return text.lines
		.map((choices) => (choices.length === 1 ? (choices[0] ?? "") : random.pick(choices)))
		.map((line) => line.replace(/\{(\d)\}/g, (_, place) => word(Number(place))))
		.join(text.separator);
};

const LIST =
	/\b(?:list|name|give(?: me)?|suggest|write|tell me)\s+(?:me\s+)?(\d+|two|three|four|five|six|seven|eight|nine|ten|some|a few)\s+([^.?!\n]+)/i;
/** Numbered lists. */
export const writeList: Skill = ({ question }) => {
	const [, amount = "", what = ""] = LIST.exec(question) ?? [];
	if (what === "") return undefined;
	const count = Math.min(20, Number(amount) || Math.max(3, NUMERALS.indexOf(amount.toLowerCase())));
	const known = phrases.lists.find(({ words }) => matchWords(words).test(what));
	if (known) return number(known.items.slice(0, count));
	const about = /\b(?:about|for|of|on|to|why)\s+(.+)$/i.exec(what)?.[1] ?? what;
	const subject = about.trim().replace(/^(?:the|a|an)\s+/i, "");
	return number(phrases.angles.slice(0, count).map((angle) => angle.replace("{}", () => subject)));
};

/** For everything else: one line that says that there is no model. */
export const admit: Skill = ({ question }) =>
	question === "" ? "Sandbox: there is no question." : noModel('"explain attention", "12 * 7" or "write a haiku"');

function number(items: readonly string[]): string {
	return items.map((item, index) => `${index + 1}. ${item}`).join("\n");
}

/** Haiku of five, seven and five syllables about a requested topic. */
export const writeHaiku: Skill = ({ question, random }) => {
	if (!/\bhaiku\b/i.test(question)) return undefined;
	const [, about] = /\bhaiku\s+(?:about|on|of|for|to)\s+([^.,;:!?\n]+)/i.exec(question) ?? [];
	if (about === undefined) return random.pick(phrases.haiku.whole);
	const subject = about
		.trim()
		.replace(/\bmy\b/gi, "your")
		.replace(/\bme\b/gi, "you");
	const syllables = subject.split(/[\s-]+/).reduce((sum, word) => sum + countSyllables(word), 0);
	// The opening and its subject have five syllables together.
	const opening = phrases.haiku.openings[syllables];
	if (!opening) return noModel('"write a haiku about rain"');
	const first = opening.replace("{}", () => subject);
	return `${first.charAt(0).toUpperCase()}${first.slice(1)}\n${random.pick(phrases.haiku.endings)}`;
};

/** How many syllables an English word has, as far as its letters tell. */
function countSyllables(word: string): number {
	const letters = word.toLowerCase().replace(/[^a-z]/g, "");
	const spoken = letters
		.replace(/(?<=[^aeiouylscxzg])es$/, "s")
		.replace(/(?<=[^aeiouytd])ed$/, "d")
		.replace(/(?<=[^aeiouyl])e$/, "")
		.replace(/(?<=[aeiouy])le$/, "l");
	const groups = spoken.match(/[aeiouy]+/g)?.length ?? 0;
	// "Lion" and "piano" have one more than groups of vowels; "nation" has not.
	const split = spoken.match(/(?<![tsc])i[ao]/g)?.length ?? 0;
	return Math.max(letters === "" ? 0 : 1, groups + split);
}
