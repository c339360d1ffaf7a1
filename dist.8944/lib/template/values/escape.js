import { charge, chargeCharacters } from "./meter.js";
import { replaceMatches } from "./search-text.js";
import { toText } from "./text.js";
import { Safe } from "./value.js";
const ENTITIES = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "'": "&#39;",
  '"': "&#34;"
};
function escapeCharacters(text) {
  chargeCharacters(text.length);
  return replaceMatches(text, /[&<>'"]/g, (character) => {
    charge(1);
    return ENTITIES[character] ?? character;
  });
}
function escapeHtml(value) {
  return value instanceof Safe ? value : new Safe(escapeCharacters(toText(value)));
}
export {
  escapeCharacters,
  escapeHtml
};
