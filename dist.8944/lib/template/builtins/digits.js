const GUARD_DIGITS = 30;
const MAX_DIGITS = 100;
function toFixed(value, precision) {
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const size = Math.abs(value);
  if (size >= 1e21) {
    const digits = String(BigInt(size));
    return sign + digits + (precision > 0 ? `.${"0".repeat(precision)}` : "");
  }
  const places = Math.min(precision, MAX_DIGITS);
  const guarded = size.toFixed(Math.min(MAX_DIGITS, places + GUARD_DIGITS));
  const rounded = toEven(size.toFixed(places), guarded.slice(guarded.indexOf(".") + 1 + places));
  return sign + rounded + "0".repeat(precision - places);
}
function toExponential(value, precision) {
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const size = Math.abs(value);
  const places = Math.min(precision, MAX_DIGITS);
  const [mantissa = "", exponent = "0"] = size.toExponential(places).split("e");
  const [guarded = ""] = size.toExponential(Math.min(MAX_DIGITS, places + GUARD_DIGITS)).split("e");
  const rounded = toEven(mantissa, guarded.slice(2 + places));
  return { mantissa: sign + rounded + "0".repeat(precision - places), exponent: Number(exponent) };
}
function toEven(rounded, tail) {
  const last = Number(rounded.at(-1));
  if (last % 2 === 0 || !/^50*$/.test(tail)) return rounded;
  return rounded.slice(0, -1) + String(last - 1);
}
function formatExponent(exponent, marker) {
  return `${marker}${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}
function toGeneral(value, precision, keepZeros, marker, needsFraction = false) {
  const digits = Math.max(1, precision);
  const { mantissa, exponent } = toExponential(value, digits - 1);
  const trim = (text) => {
    if (keepZeros) return text.includes(".") ? text : `${text}.`;
    return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  };
  if (exponent >= -4 && exponent < digits - Number(needsFraction)) return trim(toFixed(value, digits - 1 - exponent));
  return trim(mantissa) + formatExponent(exponent, marker);
}
function formatFloatAs(value, type, precision, alternate) {
  const kind = type.toLowerCase();
  const isUpper = type !== kind;
  const shown = kind === "%" ? value * 100 : value;
  if (!Number.isFinite(shown)) {
    const name = Number.isNaN(shown) ? "nan" : shown < 0 ? "-inf" : "inf";
    return (isUpper ? name.toUpperCase() : name) + (kind === "%" ? "%" : "");
  }
  const marker = isUpper ? "E" : "e";
  const point = alternate && precision === 0 ? "." : "";
  if (kind === "e") {
    const { mantissa, exponent } = toExponential(value, precision);
    return mantissa + point + formatExponent(exponent, marker);
  }
  if (kind === "g") return toGeneral(value, precision, alternate, marker);
  if (kind === "%") return `${toFixed(shown, precision)}${point}%`;
  return toFixed(value, precision) + point;
}
export {
  formatFloatAs,
  toFixed,
  toGeneral
};
