import { isKeyword, listKeywords, listWords, overlap, splitSentences, stem } from "../chatbot/words.js";
import { findEntities } from "./find-entities.js";
import { round } from "./scores.js";
function findAnswers(question, context, count) {
  const ranked = splitSentences(context).map((sentence) => {
    const part = findExpected(question, sentence);
    return { sentence, part, score: overlap(question, sentence) * (part === void 0 ? 0.6 : 1) };
  }).sort((a, b) => b.score - a.score);
  const found = ranked.slice(0, Math.max(1, count)).flatMap(({ sentence, score, part: expected }) => {
    const isSure = expected !== void 0 && score > 0;
    const part = expected ?? restOf(question, sentence);
    const at = context.replace(/\s/g, " ").indexOf(sentence);
    const start = Math.max(0, at) + sentence.indexOf(part);
    const answer = at < 0 ? part : context.slice(start, start + part.length);
    return [
      { answer, start, end: start + answer.length, score: round(isSure ? 0.6 + 0.39 * score : 0.05 + 0.9 * score) }
    ];
  });
  return found.slice(0, count);
}
function findExpected(question, sentence) {
  const asked = question.toLowerCase();
  const entities = findEntities(sentence).filter(({ word }) => !question.includes(word));
  const find = (...groups) => entities.find(({ group }) => groups.includes(group))?.word;
  if (/\b(?:who|whose|whom)\b|\bname\b/.test(asked)) {
    const found = find("PER", "ORG", "MISC");
    if (found !== void 0) return found;
  }
  if (/\b(?:where|which (?:city|country|place))\b/.test(asked)) {
    const found = find("LOC", "ORG") ?? /\b(?:in|at|on|near)\s+(?:the\s+)?[\p{L}\s]+?(?=[,.]|$)/u.exec(sentence)?.[0];
    if (found !== void 0) return found;
  }
  if (/\b(?:when|what year|which year|what date)\b/.test(asked)) {
    const found = /\b(?:\d{1,2}\s+)?(?:(?:January|February|March|April|May|June|July|August|September|October|November|December)\s+)?(?:\d{1,2},\s+)?\d{4}\b|\b(?:yesterday|today|tomorrow|\w+day)\b/.exec(
      sentence
    )?.[0];
    if (found !== void 0) return found;
  }
  if (/\bhow (?:many|much|old|long|far|tall|big)\b|\bwhat (?:number|amount|total|price)\b/.test(asked)) {
    const found = /[$\u20ac\u00a3]?\d[\d.,]*\d|\d+/.exec(sentence)?.[0];
    if (found !== void 0) return found;
  }
  return void 0;
}
function restOf(question, sentence) {
  const asked = new Set(listKeywords(question).map(stem));
  const words = [...sentence.matchAll(/[\p{L}\p{N}'\u2019-]+/gu)];
  let best = [];
  let run = [];
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
export {
  findAnswers
};
