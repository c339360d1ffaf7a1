const ZERO = { digits: 0n, scale: 0 };
function toDecimal(value) {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(String(value).trim()) ?? [];
  if (whole + fraction === "" || Math.abs(Number(exponent)) > 400) return void 0;
  const digits = BigInt(`${sign === "-" ? "-" : ""}${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}
function add(a, b) {
  const scale = Math.max(a.scale, b.scale);
  return { digits: rescale(a, scale) + rescale(b, scale), scale };
}
function sum(values) {
  let total = ZERO;
  for (const value of values) total = add(total, toDecimal(value) ?? ZERO);
  return toNumber(total);
}
function multiply(value, count) {
  return { digits: value.digits * BigInt(count), scale: value.scale };
}
function shift(value, places) {
  return { digits: value.digits, scale: value.scale + places };
}
function toNumber({ digits, scale }) {
  return Number(`${digits}e-${scale}`);
}
function rescale({ digits, scale }, wanted) {
  return digits * 10n ** BigInt(wanted - scale);
}
export {
  ZERO,
  add,
  multiply,
  shift,
  sum,
  toDecimal,
  toNumber
};
