const STOP_WORDS = new Set(
  "a about after all also am an and any are as at be been before being but by can could did do does doing for from get\n	give had has have having he her here him his how i if in into is it its just let like make me more most my no not of\n	on one or our out over please she should so some such tell than that the their them then there these they this those\n	to too up us very was we were what when where which while who whom why will with would you your write explain\n	describe sentence sentences word words short brief briefly paragraph answer question".split(/\s+/)
);
function listWords(text) {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:['\u2019-][\p{L}\p{M}\p{N}]+)*/gu) ?? [];
}
function isKeyword(word) {
  return word.length > 1 && !STOP_WORDS.has(word.toLowerCase());
}
function listKeywords(text) {
  const counts = /* @__PURE__ */ new Map();
  for (const word of listWords(text)) if (isKeyword(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
}
function stem(word) {
  return word.replace(/(?:'s|\u2019s)$/, "").replace(/(?<=..)ies$/, "y").replace(/(?<=..)(?:ings?|edly|ed|es|s|ly|er|ers)$/, "");
}
function splitSentences(text) {
  return (text.replace(/\s+/g, " ").match(/[^.!?\u2026]+(?:[.!?\u2026]+(?:["'\u201d\u2019)]+)?(?=\s|$)|[.](?=\S)[^.!?\u2026]*)*[.!?\u2026]*/g) ?? []).map((sentence) => sentence.trim()).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
function overlap(question, text) {
  const wanted = new Set(listKeywords(question).map(stem));
  const found = new Set(listWords(text).map(stem));
  if (wanted.size === 0) return 0;
  return [...wanted].filter((word) => found.has(word)).length / wanted.size;
}
function capitalize(text) {
  return text.replace(/^\s*\p{Ll}/u, (letter) => letter.toUpperCase());
}
export {
  capitalize,
  isKeyword,
  listKeywords,
  listWords,
  overlap,
  splitSentences,
  stem
};
