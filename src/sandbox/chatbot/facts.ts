import capitals from "../data/capitals.json" with { type: "json" };
import { findLanguage, translate } from "../text/translate.ts";
import { capitalize } from "../text/words.ts";
import type { Skill } from "./conversation.ts";
import phrases from "./data/phrases.json" with { type: "json" };
import topics from "./data/topics.json" with { type: "json" };
import { findSubject } from "./repeat.ts";
import { summarize } from "./write-text.ts";

/** Calculates. */
export const calculate: Skill = ({ question }) => {
	const found = findCalculation(question);
	// Twelve digits are free of floating-point noise.
	return found && `${found.expression} = ${Number(found.result.toPrecision(12))}`;
};

/** Returns a skill that picks one of the answers for the first pattern that matches. */
export const answerFrom =
	(rows: readonly { pattern: string; answers: readonly string[] }[]): Skill =>
	({ question, random }) => {
		const row = rows.find(({ pattern }) => new RegExp(pattern, "i").test(question));
		return row && random.pick(row.answers);
	};

/** Greets, thanks, introduces itself, and knows the date. */
export const converse: Skill = (turn) => {
	const { conversation, question, model, now } = turn;
	// Patterns with Unicode classes are compiled only for questions that may fit.
	const name = /name is|all me/.test(question)
		? /\b(?:[Mm]y name is|[Cc]all me)\s+(\p{Lu}[\p{L}'’-]*)/u.exec(question)?.[1]
		: undefined;
	if (name) return `Nice to meet you, ${name}! What can I do for you?`;
	const smallTalk = answerFrom(phrases.smallTalk)(turn);
	if (smallTalk) return smallTalk;
	if (/\b(?:who|what) are you\b|\bwhat is your name\b|\bintroduce yourself\b|\bwhich model\b/i.test(question)) {
		const role = /\byou are (an? [^.\n]+|[A-Z][\w-]*)/.exec(conversation.system)?.[1];
		return role
			? `I am ${role}, played by the sandbox in the place of ${model}.`
			: `I am the sandbox, standing in for ${model}: I answer from your words alone, with no model behind me.`;
	}
	if (/\b(?:what|which) (?:day|date|time|year)\b|\bwhat is the (?:date|time)\b|\btoday's date\b/i.test(question)) {
		return `It is ${new Date(now).toUTCString().replace(/:\d\d GMT$/, " UTC")}.`;
	}
	return undefined;
};

const SUMMARIZE = /\b(?:summari[sz]e|summary|tl;?dr|main points?|in short)\b/i;

/** Summarizes a text in the message, or the conversation. */
export const summarizeText: Skill = ({ conversation, question }) => {
	if (!SUMMARIZE.test(question)) return undefined;
	const subject = findSubject(question, SUMMARIZE);
	if (subject !== undefined && subject.length > 60)
		return summarize(subject, /\bone sentence\b/i.test(question) ? 1 : 60);
	const earlier = conversation.turns.slice(0, -1).map(({ text }) => text);
	return earlier.join("").trim() === "" ? undefined : summarize(earlier.join(" "));
};

const TRANSLATE = /\b(?:translate|say|how do you say|what is)\b.*\b(?:in|into|to) (\p{L}+)/iu;
const PLAIN_TRANSLATION = /^(?:please )?translate (?:the (?:sentence|word|text) )?(.+?) (?:in|into|to) \p{L}+[.?!]?$/iu;

/** Translates word by word, as well as its small dictionary allows. */
export const translateText: Skill = ({ question }) => {
	if (!/\b(?:in|into|to) /i.test(question)) return undefined;
	const target = findLanguage(TRANSLATE.exec(question)?.[1] ?? "");
	const subject = findSubject(question, TRANSLATE) ?? PLAIN_TRANSLATION.exec(question)?.[1];
	return target && subject ? translate(subject, target) : undefined;
};

const CAPITALS = new Map(Object.entries(capitals));

/** Knows some capitals, a common question. */
export const nameCapital: Skill = ({ question }) => {
	if (!/capital/i.test(question)) return undefined;
	const [, country = ""] = /\bcapital (?:city )?of (?:the )?(\p{L}+)/iu.exec(question) ?? [];
	const capital = CAPITALS.get(country.toLowerCase());
	return capital && `The capital of ${capitalize(country)} is ${capital}.`;
};

/** Explains known topics, mostly of machine learning. */
export const explain: Skill = ({ question }) => {
	const topics = findTopics(question);
	const [first] = topics;
	if (!first) return undefined;
	const isComparison = /\b(?:compare|comparison|difference|versus|vs\.?|between|or)\b/i.test(question);
	if (isComparison && topics.length > 1) return topics.map(({ definition }) => definition).join(" ");
	return `${first.definition} ${first.detail}`;
};

/** A topic that the sandbox explains: its names, a definition in one sentence, and further sentences. */
type Topic = (typeof topics)[number];

const BY_NAME = topics
	.flatMap((topic) => topic.names.map((name) => ({ name, topic })))
	.sort((a, b) => b.name.length - a.name.length);

/** Returns the topics a text mentions, in order of mention, each once. */
function findTopics(text: string): Topic[] {
	let rest = text.toLowerCase();
	const found = new Map<Topic, number>();
	for (const { name, topic } of BY_NAME) {
		const match = new RegExp(`(?<![\\w-])${name.replace(/[.+]/g, "\\$&")}(?![\\w-])`).exec(rest);
		if (!match) continue;
		found.set(topic, Math.min(found.get(topic) ?? match.index, match.index));
		// A longer name hides the shorter ones inside it.
		rest = rest.replaceAll(name, "·".repeat(name.length));
	}
	return [...found].sort((a, b) => a[1] - b[1]).map(([topic]) => topic);
}

const EXPRESSION = /[-(\d.][-+*/^%().\d\s]*[+*/^%-][-+*/^%().\d\s]*[\d)]/;

/** Returns the first calculation in a text, and its result; undefined if there is none, and for long texts. */
function findCalculation(text: string): { expression: string; result: number } | undefined {
	if (text.length > 1000) return undefined;
	const written = phrases.operators.reduce(
		(rest, { words, sign }) => rest.replace(new RegExp(words, "g"), sign),
		text.toLowerCase(),
	);
	const expression = EXPRESSION.exec(written)?.[0].trim();
	// Dates, telephone numbers and ranges are not calculations.
	if (expression === undefined || /^\d+(?:(?:-\d+)+|\/\d+\/\d+)$/.test(expression)) return undefined;
	const result = evaluate(expression.replace(/\s+/g, ""));
	if (!Number.isFinite(result)) return undefined;
	return { expression: expression.replace(/\s*([+*/^%]|(?<=[\d)]\s*)-)\s*/g, " $1 "), result };
}

/** Evaluates sums, products, powers and brackets; NaN for other texts. */
function evaluate(expression: string): number {
	let position = 0;
	const peek = (): string => expression[position] ?? "";

	function sum(): number {
		let value = product();
		while (peek() === "+" || peek() === "-")
			value = expression[position++] === "+" ? value + product() : value - product();
		return value;
	}
	function product(): number {
		let value = power();
		while ("*/%".includes(peek()) && peek() !== "") {
			const sign = expression[position++];
			const right = power();
			value = sign === "*" ? value * right : sign === "/" ? value / right : value % right;
		}
		return value;
	}
	function power(): number {
		if (peek() === "-") {
			position++;
			return -power();
		}
		const base = atom();
		if (peek() !== "^") return base;
		position++;
		return base ** power();
	}
	function atom(): number {
		if (peek() === "(") {
			position++;
			const value = sum();
			if (expression[position++] !== ")") return Number.NaN;
			return value;
		}
		const [number = ""] = /^\d*\.?\d+/.exec(expression.slice(position)) ?? [];
		position += number.length;
		return number === "" ? Number.NaN : Number(number);
	}

	const value = sum();
	return position === expression.length ? value : Number.NaN;
}
