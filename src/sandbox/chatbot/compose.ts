import { noModel } from "../failure.ts";
import { listKeywords } from "../text/words.ts";
import type { Skill } from "./conversation.ts";

/** Poems from the words of the request. */
export const writePoem: Skill = ({ question, random }) => {
	if (!/\b(?:poem|rhyme|verse|song|limerick)\b/i.test(question)) return undefined;
	const about = listKeywords(question.replace(/\b(?:poem|rhyme|verses?|song|limerick|lines?)\b/gi, ""));
	const subject = about[0] ?? "words";
	return [
		random.pick([`I wrote a line on ${subject} today,`, `Of ${subject} I was asked to say,`]),
		random.pick(["and let the other words find their way.", "what words can carry, what they betray."]),
		random.pick(["For every word is more than what it seems,", "So here they are, the words, as if in dreams,"]),
		random.pick(["a little of thought and a little of dreams.", "made out of light and of paper streams."]),
	].join("\n");
};

/** Stories with the words of the request in them. */
export const writeStory: Skill = ({ question, random }) => {
	if (!/\b(?:story|tale|fairy ?tale|once upon)\b/i.test(question)) return undefined;
	const [hero = "machine", place = "city", thing = "letter"] = listKeywords(
		question.replace(/\b(?:short|story|tale|fairy|once|upon|time|tell|lines?)\b/gi, ""),
	);
	return [
		`Once upon a time there was a ${hero} that nobody had noticed.`,
		random.pick([
			`Every evening it looked out over the ${place} and wondered what lay behind it.`,
			`It lived near the ${place} and knew every sound there.`,
		]),
		random.pick([
			`One day it found a ${thing}, and on it stood its own name.`,
			`Then, on a Tuesday, a ${thing} appeared where none had been before.`,
		]),
		random.pick(["It took a deep breath and set out.", "It did not hesitate for long."]),
		`When it came back, everybody wanted to hear about the ${hero} and the ${thing}.`,
		"(Sandbox: no model here; this is the same frame for every story.)",
	].join(" ");
};

const LIST =
	/\b(?:list|name|give(?: me)?|suggest|write|tell me)\s+(?:me\s+)?(\d+|two|three|four|five|six|seven|eight|nine|ten|some|a few)\s+([^.?!\n]+)/i;
const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const ITEMS: readonly (readonly [RegExp, readonly string[]])[] = [
	[/\bcolou?rs?\b/, ["red", "blue", "green", "yellow", "violet", "orange", "black", "white", "brown", "grey"]],
	[/\bfruits?\b/, ["apple", "pear", "plum", "cherry", "orange", "fig", "grape", "mango", "peach", "lemon"]],
	[/\banimals?\b/, ["cat", "dog", "otter", "heron", "fox", "whale", "bee", "horse", "owl", "hedgehog"]],
	[
		/\b(?:countries|country)\b/,
		["Portugal", "Kenya", "Japan", "Chile", "Norway", "India", "Canada", "Ghana", "Fiji", "Peru"],
	],
	[
		/\b(?:cities|city)\b/,
		["Lisbon", "Nairobi", "Kyoto", "Bergen", "Lima", "Montreal", "Accra", "Pune", "Leipzig", "Suva"],
	],
	[/\bplanets?\b/, ["Mercury", "Venus", "Earth", "Mars", "Jupiter", "Saturn", "Uranus", "Neptune"]],
	[/\bprimes?\b/, ["2", "3", "5", "7", "11", "13", "17", "19", "23", "29"]],
	[
		/\b(?:programming )?languages?\b/,
		["Python", "TypeScript", "Rust", "Go", "C", "Java", "Ruby", "Haskell", "Lua", "Swift"],
	],
	[/\b(?:optimi[sz]ers?)\b/, ["SGD", "Adam", "AdamW", "RMSProp", "Adagrad", "Lion", "Adafactor"]],
	[/\b(?:names?)\b/, ["Ada", "Emil", "Noor", "Ravi", "Mei", "Tomás", "Ingrid", "Kofi", "Lena", "Yusuf"]],
];

/** Numbered lists. */
export const writeList: Skill = ({ question }) => {
	const [, amount = "", what = ""] = LIST.exec(question) ?? [];
	if (what === "") return undefined;
	const count = Math.min(20, Number(amount) || Math.max(3, NUMBERS.indexOf(amount.toLowerCase())));
	const known = ITEMS.find(([word]) => word.test(what.toLowerCase()))?.[1];
	if (known) return number(known.slice(0, count));
	const about = /\b(?:about|for|of|on|to|why)\s+(.+)$/i.exec(what)?.[1] ?? what;
	const subject = about.trim().replace(/^(?:the|a|an)\s+/i, "");
	const angles = [
		`The meaning of ${subject}, in plain words`,
		`Where the idea of ${subject} comes from`,
		`Who has to do with ${subject}, and why`,
		`What is easily misunderstood about ${subject}`,
		`How to begin with ${subject}`,
		`The price of ${subject}, and what it saves`,
		`An example of ${subject} from practice`,
		`Something that could replace ${subject}`,
		`Telling good from bad in ${subject}`,
		`Where to read more about ${subject}`,
	];
	return number(angles.slice(0, count));
};

/** For everything else: one line that says that there is no model. */
export const admit: Skill = ({ question }) =>
	question === "" ? "Sandbox: there is no question." : noModel('"explain attention", "12 * 7" or "write a haiku"');

function number(items: readonly string[]): string {
	return items.map((item, index) => `${index + 1}. ${item}`).join("\n");
}

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
