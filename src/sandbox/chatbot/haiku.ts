import { noModel } from "../no-model.ts";
import type { Skill } from "./skill.ts";

/** The first line around a subject, by how many syllables the subject has: five together. */
const OPENINGS: readonly string[] = ["", "I think of {} now", "Thinking of {}", "Once more, {}", "Oh, {}", "{}"];
const ENDINGS = [
	"the ferry leaves the harbour\nmorning fills the sails",
	"a crow considers the street\nthen the bells begin",
	"a window opens somewhere\nand lets in the light",
] as const;
/** Without a subject. */
const WHOLE = [
	"An old silent pond\na frog leaps into the cool\nwater, and a ring",
	"Light on the water\nthe ferry leaves the harbour\nmorning fills the sails",
	"Snow on the rooftop\na crow considers the street\nthen the bells begin",
] as const;

/** Haiku of five, seven and five syllables about a requested topic. */
export const writeHaiku: Skill = ({ question, random }) => {
	if (!/\bhaiku\b/i.test(question)) return undefined;
	const [, about] = /\bhaiku\s+(?:about|on|of|for|to)\s+([^.,;:!?\n]+)/i.exec(question) ?? [];
	if (about === undefined) return random.pick(WHOLE);
	const subject = about
		.trim()
		.replace(/\bmy\b/gi, "your")
		.replace(/\bme\b/gi, "you");
	const syllables = subject.split(/[\s-]+/).reduce((sum, word) => sum + countSyllables(word), 0);
	const opening = OPENINGS[syllables];
	if (!opening) return noModel('"write a haiku about rain"');
	const first = opening.replace("{}", () => subject);
	return `${first.charAt(0).toUpperCase()}${first.slice(1)}\n${random.pick(ENDINGS)}`;
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
