import { isKeyword, listKeywords, listWords, overlap, splitSentences, stem } from "../chatbot/words.ts";
import { findEntities } from "./find-entities.ts";
import { round } from "./scores.ts";

/** Part of a text that answers a question; `start` and `end` are offsets in the text. */
export interface Answer {
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
	const found = ranked.slice(0, Math.max(1, count)).flatMap(({ sentence, score, part: expected }): Answer[] => {
		const isSure = expected !== undefined && score > 0;
		const part = expected ?? restOf(question, sentence);
		// Sentences were trimmed and their white space joined; offsets belong to the text as it is.
		const at = context.replace(/\s/g, " ").indexOf(sentence);
		const start = Math.max(0, at) + sentence.indexOf(part);
		const answer = at < 0 ? part : context.slice(start, start + part.length);
		return [
			{ answer, start, end: start + answer.length, score: round(isSure ? 0.6 + 0.39 * score : 0.05 + 0.9 * score) },
		];
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
	if (/\b(?:who|whose|whom)\b|\bname\b/.test(asked)) {
		const found = find("PER", "ORG", "MISC");
		if (found !== undefined) return found;
	}
	if (/\b(?:where|which (?:city|country|place))\b/.test(asked)) {
		const found = find("LOC", "ORG") ?? /\b(?:in|at|on|near)\s+(?:the\s+)?[\p{L}\s]+?(?=[,.]|$)/u.exec(sentence)?.[0];
		if (found !== undefined) return found;
	}
	if (/\b(?:when|what year|which year|what date)\b/.test(asked)) {
		const found =
			/\b(?:\d{1,2}\s+)?(?:(?:January|February|March|April|May|June|July|August|September|October|November|December)\s+)?(?:\d{1,2},\s+)?\d{4}\b|\b(?:yesterday|today|tomorrow|\w+day)\b/.exec(
				sentence,
			)?.[0];
		if (found !== undefined) return found;
	}
	if (/\bhow (?:many|much|old|long|far|tall|big)\b|\bwhat (?:number|amount|total|price)\b/.test(asked)) {
		const found = /[$€£]?\d[\d.,]*\d|\d+/.exec(sentence)?.[0];
		if (found !== undefined) return found;
	}
	return undefined;
}

/** Returns the longest run of words in the sentence that are not in the question. */
function restOf(question: string, sentence: string): string {
	const asked = new Set(listKeywords(question).map(stem));
	const words = [...sentence.matchAll(/[\p{L}\p{N}'’-]+/gu)];
	let best: RegExpExecArray[] = [];
	let run: RegExpExecArray[] = [];
	for (const word of words) {
		const isAsked = listWords(word[0]).some((item) => asked.has(stem(item)));
		run = isAsked ? [] : [...run, word];
		const trimmed = run.slice(run.findIndex(([item]) => isKeyword(item)));
		if (run.some(([item]) => isKeyword(item)) && trimmed.length >= best.length) best = trimmed;
	}
	const [first] = best;
	const last = best.at(-1);
	if (!first || !last) return sentence.replace(/[.!?]+$/, "");
	return sentence.slice(first.index, last.index + last[0].length);
}
