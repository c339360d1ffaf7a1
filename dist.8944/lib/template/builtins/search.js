import { TemplateRuntimeError } from "../errors.js";
import { charactersOf, countCharacters } from "../values/iterate.js";
import { charge } from "../values/meter.js";
import { exactInteger } from "../values/numbers.js";
import { indexOfText, lastIndexOfText } from "../values/search-text.js";
const SURROGATE = /[\ud800-\udfff]/;
function resolveBounds(length, start, end) {
  const resolve = (value, absent) => {
    const position = value === void 0 || value === null ? absent : exactInteger(value);
    if (position === void 0)
      throw new TemplateRuntimeError("slice indices must be integers or None or have an __index__ method");
    const index = Number(position);
    return index < 0 ? Math.max(0, index + length) : index;
  };
  return [resolve(start, 0), Math.min(length, resolve(end, length))];
}
function findIn(text, sub, start, end, fromRight) {
  if (SURROGATE.test(text)) return findInCharacters(charactersOf(text), sub, start, end, fromRight);
  const [from, to] = resolveBounds(text.length, start, end);
  if (from > to) return -1;
  const index = fromRight ? lastIndexOfText(text.slice(from, to), sub) : indexOfText(text.slice(from, to), sub);
  return index === -1 ? -1 : index + from;
}
function findInCharacters(text, sub, start, end, fromRight) {
  const [from, to] = resolveBounds(text.length, start, end);
  const part = text.slice(from, to).join("");
  const index = from > to ? -1 : fromRight ? lastIndexOfText(part, sub) : indexOfText(part, sub);
  return index === -1 ? -1 : from + countCharacters(part.slice(0, index));
}
function countIn(text, sub, start, end) {
  const characters = SURROGATE.test(text) ? charactersOf(text) : void 0;
  const [from, to] = resolveBounds((characters ?? text).length, start, end);
  if (from > to) return 0;
  if (sub === "") return to - from + 1;
  const part = characters ? characters.slice(from, to).join("") : text.slice(from, to);
  let count = 0;
  for (let at = indexOfText(part, sub); at !== -1; at = indexOfText(part, sub, at + sub.length)) {
    charge(1);
    count++;
  }
  return count;
}
function matchesAt(text, affix, start, end, atEnd) {
  let part = text;
  if (start !== void 0 || end !== void 0) {
    const characters = charactersOf(text);
    const [from, to] = resolveBounds(characters.length, start, end);
    if (from > to) return false;
    part = characters.slice(from, to).join("");
  }
  return atEnd ? part.endsWith(affix) : part.startsWith(affix);
}
export {
  countIn,
  findIn,
  matchesAt
};
