import { round } from "./labels.ts";
import { isKeyword, measureOverlap, splitSentences } from "./words.ts";

/** Part of a text that answers a question; `start` and `end` are offsets in the text. */
interface Answer {
	answer: string;
	start: number;
	end: number;
	score: number;
}

/** What a question asks for → the part of a sentence that answers it. */
const PARTS: readonly (readonly [asked: RegExp, part: RegExp])[] = [
	[/\bwho\b|\bwhose\b|\bname\b/i, /\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)*/gu],
	[
		/\bwhere\b|\bwhich (?:city|country|place)\b/i,
		/(?<=\b(?:in|at|on|near|to|from)\s)\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)*/gu,
	],
	[
		/\bwhen\b|\bwhat (?:year|date|day)\b/i,
		/\b(?:\d{1,2} )?(?:[JFMASOND]\p{Ll}{2,8} )?\d{4}\b|\b\d{1,2} \p{Lu}\p{Ll}+|\b\p{Lu}\p{Ll}+day\b/gu,
	],
	[/\bhow (?:many|much|old|long|far)\b|\bwhat (?:number|amount|total|price)\b/i, /[$€£]?\d[\d.,]*\d|\d+/g],
];

/** Returns the parts of a text that answer a question best, the best first: in the sentences that share words with it. */
export function findAnswers(question: string, context: string, count: number): Answer[] {
	const [, part] = PARTS.find(([asked]) => asked.test(question)) ?? [];
	const overlap = measureOverlap(question);
	const ranked = splitSentences(context)
		.map((sentence) => {
			const found = part && sentence.match(part)?.find((words) => isKeyword(words) && !question.includes(words));
			// A sentence with a part of the requested kind is a better answer than one with similar words.
			return { sentence, found, score: overlap(sentence) * (found ? 1 : 0.6) };
		})
		.sort((a, b) => b.score - a.score);
	return ranked.slice(0, count).map(({ sentence, found, score }): Answer => {
		const wanted = found ?? sentence.replace(/(?<![.!?])[.!?]+$/, "");
		// The white space of sentences is joined; offsets belong to the text as it is.
		const at = context.replace(/\s/g, " ").indexOf(sentence);
		const start = Math.max(0, at) + sentence.indexOf(wanted);
		const answer = at < 0 ? wanted : context.slice(start, start + wanted.length);
		return { answer, start, end: start + answer.length, score: round((found ? 0.5 : 0.1) + 0.45 * score) };
	});
}

/** Capitalized words in a row. */
const NAME = /\p{Lu}[\p{L}\p{N}'’&.-]*(?:\s+\p{Lu}[\p{L}\p{N}'’&-]*){0,6}/gu;
const ORGANIZATION = /\b(?:Inc|Ltd|GmbH|Corp|Company|University|Institute|Airlines|Bank|Face)\b|^[\p{Lu}\d&]{2,}$/u;

/** Names in a text: capitalized words, sorted by the word in front of them. */
export function findEntities(text: string) {
	return [...text.matchAll(NAME)].flatMap(({ 0: match, index }) => {
		// A capital at the start of a sentence alone makes no name.
		const [opening = ""] = /^(?:\p{L}+\s+)/u.exec(match) ?? [];
		const skipped = opening !== "" && !isKeyword(opening.trim()) ? opening.length : 0;
		const word = match.slice(skipped).replace(/(?<![.'’-])[.'’-]+$/, "");
		if (!isKeyword(word)) return [];
		const start = index + skipped;
		const [before = ""] = /\p{L}+(?=\s+$)/u.exec(text.slice(Math.max(0, start - 20), start)) ?? [];
		return [{ entity_group: sort(word, before), word, start, end: start + word.length, score: 0.99 }];
	});
}

function sort(word: string, before: string): "PER" | "ORG" | "LOC" {
	if (ORGANIZATION.test(word) || /^(?:for|joined)$/.test(before)) return "ORG";
	return /^(?:in|to|from|near|at|visited)$/.test(before) ? "LOC" : "PER";
}
