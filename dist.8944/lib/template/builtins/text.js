import { SPACE_CLASS } from "../syntax/grammar.js";
import { getKey, isMapping } from "../values/dict.js";
import { charactersOf, countCharacters } from "../values/iterate.js";
import { charge } from "../values/meter.js";
import { exactInteger } from "../values/numbers.js";
import { splitText } from "../values/search-text.js";
import { toText } from "../values/text.js";
const SPACE = new RegExp(`[${SPACE_CLASS}]`);
function strip(text, characters, left, right) {
  const set = characters === void 0 ? void 0 : new Set(characters);
  if (set && /[\ud800-\udfff]/.test(characters + text))
    return stripUnits(charactersOf(text), (character) => set.has(character), left, right).join("");
  const matches = (unit) => set ? set.has(unit) : SPACE.test(unit);
  let start = 0;
  let end = text.length;
  const isStripped = (at) => {
    if (at % 64 === 63) charge(1);
    return matches(text.charAt(at));
  };
  if (left) while (start < end && isStripped(start)) start++;
  if (right) while (end > start && isStripped(end - 1)) end--;
  return text.slice(start, end);
}
function stripUnits(units, matches, left, right) {
  let start = 0;
  let end = units.length;
  if (left) while (start < end && matches(units[start] ?? "")) start++;
  if (right) while (end > start && matches(units[end - 1] ?? "")) end--;
  return units.slice(start, end);
}
function replaceText(runtime, text, old, replacement, count) {
  const parts = old === "" ? ["", ...charactersOf(text), ""] : splitText(text, old);
  const times = count < 0 ? parts.length - 1 : Math.min(count, parts.length - 1);
  runtime.checkLength(text.length + times * replacement.length);
  if (times === parts.length - 1) return parts.join(replacement);
  return [...parts.slice(0, times), parts.slice(times).join(old)].join(replacement);
}
function center(text, width, fill) {
  const missing = width - countCharacters(text);
  if (missing <= 0) return text;
  const left = Math.floor(missing / 2) + (missing & width & 1);
  return fill.repeat(left) + text + fill.repeat(missing - left);
}
function justify(text, width, fill, side) {
  const padding = fill.repeat(Math.max(0, width - countCharacters(text)));
  return side === "left" ? text + padding : padding + text;
}
function translate(text, table) {
  return Array.from(text, (character) => {
    charge(1);
    const replacement = isMapping(table) ? getKey(table, character.codePointAt(0)) : void 0;
    if (replacement === void 0) return character;
    if (replacement === null) return "";
    const code = exactInteger(replacement);
    return code === void 0 ? toText(replacement) : String.fromCodePoint(Number(code));
  }).join("");
}
export {
  center,
  justify,
  replaceText,
  strip,
  translate
};
