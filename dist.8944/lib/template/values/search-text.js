import { charge, chargeCharacters } from "./meter.js";
const CHEAP_PRODUCT = 2e7;
const SHORT_PART = 4;
function indexOfText(text, part, from = 0) {
  const length = text.length - from;
  if (part.length <= SHORT_PART || length * part.length < CHEAP_PRODUCT) {
    const found = text.indexOf(part, from);
    chargeCharacters(found === -1 ? length : found - from);
    return found;
  }
  return findLinearly(
    length,
    part.length,
    (index) => text.charCodeAt(from + index),
    (index) => part.charCodeAt(index),
    (index) => from + index
  );
}
function lastIndexOfText(text, part) {
  chargeCharacters(text.length);
  if (part.length <= SHORT_PART || text.length * part.length < CHEAP_PRODUCT) return text.lastIndexOf(part);
  return findLinearly(
    text.length,
    part.length,
    (index) => text.charCodeAt(text.length - 1 - index),
    (index) => part.charCodeAt(part.length - 1 - index),
    (index) => text.length - index - part.length
  );
}
function includesText(text, part) {
  return indexOfText(text, part) !== -1;
}
function findLinearly(textLength, partLength, textAt, partAt, resultOf) {
  if (partLength > textLength) return -1;
  const borders = new Int32Array(partLength);
  for (let index = 1, border = 0; index < partLength; index++) {
    if (index % 4096 === 0) charge(1);
    while (border > 0 && partAt(index) !== partAt(border)) border = borders[border - 1] ?? 0;
    if (partAt(index) === partAt(border)) border++;
    borders[index] = border;
  }
  for (let index = 0, matched = 0; index < textLength; index++) {
    if (index % 4096 === 0) charge(1);
    while (matched > 0 && textAt(index) !== partAt(matched)) matched = borders[matched - 1] ?? 0;
    if (textAt(index) === partAt(matched)) matched++;
    if (matched === partLength) return resultOf(index + 1 - partLength);
  }
  return -1;
}
const LONG_TEXT = 1e5;
function splitText(text, separator) {
  if (text.length < LONG_TEXT) return text.split(separator);
  const parts = [];
  let start = 0;
  for (let end = indexOfText(text, separator); end !== -1; end = indexOfText(text, separator, start)) {
    charge(1);
    parts.push(text.slice(start, end));
    start = end + separator.length;
  }
  parts.push(text.slice(start));
  return parts;
}
function replaceMatches(text, pattern, replace) {
  if (text.length < LONG_TEXT) return text.replace(pattern, replace);
  let result = "";
  let last = 0;
  for (const match of text.matchAll(pattern)) {
    charge(1);
    result += text.slice(last, match.index) + replace(...match);
    last = match.index + match[0].length;
  }
  return result + text.slice(last);
}
export {
  includesText,
  indexOfText,
  lastIndexOfText,
  replaceMatches,
  splitText
};
