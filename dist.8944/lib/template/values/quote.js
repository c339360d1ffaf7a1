import { charge, chargeCharacters } from "./meter.js";
import { replaceMatches } from "./search-text.js";
const UNPRINTABLE = /[\p{C}\p{Z}]/u;
const PLAIN = /^[ !#-&(-[\]-~]*$/;
const ESCAPED = /[\\'"]|[\p{C}\p{Z}]/gu;
const SHORT = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "	": "\\t" };
function quoteText(text) {
  chargeCharacters(text.length);
  if (PLAIN.test(text)) return `'${text}'`;
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = replaceMatches(text, ESCAPED, (character) => {
    charge(1);
    if (character === " " || character === "'" || character === '"')
      return character === quote ? `\\${character}` : character;
    return SHORT[character] ?? escapeCharacter(character);
  });
  return `${quote}${body}${quote}`;
}
function quoteBytes(bytes) {
  const text = String.fromCharCode(...bytes);
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text.replace(/[^ -~]|[\\'"]/g, (character) => {
    if (character === "'" || character === '"') return character === quote ? `\\${character}` : character;
    return SHORT[character] ?? escapeCharacter(character);
  });
  return `b${quote}${body}${quote}`;
}
function isPrintable(text) {
  return !UNPRINTABLE.test(text.replaceAll(" ", ""));
}
function escapeCharacter(character) {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code <= 255) return `\\x${hex.padStart(2, "0")}`;
  return code <= 65535 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}
export {
  escapeCharacter,
  isPrintable,
  quoteBytes,
  quoteText
};
