import { TemplateRuntimeError } from "../errors.js";
import { charactersOf } from "../values/iterate.js";
import { charge } from "../values/meter.js";
import { strip } from "./text.js";
const PIECES = /[\t-\r ]+|[^\t-\r ]+/g;
const DASHES = /-+/g;
const LETTERS_BEFORE = /[\p{L}\p{Nl}](?:[\p{L}\p{Nl}]|-[\p{L}\p{Nl}])$/u;
const LETTERS_AFTER = /^[\p{L}\p{Nl}]-?[\p{L}\p{Nl}]/u;
const WORD_BEFORE = /[\p{L}\p{N}_!"'&.,?]$/u;
const WORD_AFTER = /^[\p{L}\p{N}_]/u;
function wrapText(text, rules) {
  const { width, breakLongWords } = rules;
  if (width <= 0) throw new TemplateRuntimeError(`invalid width ${width} (must be > 0)`);
  const lines = [];
  let line = [];
  let length = 0;
  let canDrop = false;
  const drops = (chunk) => {
    const isDropped = canDrop && lines.length > 0 && isBlank(chunk);
    canDrop = false;
    return isDropped;
  };
  const finish = () => {
    if (line.length > 0 && isBlank(line.at(-1))) line.pop();
    if (line.length > 0) lines.push(line.flat().join(""));
    line = [];
    length = 0;
    canDrop = true;
  };
  const put = (chunk) => {
    line.push(chunk);
    length += chunk.length;
  };
  for (const chunk of chunksOf(text, rules.breakOnHyphens)) {
    charge(1);
    let start = 0;
    if (length + chunk.length > width) {
      for (; chunk.length - start > width && breakLongWords; finish()) {
        charge(1);
        if (start === 0 && drops(chunk)) start = chunk.length;
        const part = headOf(chunk, start, width - length, rules);
        put(part);
        start += part.length;
      }
      if (line.length > 0 && length + chunk.length - start > width) finish();
    }
    const rest = start === 0 ? chunk : chunk.slice(start);
    if (rest.length > 0 && !drops(rest)) put(rest);
  }
  finish();
  return lines;
}
function headOf(chunk, start, room, { breakOnHyphens }) {
  const head = chunk.slice(start, start + room);
  const hyphen = breakOnHyphens ? head.lastIndexOf("-") : -1;
  const canBreak = hyphen > 0 && head.slice(0, hyphen).some((character) => character !== "-");
  return canBreak ? head.slice(0, hyphen + 1) : head;
}
function* chunksOf(text, breaksOnHyphens) {
  for (const [piece] of text.matchAll(PIECES)) {
    if (breaksOnHyphens && piece.includes("-")) for (const part of splitAtHyphens(piece)) yield charactersOf(part);
    else yield charactersOf(piece);
  }
}
function* splitAtHyphens(word) {
  let start = 0;
  for (const { 0: dashes, index } of word.matchAll(DASHES)) {
    charge(1);
    const end = index + dashes.length;
    const before = word.slice(Math.max(start === index ? index : 0, index - 6), index);
    const after = word.slice(end, end + 6);
    const isHyphen = dashes.length === 1 && LETTERS_BEFORE.test(before) && LETTERS_AFTER.test(after);
    const isDash = dashes.length > 1 && WORD_BEFORE.test(before) && WORD_AFTER.test(after);
    if (!isHyphen && !isDash) continue;
    if (isDash && index > start) {
      yield word.slice(start, index);
      start = index;
    }
    yield word.slice(start, end);
    start = end;
  }
  if (start < word.length) yield word.slice(start);
}
function isBlank(characters) {
  return characters !== void 0 && strip(characters.join(""), void 0, true, true) === "";
}
export {
  wrapText
};
