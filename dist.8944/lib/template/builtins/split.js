import { TemplateRuntimeError } from "../errors.js";
import { SPACE_CLASS } from "../syntax/grammar.js";
import { charge } from "../values/meter.js";
import { indexOfText, lastIndexOfText, splitText } from "../values/search-text.js";
import { Tuple } from "../values/value.js";
import { strip } from "./text.js";
const LONG_TEXT = 1e5;
const SPACES = new RegExp(`[${SPACE_CLASS}]+`, "g");
const BREAK_CLASS = "\n\r\v\f-\x85\u2028\u2029";
const LINE_BREAK = new RegExp(`\r
|[${BREAK_CLASS}]`, "g");
function split(text, separator, limit, fromRight) {
  if (separator === "") throw new TemplateRuntimeError("empty separator");
  if (separator === void 0) return splitWords(text, limit, fromRight);
  const parts = splitText(text, separator);
  if (limit < 0 || parts.length <= limit + 1) return parts;
  return fromRight ? [parts.slice(0, parts.length - limit).join(separator), ...parts.slice(parts.length - limit)] : [...parts.slice(0, limit), parts.slice(limit).join(separator)];
}
function splitWords(text, limit, fromRight) {
  if (limit < 0) {
    const trimmed = strip(text, void 0, true, true);
    if (trimmed.length < LONG_TEXT) return trimmed === "" ? [] : trimmed.split(SPACES);
  }
  const rest = strip(text, void 0, limit < 0 || !fromRight, limit < 0 || fromRight);
  const gaps = [];
  for (const gap of rest.matchAll(SPACES)) {
    charge(1);
    gaps.push(gap);
    if (!fromRight && gaps.length === limit) break;
  }
  const chosen = limit < 0 ? gaps : fromRight ? gaps.slice(Math.max(0, gaps.length - limit)) : limit === 0 ? [] : gaps;
  const words = [];
  let start = 0;
  for (const gap of chosen) {
    words.push(rest.slice(start, gap.index));
    start = gap.index + gap[0].length;
  }
  words.push(rest.slice(start));
  return words.filter((word) => word !== "");
}
function splitLines(text, keepEnds) {
  const lines = [];
  let start = 0;
  for (const match of text.matchAll(LINE_BREAK)) {
    charge(1);
    const end = match.index + match[0].length;
    lines.push(text.slice(start, keepEnds ? end : match.index));
    start = end;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}
function partition(text, separator, fromRight) {
  if (separator === "") throw new TemplateRuntimeError("empty separator");
  const index = fromRight ? lastIndexOfText(text, separator) : indexOfText(text, separator);
  if (index === -1) return new Tuple(fromRight ? ["", "", text] : [text, "", ""]);
  return new Tuple([text.slice(0, index), separator, text.slice(index + separator.length)]);
}
export {
  partition,
  split,
  splitLines
};
