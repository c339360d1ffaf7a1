import { SPACE_CLASS } from "../syntax/grammar.js";
import { charge, chargeCharacters } from "../values/meter.js";
import { unescapeHtml } from "./html-entities.js";
import { strip } from "./text.js";
const SPACES = new RegExp(`[${SPACE_CLASS}]+`, "g");
function stripTags(html) {
  let text = cutBetween(html, "<!--", "-->");
  text = cutBetween(text, "<", ">");
  return unescapeHtml(strip(text.replace(SPACES, " "), void 0, true, true));
}
const MAX_PASSES = 50;
function cutBetween(text, open, close) {
  let result = text;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    chargeCharacters(result.length);
    const shorter = cutOnce(result, open, close);
    if (shorter === result) break;
    result = shorter;
  }
  return result;
}
function cutOnce(text, open, close) {
  const parts = [];
  let position = 0;
  for (let start = text.indexOf(open); start !== -1; start = text.indexOf(open, position)) {
    const end = text.indexOf(close, start);
    if (end === -1) break;
    charge(1);
    parts.push(text.slice(position, start));
    position = end + close.length;
  }
  return parts.join("") + text.slice(position);
}
export {
  stripTags
};
