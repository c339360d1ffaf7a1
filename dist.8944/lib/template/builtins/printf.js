import { TemplateRuntimeError } from "../errors.js";
import { getKey, isMapping } from "../values/dict.js";
import { escapeHtml } from "../values/escape.js";
import { charactersOf } from "../values/iterate.js";
import { charge } from "../values/meter.js";
import { exactInteger, formatInteger } from "../values/numbers.js";
import { escapeCharacter } from "../values/quote.js";
import { replaceMatches } from "../values/search-text.js";
import { toRepr } from "../values/text.js";
import { typeName } from "../values/type-name.js";
import { Undefined } from "../values/undefined.js";
import { isNumeric, isText, Range, Safe, Tuple, textOf, toNumber } from "../values/value.js";
import { formatFloatAs } from "./digits.js";
import { justify } from "./text.js";
const DIRECTIVE = /%(?:\(((?:[^()]|\([^()]*\))*)\))?([-+ 0#]*)(\*|\d+)?(?:\.(\*|\d*))?[hlL]?([\s\S]?)/g;
function formatPercent(runtime, template, values) {
  if (typeof template === "string") return printf(runtime, template, values, runtime.settings.print, false);
  return new Safe(printf(runtime, template.text, values, (value) => escapeHtml(value).text, true));
}
function printf(runtime, template, values, print, isSafe) {
  const supply = new Supply(values);
  const result = replaceMatches(
    template,
    DIRECTIVE,
    (directive, key, flags = "", width, precision, type = "") => {
      charge(1);
      const read = (text2) => text2 === "*" ? requireStar(isSafe ? void 0 : supply.next()) : text2 === void 0 ? void 0 : Number(text2);
      if (directive === "%%") return "%";
      const columns = read(width);
      const given = read(precision);
      const digits = given === void 0 ? void 0 : Math.max(0, given);
      runtime.checkLength(Math.max(columns ?? 0, digits ?? 0));
      if (type === "") throw new TemplateRuntimeError("incomplete format");
      const value = key === void 0 ? supply.next() : supply.get(key);
      if (isSafe && "oxXc".includes(type)) throw new TemplateRuntimeError(`%${type} format: an integer is required`);
      const leftAligned = flags.includes("-") || (columns ?? 0) < 0;
      const text = convert(print, value, type, flags, digits);
      const size = Math.abs(columns ?? 0);
      if (flags.includes("0") && !leftAligned && "diouxXeEfFgG".includes(type)) return padWithZeros(text, size);
      return justify(text, size, " ", leftAligned ? "left" : "right");
    }
  );
  supply.finish();
  runtime.checkLength(result.length);
  return result;
}
class Supply {
  #values;
  #items;
  #position = 0;
  #isKeyed = false;
  constructor(values) {
    this.#values = values;
    this.#items = values instanceof Tuple ? values.items : [values];
  }
  next() {
    if (this.#position >= this.#items.length) throw new TemplateRuntimeError("not enough arguments for format string");
    return this.#items[this.#position++];
  }
  get(key) {
    if (!isMapping(this.#values)) throw new TemplateRuntimeError("format requires a mapping");
    this.#isKeyed = true;
    const value = getKey(this.#values, key);
    if (value === void 0) throw new TemplateRuntimeError(toRepr(key));
    return value;
  }
  finish() {
    const hasItems = isMapping(this.#values) || Array.isArray(this.#values) || this.#values instanceof Range || this.#values instanceof Undefined;
    const ignoresRest = this.#isKeyed || hasItems && this.#position === 0;
    if (this.#position < this.#items.length && !ignoresRest)
      throw new TemplateRuntimeError("not all arguments converted during string formatting");
  }
}
function convert(print, value, type, flags, precision) {
  switch (type) {
    case "s":
      return cut(print(value), precision);
    case "r":
      return cut(print(toRepr(value)), precision);
    case "a":
      return cut(toRepr(value).replace(/\P{ASCII}/gu, escapeCharacter), precision);
    case "c":
      return toCharacter(value);
    case "d":
    case "i":
    case "u":
      return withSign(padDigits(formatInteger(toInteger(value, type)), precision), flags);
    case "o":
      return withSign(padDigits(inRadix(value, type, 8, flags.includes("#") ? "0o" : ""), precision), flags);
    case "x":
      return withSign(padDigits(inRadix(value, type, 16, flags.includes("#") ? "0x" : ""), precision), flags);
    case "X":
      return withSign(
        padDigits(inRadix(value, type, 16, flags.includes("#") ? "0x" : "").toUpperCase(), precision),
        flags
      );
    case "e":
    case "E":
    case "f":
    case "F":
    case "g":
    case "G":
      return withSign(
        formatFloatAs(toNumber(requireNumber(value, type)), type, precision ?? 6, flags.includes("#")),
        flags
      );
    default: {
      const code = (type.codePointAt(0) ?? 0).toString(16);
      throw new TemplateRuntimeError(`unsupported format character '${type}' (0x${code})`);
    }
  }
}
function cut(text, precision) {
  return precision === void 0 ? text : charactersOf(text).slice(0, precision).join("");
}
function requireNumber(value, type) {
  if (isNumeric(value)) return exactInteger(value) ?? toNumber(value);
  if (value instanceof Undefined) return value.fail();
  const wanted = "diu".includes(type) ? `%${type} format: a real number is required` : "must be real number";
  throw new TemplateRuntimeError(`${wanted}, not ${typeName(value)}`);
}
function requireStar(value) {
  const count = exactInteger(value);
  if (count === void 0) throw new TemplateRuntimeError("* wants int");
  return Number(count);
}
function toInteger(value, type) {
  const number = requireNumber(value, type);
  if (typeof number === "bigint") return number;
  const truncated = Math.trunc(Number(number));
  if (!Number.isFinite(truncated)) throw new TemplateRuntimeError("cannot convert float infinity or NaN to integer");
  return BigInt(truncated);
}
function inRadix(value, type, radix, prefix) {
  if (exactInteger(value) === void 0) {
    if (value instanceof Undefined) return value.fail();
    throw new TemplateRuntimeError(`%${type} format: an integer is required, not ${typeName(value)}`);
  }
  const digits = toInteger(value, type).toString(radix);
  return digits.startsWith("-") ? `-${prefix}${digits.slice(1)}` : prefix + digits;
}
function padDigits(text, precision) {
  if (precision === void 0) return text;
  const [, sign = "", prefix = "", digits = ""] = /^(-?)(0[ox])?(.*)$/i.exec(text) ?? [];
  return sign + prefix + digits.padStart(precision, "0");
}
function withSign(text, flags) {
  if (text.startsWith("-")) return text;
  return flags.includes("+") ? `+${text}` : flags.includes(" ") ? ` ${text}` : text;
}
function padWithZeros(text, width) {
  const [, prefix = "", digits = ""] = /^([-+ ]?(?:0[oxOX])?)(.*)$/.exec(text) ?? [];
  return prefix + digits.padStart(width - prefix.length, "0");
}
function toCharacter(value) {
  if (isText(value) && textOf(value).length <= 2 && [...textOf(value)].length === 1) return textOf(value);
  const code = exactInteger(value);
  if (code === void 0) throw new TemplateRuntimeError("%c requires int or char");
  if (code < 0 || code > 1114111) throw new TemplateRuntimeError("%c arg not in range(0x110000)");
  return String.fromCodePoint(Number(code));
}
export {
  formatPercent
};
