import { capitalize, listWords } from "./words.js";
const ECHO = /^(?:please\s+)?(?:(?:can|could) you\s+)?(?:say|repeat(?: after me)?|echo|reply with|respond with|answer with|output|print)(?:\s+(?:only|just|exactly|the words?|the text|this))*\s*:?\s+(.+)$/is;
const repeat = ({ question }) => {
  const said = ECHO.exec(question)?.[1]?.trim();
  if (said === void 0 || /^(?:something|anything|what|how|why|hi to)\b/i.test(said)) return void 0;
  return unquote(said.replace(/(?:,? and)? nothing (?:else|more)\.?$/i, "").trim());
};
const CHANGES = [
  [/\bupper[- ]?case|\bcapital letters|\ball caps/i, (text) => text.toUpperCase()],
  [/\blower[- ]?case|\bsmall letters/i, (text) => text.toLowerCase()],
  [/\btitle[- ]?case|\bcapitali[sz]e/i, (text) => text.replace(/\p{L}[\p{L}'\u2019]*/gu, capitalize)],
  [/\breverse the (?:order of the )?words/i, (text) => text.split(/\s+/).reverse().join(" ")],
  [/\breverse|\bbackwards?/i, (text) => [...text].reverse().join("")],
  [/\bsort|\balphabetical/i, (text) => sortItems(text)],
  [/\bshuffle\b/i, (text) => text.split(/\s+/).reverse().join(" ")],
  [/\bcount the words|\bhow many words/i, (text) => "".concat(listWords(text).length)],
  [/\bhow many (?:letters|characters)|\bcount the (?:letters|characters)/i, (text) => countSigns(text)]
];
const transform = ({ question }) => {
  const change = CHANGES.find(([words]) => words.test(question))?.[1];
  const subject = findSubject(question);
  return change && subject !== void 0 ? change(subject) : void 0;
};
const countLetters = ({ question }) => {
  const pattern = /how many (?:times does )?(?:the )?(?:letters? )?["'\u201c]?(\p{L})["'\u201d]?(?:['\u2019]?s)?(?: are)?(?: there)?(?: occur| appear)? in (?:the word )?["'\u201c]?([\p{L}-]+)/iu;
  const [, letter, word] = pattern.exec(question) ?? [];
  if (letter === void 0 || word === void 0) return void 0;
  const count = [...word.toLowerCase()].filter((sign) => sign === letter.toLowerCase()).length;
  return "There ".concat(count === 1 ? "is" : "are", " ").concat(count, ' "').concat(letter.toLowerCase(), '" in "').concat(word, '".');
};
function findSubject(question) {
  const quoted = /["\u201c\u00ab]([^"\u201d\u00bb]+)["\u201d\u00bb]|(?<=\s)'([^']+)'(?=\W|$)/.exec(question);
  if (quoted) return (quoted[1] ?? quoted[2])?.trim();
  const [, behind] = /(?::\s+|\n\s*\n?)([\s\S]+)$/.exec(question) ?? [];
  return behind?.trim() || void 0;
}
function unquote(text) {
  return /^(["'\u201c\u2018])[^"'\u201d\u2019]*["'\u201d\u2019][.!]?$/.test(text) ? text.replace(/^["'\u201c\u2018]|["'\u201d\u2019][.!]?$/g, "") : text;
}
function sortItems(text) {
  const separator = text.includes("\n") ? "\n" : text.includes(",") ? ", " : " ";
  const items = text.split(/\n|,\s*(?:and\s+)?|\s+/).filter(Boolean);
  const isNumeric = items.every((item) => Number.isFinite(Number(item)));
  return items.sort((a, b) => isNumeric ? Number(a) - Number(b) : a.localeCompare(b, "en")).join(separator);
}
function countSigns(text) {
  return "".concat([...text].filter((sign) => sign.trim() !== "").length);
}
export {
  countLetters,
  findSubject,
  repeat,
  transform
};
