const SIMPLE = {
  n: "\n",
  t: "	",
  r: "\r",
  b: "\b",
  f: "\f",
  v: "\v",
  a: "\x07",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "\n": ""
};
const HEX_LENGTH = { x: 2, u: 4, U: 8 };
const ESCAPE = /\\(?:([0-7]{1,3})|([xuU])([0-9a-fA-F]*)|N(\{[^}]*\})?|([\s\S]))/g;
class EscapeError extends Error {
}
function unescapeString(body) {
  if (!body.includes("\\")) return body;
  return body.replace(
    ESCAPE,
    (whole, octal, kind, digits, name, other) => {
      if (octal !== void 0) return String.fromCodePoint(Number.parseInt(octal, 8));
      if (kind !== void 0) return decodeHex(kind, digits ?? "");
      if (other === void 0) return decodeName(name);
      return Object.hasOwn(SIMPLE, other) ? SIMPLE[other] ?? whole : whole;
    }
  );
}
function decodeHex(kind, digits) {
  const length = HEX_LENGTH[kind] ?? 0;
  if (digits.length < length) throw new EscapeError(`truncated \\${kind}${"X".repeat(length)} escape`);
  const code = Number.parseInt(digits.slice(0, length), 16);
  if (code > 1114111) throw new EscapeError("illegal Unicode character");
  return String.fromCodePoint(code) + digits.slice(length);
}
const NAMED = {
  BULLET: "\u2022",
  "EM DASH": "\u2014",
  "EN DASH": "\u2013",
  "NO-BREAK SPACE": "\xA0",
  SPACE: " ",
  SNOWMAN: "\u2603"
};
function decodeName(name) {
  if (name === void 0) throw new EscapeError("malformed \\N character escape");
  const key = name.slice(1, -1).toUpperCase();
  const character = Object.hasOwn(NAMED, key) ? NAMED[key] : void 0;
  if (character === void 0) throw new EscapeError("unknown Unicode character name");
  return character;
}
export {
  EscapeError,
  unescapeString
};
