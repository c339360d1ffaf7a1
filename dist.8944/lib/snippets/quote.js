const TREACHEROUS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;
const PRINTABLE_ASCII = /^[ -~]*$/;
const PLAIN_WORD = /^[\w@%+:,./-][\w@%+:,./=-]*$/;
function quote(text) {
  const literal = JSON.stringify(text);
  if (PRINTABLE_ASCII.test(literal)) return literal;
  return literal.replace(TREACHEROUS, (character) => "\\u".concat(character.charCodeAt(0).toString(16).padStart(4, "0")));
}
function quoteShell(text) {
  if (PLAIN_WORD.test(text)) return text;
  const printable = text.replace(TREACHEROUS, "");
  if (printable === text) return "'".concat(text.replaceAll("'", "'\\''"), "'");
  return "$'".concat(text.replace(/['\\]/g, "\\$&").replace(TREACHEROUS, writeOctets), "'");
}
function writeOctets(character) {
  return [...new TextEncoder().encode(character)].map((octet) => "\\x".concat(toHex(octet))).join("");
}
function encodePath(text) {
  return [...new TextEncoder().encode(text)].map((octet) => String.fromCharCode(octet)).map((character) => /[\w./-]/.test(character) ? character : "%".concat(toHex(character.charCodeAt(0)).toUpperCase())).join("");
}
function toHex(octet) {
  return octet.toString(16).padStart(2, "0");
}
export {
  encodePath,
  quote,
  quoteShell
};
