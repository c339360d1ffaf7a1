import { capitalize } from "../text/words.ts";
import type { Skill } from "./conversation.ts";

const JOKES = [
	"Why did the neural network cross the road? Because every chicken in its training data did.",
	"I asked a language model for a joke about recursion. It began: I asked a language model for a joke about recursion.",
	"There are two hard things in machine learning: naming runs, reproducing them, and counting from zero.",
	"My model has excellent manners: it says please before every confident mistake.",
] as const;

export const tellJoke: Skill = ({ question, random }) =>
	/\b(?:joke|funny|make me laugh)\b/i.test(question) ? random.pick(JOKES) : undefined;

/** Lists its skills. */
export const listAbilities: Skill = ({ question }) =>
	/\bwhat can (?:you|i) (?:do|ask)\b|^help\b|\bhow can you help\b/i.test(question)
		? "I explain terms of machine learning, calculate, summarize, translate word by word, change and count text, classify by labels you name, write small programs, poems and letters, fill JSON schemas, call tools, remember this conversation and look at PNG images. No model is behind me: everything comes from your words."
		: undefined;

const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Counts: "count to ten", "count from 3 to 7". */
export const countUp: Skill = ({ question }) => {
	const [, from = "1", to = ""] = /\bcount (?:up )?(?:from (\w+) )?to (\w+)/i.exec(question) ?? [];
	const [start, end] = [from, to].map((word) =>
		/^\d+$/.test(word) ? Number(word) : NUMBERS.indexOf(word.toLowerCase()),
	);
	if (to === "" || start === undefined || end === undefined || start < 0 || end < start || end - start > 1000)
		return undefined;
	return Array.from({ length: end - start + 1 }, (_, index) => start + index).join(", ");
};

/** Says whether a number is prime, and if not, why. */
export const checkPrime: Skill = ({ question }) => {
	const [, digits] = /\b(\d{1,12})\b(?=.*\bprime\b)/i.exec(question) ?? [];
	if (digits === undefined || !/^(?:is|are|check|was)\b/i.test(question)) return undefined;
	const value = Number(digits);
	if (value < 2) return `No, ${value} is not a prime number.`;
	for (let divisor = 2; divisor * divisor <= value; divisor++) {
		if (value % divisor === 0) return `No, ${value} is not a prime number: it is ${divisor} × ${value / divisor}.`;
	}
	return `Yes, ${value} is a prime number.`;
};

/** Writes a short letter; recipient and subject come from the request. */
export const writeLetter: Skill = ({ question, random }) => {
	const [, kind = "", rest = ""] =
		/\bwrite (?:me )?(?:an? )?(?:short |polite |formal )?(email|e-mail|mail|letter|message|note)\b(.*)/is.exec(
			question,
		) ?? [];
	if (kind === "") return undefined;
	const receiver =
		/\bto (?:my |the )?([\p{L} ]+?)(?= (?:asking|about|for|saying|that|to)\b|[.,!?]|$)/iu.exec(rest)?.[1] ?? "all";
	const [, verb = "", matter = ""] =
		/\b(asking for|asking|about|saying that|saying|that|for|to)\s+(?!my |the )([^.?!]+)/i.exec(
			rest.replace(`to my ${receiver}`, "").replace(`to ${receiver}`, ""),
		) ?? [];
	const subject = matter.trim() || "our last talk";
	const opening = /asking/i.test(verb)
		? `I am writing to ask for ${subject.replace(/^for /, "")}.`
		: `I am writing about ${subject}.`;
	const closing = random.pick(["Please let me know what you think.", "I would be glad to hear from you soon."]);
	return `Subject: ${capitalize(subject)}\n\nDear ${receiver},\n\n${opening} ${closing}\n\nKind regards`;
};
