import { round } from "./classify-text.ts";
import names from "./data/names.json" with { type: "json" };
import { isKeyword, listKeywords, listWords, matchWords, overlap, splitSentences, stem } from "./words.ts";

/** Part of a text that answers a question; `start` and `end` are offsets in the text. */
interface Answer {
	answer: string;
	start: number;
	end: number;
	score: number;
}

/** Returns the parts of a text that answer a question best, the best first. */
export function findAnswers(question: string, context: string, count: number): Answer[] {
	const ranked = splitSentences(context)
		.map((sentence) => {
			const part = findExpected(question, sentence);
			// A sentence with a phrase of the requested kind is a better answer than one with similar words.
			return { sentence, part, score: overlap(question, sentence) * (part === undefined ? 0.6 : 1) };
		})
		.sort((a, b) => b.score - a.score);
	const found = ranked.slice(0, Math.max(1, count)).map(({ sentence, score, part: expected }): Answer => {
		const isSure = expected !== undefined && score > 0;
		const part = expected ?? restOf(question, sentence);
		// Sentences were trimmed and their white space joined; offsets belong to the text as it is.
		const at = context.replace(/\s/g, " ").indexOf(sentence);
		const start = Math.max(0, at) + sentence.indexOf(part);
		const answer = at < 0 ? part : context.slice(start, start + part.length);
		const end = start + answer.length;
		return { answer, start, end, score: round(isSure ? 0.6 + 0.39 * score : 0.05 + 0.9 * score) };
	});
	return found.slice(0, count);
}

/**
 * Returns the part of a sentence that is of the kind a question asks for; undefined if there is none, or the kind is
 * open.
 */
function findExpected(question: string, sentence: string): string | undefined {
	const asked = question.toLowerCase();
	const entities = findEntities(sentence).filter(({ word }) => !question.includes(word));
	const find = (...groups: string[]): string | undefined => entities.find(({ group }) => groups.includes(group))?.word;
	const kinds: readonly (readonly [asked: RegExp, find: () => string | undefined])[] = [
		[/\b(?:who|whose|whom)\b|\bname\b/, () => find("PER", "ORG", "MISC")],
		[/\b(?:where|which (?:city|country|place))\b/, () => find("LOC", "ORG") ?? PLACE.exec(sentence)?.[0]],
		[/\b(?:when|what year|which year|what date)\b/, () => DATE.exec(sentence)?.[0]],
		[
			/\bhow (?:many|much|old|long|far|tall|big)\b|\bwhat (?:number|amount|total|price)\b/,
			() => /[$€£]?\d[\d.,]*\d|\d+/.exec(sentence)?.[0],
		],
	];
	return kinds.flatMap(([words, findPart]) => (words.test(asked) ? (findPart() ?? []) : []))[0];
}

const PLACE = /\b(?:in|at|on|near)\s+(?:the\s+)?[\p{L}\s]+?(?=[,.]|$)/u;
const DATE =
	/\b(?:\d{1,2}\s+)?(?:(?:January|February|March|April|May|June|July|August|September|October|November|December)\s+)?(?:\d{1,2},\s+)?\d{4}\b|\b(?:yesterday|today|tomorrow|\w+day)\b/;

/** Returns the longest run of words in the sentence that are not in the question. */
function restOf(question: string, sentence: string): string {
	const asked = new Set(listKeywords(question).map(stem));
	let best: RegExpExecArray[] = [];
	let run: RegExpExecArray[] = [];
	for (const word of sentence.matchAll(/[\p{L}\p{N}'’-]+/gu)) {
		const isAsked = listWords(word[0]).some((item) => asked.has(stem(item)));
		run = isAsked ? [] : [...run, word];
		const trimmed = run.slice(run.findIndex(([item]) => isKeyword(item)));
		if (run.some(([item]) => isKeyword(item)) && trimmed.length >= best.length) best = trimmed;
	}
	const { index: end = 0, 0: last = "" } = best.at(-1) ?? {};
	return best[0] ? sentence.slice(best[0].index, end + last.length) : sentence.replace(/[.!?]+$/, "");
}

type EntityGroup = "PER" | "ORG" | "LOC" | "MISC";

const PLACES = new Set(names.places.split(" "));
const FIRST_NAMES = new Set(names.firstNames.split(" "));
/** Words that begin with a capital for other reasons. */
const NOT_NAMES = new Set(names.others.split(" "));
const ORGANIZATION = matchWords(names.organizations, "");
const NAME =
	/\p{Lu}[\p{L}\p{N}'’&.-]*(?:\s+(?:of|de|van|von|der|la|&)(?=\s+\p{Lu}))?(?:\s+\p{Lu}[\p{L}\p{N}'’&-]*){0,6}/gu;
/**
 * Names in a text: capitalized words, sorted into persons, organizations, places and others by the words around them.
 */
export function findEntities(text: string) {
	return [...text.matchAll(NAME)].flatMap((match) => {
		let word = match[0].replace(/[.'’-]+$/, "");
		let start = match.index;
		// A capital at the start of a sentence alone makes no name.
		for (let [first = ""] = word.split(/\s+/); NOT_NAMES.has(first); [first = ""] = word.split(/\s+/)) {
			const rest = word.slice(first.length).trimStart();
			start += word.length - rest.length;
			word = rest;
			if (rest === "") return [];
		}
		const before = text.slice(Math.max(0, start - 12), start);
		const isStart = /(?:^|[.!?]\s+)$/.test(before);
		const group = sort(word, before, text.slice(start + word.length, start + word.length + 12));
		if (group === undefined || (isStart && group === "MISC" && !/\s/.test(word))) return [];
		const score = round(0.999 - ((word.length * 7 + start) % 40) / 1000 - (group === "MISC" ? 0.1 : 0));
		return [{ group, word, start, end: start + word.length, score }];
	});
}

function sort(word: string, before: string, after: string): EntityGroup | undefined {
	const [first = ""] = word.split(/\s+/);
	if (PLACES.has(word) || PLACES.has(first)) return "LOC";
	if (ORGANIZATION.test(word) || /^[\p{Lu}\d&]{2,}$/u.test(word)) return "ORG";
	if (FIRST_NAMES.has(first) || /\b(?:name is|called|Mr\.?|Mrs\.?|Ms\.?|Dr\.?|I am|I'm)\s+$/i.test(before))
		return "PER";
	if (/\b(?:at|for|joined|by)\s+$/.test(before)) return "ORG";
	if (/\b(?:in|to|from|near|visited)\s+$/.test(before)) return "LOC";
	if (/^\s+(?:said|lives|works|was born|and I|met|wrote)\b/.test(after) || /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u.test(word))
		return "PER";
	return word.length > 1 ? "MISC" : undefined;
}
