import { TemplateRuntimeError } from "../errors.js";
import { MAX_INTEGER_DIGITS } from "../limits.js";
function formatFloat(value) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  const [mantissa = "", exponentText = "0"] = value.toExponential().split("e");
  const exponent = Number(exponentText);
  if (exponent >= -4 && exponent < 16) {
    const text = exponent < 0 ? fixSmall(mantissa, exponent) : String(value);
    return text.includes(".") ? text : `${text}.0`;
  }
  return `${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}
function fixSmall(mantissa, exponent) {
  const sign = mantissa.startsWith("-") ? "-" : "";
  return `${sign}0.${"0".repeat(-exponent - 1)}${mantissa.replace(/[-.]/g, "")}`;
}
let largest;
function formatInteger(value) {
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
  const integer = BigInt(value);
  largest ??= 10n ** BigInt(MAX_INTEGER_DIGITS);
  if (integer >= largest || -integer >= largest)
    throw new TemplateRuntimeError(
      `Exceeds the limit (${MAX_INTEGER_DIGITS} digits) for integer string conversion; use sys.set_int_max_str_digits() to increase the limit`
    );
  return String(integer);
}
function shrink(value) {
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : value;
}
function integerFrom(value) {
  return Number.isSafeInteger(value) ? value + 0 : BigInt(value);
}
function exactInteger(value) {
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "bigint") return shrink(value);
  if (typeof value === "number" && Number.isInteger(value)) return integerFrom(value);
  return void 0;
}
export {
  exactInteger,
  formatFloat,
  formatInteger,
  integerFrom,
  shrink
};
