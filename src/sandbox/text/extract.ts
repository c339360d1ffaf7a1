import type { QuestionAnsweringOutputElement } from "../../inference/index.ts";
import { isKeyword, measureOverlap, splitSentences } from "./words.ts";

const NUMBER = /\bhow (?:many|much|old|long|far)\b|\bwhen\b|\bwhat (?:year|date|number|amount|total|price)\b/i;

/**
 * Returns the parts of a text that answer a question best, the best first: of each sentence a number if one is requested
 * for, else a name that the question does not have, else all of it. Sentences that share words with the question win.
 */
export function findAnswers(question: string, context: string, count: number): QuestionAnsweringOutputElement[] {
	const overlap = measureOverlap(question);
	return splitSentences(context)
		.map((sentence): QuestionAnsweringOutputElement => {
			const entities = findEntities(sentence).filter(({ word }) => !question.includes(word));
			const place = entities.find(({ entity_group }) => entity_group === "LOC");
			const name = (/\bwhere\b/i.test(question) ? place : undefined) ?? entities[0];
			const found = NUMBER.test(question) ? /\d[\d.,]*\d|\d/.exec(sentence)?.[0] : name?.word;
			const answer = found ?? sentence.replace(/(?<![.!?])[.!?]+$/, "");
			const start = Math.max(0, context.indexOf(answer, context.indexOf(sentence)));
			const score = (found ? 0.5 : 0.1) + 0.45 * overlap(sentence);
			return { answer, start, end: start + answer.length, score: Number(score.toFixed(6)) };
		})
		.sort((a, b) => b.score - a.score)
		.slice(0, count);
}

/** Capitalized words in a row. */
const NAME = /\p{Lu}[\p{L}\p{N}'’&-]*(?:\s\p{Lu}[\p{L}\p{N}'’&-]*){0,6}/gu;
const ORGANIZATION = /\b(?:Inc|Ltd|GmbH|Corp|Company|University|Institute|Airlines|Bank|Face)\b|^[\p{Lu}\d&]{2,}$/u;

/** Names in a text: capitalized words, without such as "The" in front, sorted by the word before them. */
export function findEntities(text: string) {
	return [...text.matchAll(NAME)].flatMap(({ 0: match, index }) => {
		const words = match.split(/\s/);
		const word = match.slice(words.slice(0, words.findIndex(isKeyword)).join(" ").length).trimStart();
		const start = index + match.length - word.length;
		if (!words.some(isKeyword)) return [];
		const isPlace = /\b(?:in|to|from|near|at|visited)\s+$/.test(text.slice(Math.max(0, start - 10), start));
		const entity_group = ORGANIZATION.test(word) ? "ORG" : isPlace ? "LOC" : "PER";
		return { entity_group, word, start, end: start + word.length, score: 0.99 };
	});
}
