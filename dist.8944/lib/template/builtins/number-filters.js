import { TemplateRuntimeError } from "../errors.js";
import { MAX_INTEGER_DIGITS } from "../limits.js";
import { calculate } from "../values/arithmetic.js";
import { isTrue } from "../values/compare.js";
import { exactInteger, formatInteger, integerFrom, shrink } from "../values/numbers.js";
import { toText } from "../values/text.js";
import { plainTypeName } from "../values/type-name.js";
import { Undefined } from "../values/undefined.js";
import { Float, float, isNumeric, isText, textOf, toNumber } from "../values/value.js";
import { integerOr, textOr } from "./arguments.js";
import { formatFloatAs, toFixed } from "./digits.js";
import { strip } from "./text.js";
const NUMBER_FILTERS = {
  abs: {
    parameters: [],
    run: (_, value) => {
      if (!isNumeric(value)) throw new TemplateRuntimeError(`bad operand type for abs(): '${plainTypeName(value)}'`);
      const integer = exactInteger(value);
      if (typeof integer === "bigint") return integer < 0n ? -integer : integer;
      return integer === void 0 ? float(Math.abs(toNumber(value))) : Math.abs(integer);
    }
  },
  int: {
    parameters: ["default", "base"],
    run: (_, value, fallback, base) => toInteger(value, base === void 0 ? 10 : Number(exactInteger(base))) ?? (fallback === void 0 ? 0 : fallback)
  },
  float: {
    parameters: ["default"],
    run: (_, value, fallback) => {
      const number = toFloat(value);
      return number === void 0 ? fallback === void 0 ? new Float(0) : fallback : float(number);
    }
  },
  round: {
    parameters: ["precision", "method"],
    run: (_, value, precision, method) => round(value, integerOr(precision, 0), textOr(method, "common"))
  },
  filesizeformat: { parameters: ["binary"], run: (_, value, binary) => formatSize(value, isTrue(binary ?? false)) }
};
const DIGITS = { 2: "[01]", 8: "[0-7]", 10: "\\d", 16: "[\\da-f]" };
const PREFIXES = { "0b": 2, "0o": 8, "0x": 16 };
function toInteger(value, base) {
  if (value instanceof Undefined) return value.fail();
  if (isText(value)) {
    const integer2 = parseInteger(strip(textOf(value), void 0, true, true), base);
    if (integer2 !== void 0) return integer2;
  }
  const integer = exactInteger(value);
  if (integer !== void 0) return integer;
  const number = toFloat(value);
  if (number === void 0 || Number.isNaN(number)) return void 0;
  return isText(value) && !Number.isFinite(number) ? void 0 : toWhole(number, Math.trunc);
}
function parseInteger(text, base) {
  if (base !== 0 && !(base >= 2 && base <= 36)) return void 0;
  const [, sign = "", prefix = "", digits = ""] = /^([-+]?)(0[box]_?)?([\s\S]*)$/i.exec(text) ?? [];
  const prefixBase = PREFIXES[prefix.toLowerCase().replace("_", "")];
  const radix = base === 0 ? prefixBase ?? 10 : base;
  const hasPrefix = prefixBase === radix;
  const body = hasPrefix ? digits : prefix + digits;
  const digit = DIGITS[radix] ?? "[\\da-z]";
  if (!new RegExp(`^${digit}+(?:_${digit}+)*$`, "i").test(body) || body.length > MAX_INTEGER_DIGITS) return void 0;
  if (base === 0 && !hasPrefix && /^0[\d_]*[1-9]/.test(body)) return void 0;
  let total = 0n;
  for (const character of body.replaceAll("_", "").toLowerCase()) {
    const unit = Number.parseInt(character, 36);
    if (unit >= radix) return void 0;
    total = total * BigInt(radix) + BigInt(unit);
  }
  return shrink(sign === "-" ? -total : total);
}
const FLOAT = /^[-+]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[-+]?\d+(?:_\d+)*)?$/i;
function toFloat(value) {
  if (value instanceof Undefined) return value.fail();
  if (isNumeric(value)) return toNumber(value);
  if (!isText(value)) return void 0;
  const text = strip(textOf(value), void 0, true, true).toLowerCase();
  const [, sign, special] = /^([-+]?)(inf|infinity|nan)$/.exec(text) ?? [];
  if (special !== void 0) return special === "nan" ? Number.NaN : sign === "-" ? -Infinity : Infinity;
  return FLOAT.test(text) ? Number(text.replaceAll("_", "")) : void 0;
}
function round(value, precision, method) {
  if (!["common", "ceil", "floor"].includes(method))
    throw new TemplateRuntimeError("method must be common, ceil or floor");
  if (value instanceof Undefined && method !== "common") return value.fail();
  if (!isNumeric(value)) throw new TemplateRuntimeError(`type ${plainTypeName(value)} doesn't define __round__ method`);
  const integer = exactInteger(value);
  if (method === "common")
    return integer === void 0 ? roundFloat(toNumber(value), precision) : roundInteger(integer, precision);
  const scale = calculate("**", 10, precision, 0);
  const scaled = calculate("*", value, scale, 0);
  const whole = exactInteger(scaled) ?? toWhole(toNumber(scaled), method === "ceil" ? Math.ceil : Math.floor);
  return calculate("/", whole, scale, 0);
}
function toWhole(value, cut) {
  if (!Number.isFinite(value))
    throw new TemplateRuntimeError(`cannot convert float ${Number.isNaN(value) ? "NaN" : "infinity"} to integer`);
  return integerFrom(cut(value));
}
function roundFloat(value, precision) {
  if (!Number.isFinite(value) || precision > 100) return float(value);
  if (precision >= 0) return float(Number(toFixed(value, precision)));
  const scale = 10 ** -precision;
  return float(Number(toFixed(value / scale, 0)) * scale);
}
function roundInteger(value, precision) {
  if (precision >= 0) return value;
  const scale = 10n ** BigInt(Math.min(-precision, MAX_INTEGER_DIGITS));
  const whole = BigInt(value);
  const remainder = (whole % scale + scale) % scale;
  const low = whole - remainder;
  const isUp = remainder * 2n > scale || remainder * 2n === scale && low / scale % 2n !== 0n;
  return shrink(isUp ? low + scale : low);
}
const SIZES = ["k", "M", "G", "T", "P", "E", "Z", "Y"];
function formatSize(value, isBinary) {
  const bytes = toFloat(value);
  if (bytes === void 0) throw new TemplateRuntimeError(`could not convert string to float: ${toText(value)}`);
  const base = isBinary ? 1024 : 1e3;
  if (bytes === 1) return "1 Byte";
  if (bytes < base) return `${formatInteger(toWhole(bytes, Math.trunc))} Bytes`;
  const power = Math.max(
    0,
    SIZES.findIndex((_, index2) => bytes < base ** (index2 + 2))
  );
  const index = bytes < base ** (SIZES.length + 1) ? power : SIZES.length - 1;
  const letter = SIZES[index] ?? "";
  const size = calculate("/", calculate("*", base, float(bytes), 0), float(base ** (index + 2)), 0);
  return `${formatFloatAs(toNumber(size), "f", 1, false)} ${isBinary ? `${letter.toUpperCase()}iB` : `${letter}B`}`;
}
export {
  NUMBER_FILTERS
};
