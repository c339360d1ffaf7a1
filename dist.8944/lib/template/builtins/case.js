import { charge } from "../values/meter.js";
import { replaceMatches } from "../values/search-text.js";
const CASED = /\p{Cased}/u;
const UPPER = /\p{Uppercase}/u;
const LOWER = /\p{Lowercase}/u;
const TITLE = /\p{Lt}/u;
const DIGRAPHS = new Map(
  [..."\u01C5\u01C8\u01CB\u01F2"].flatMap(
    (title) => [title.toLowerCase(), title.toUpperCase(), title].map((form) => [form, title])
  )
);
const WITH_IOTA = /^\p{Script=Greek}.*\u0399$/u;
const IOTA_BELOW = "\u0345";
const GEORGIAN = /[\u10d0-\u10fa\u10fd-\u10ff]/;
function capitalize(text) {
  const [first = ""] = text;
  const rest = text.includes("\u03A3") ? lowerCharacters(text).slice(1).join("") : text.slice(first.length).toLowerCase();
  return toTitleCase(first) + rest;
}
function titleCase(text) {
  const lower = lowerCharacters(text);
  let afterCased = false;
  let result = "";
  let index = 0;
  for (const character of text) {
    charge(1);
    result += afterCased ? lower[index] ?? "" : toTitleCase(character);
    afterCased = CASED.test(character);
    index++;
  }
  return result;
}
function swapCase(text) {
  const lower = lowerCharacters(text);
  return Array.from(text, (character, index) => {
    charge(1);
    if (UPPER.test(character)) return lower[index];
    return LOWER.test(character) ? character.toUpperCase() : character;
  }).join("");
}
function toTitleCase(character) {
  const digraph = DIGRAPHS.get(character);
  if (digraph !== void 0) return digraph;
  if (GEORGIAN.test(character)) return character;
  const upper = character.toUpperCase();
  if (upper.length > 1 && WITH_IOTA.test(upper)) {
    const title = upper.slice(0, -1) + IOTA_BELOW;
    return upper.length === 2 ? title.normalize() : title;
  }
  const letters = [...upper];
  const first = letters.findIndex((letter) => UPPER.test(letter));
  return letters.map((letter, index) => index > first ? letter.toLowerCase() : letter).join("");
}
function lowerCharacters(text) {
  const sigmas = text.includes("\u03A3") ? text.toLowerCase().matchAll(/[\u03c3\u03c2]/g) : void 0;
  return Array.from(text, (character) => {
    charge(1);
    return sigmas && /[\u03a3\u03c3\u03c2]/.test(character) ? String(sigmas.next().value?.[0]) : character.toLowerCase();
  });
}
const WITHOUT_OWN_FOLDING = /[^\u0131\p{Script=Cherokee}]{1,4096}/gu;
function caseFold(text) {
  const folded = replaceMatches(
    text,
    WITHOUT_OWN_FOLDING,
    (part) => part.replace(/[\u00df\u1e9e]/g, "ss").toUpperCase().toLowerCase()
  );
  return replaceMatches(folded, /\p{Script=Cherokee}+/gu, (part) => part.toUpperCase()).replaceAll("\u03C2", "\u03C3");
}
function isUpperCase(text) {
  return UPPER.test(text) && !LOWER.test(text) && !TITLE.test(text);
}
function isLowerCase(text) {
  return LOWER.test(text) && !UPPER.test(text) && !TITLE.test(text);
}
function isTitleCase(text) {
  let afterCased = false;
  for (const character of text) {
    charge(1);
    const isUpper = UPPER.test(character) || TITLE.test(character);
    if (isUpper ? afterCased : LOWER.test(character) && !afterCased) return false;
    afterCased = CASED.test(character);
  }
  return CASED.test(text);
}
export {
  capitalize,
  caseFold,
  isLowerCase,
  isTitleCase,
  isUpperCase,
  swapCase,
  titleCase
};
