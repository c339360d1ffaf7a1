import { TemplateLimitError, TemplateRuntimeError } from "../errors.js";
import { MAX_INTEGER_BITS, MAX_ITEMS } from "../limits.js";
import { escapeHtml } from "./escape.js";
import { charge, chargeCharacters } from "./meter.js";
import { exactInteger, shrink } from "./numbers.js";
import { plainTypeName } from "./type-name.js";
import { Undefined } from "./undefined.js";
import { float, isNumeric, isText, Safe, Tuple, textOf, toNumber } from "./value.js";
function calculate(operator, left, right, maxString) {
  if (isNumeric(left) && isNumeric(right)) return calculateNumbers(operator, left, right);
  for (const side of [left, right]) if (side instanceof Undefined) side.fail();
  const joined = operator === "+" ? concatenate(left, right, maxString) : operator === "*" ? repeat(left, right, maxString) : void 0;
  if (joined !== void 0) return joined;
  const [leftType, rightType] = [plainTypeName(left), plainTypeName(right)];
  if (operator === "+" && ["str", "list", "tuple"].includes(leftType))
    throw new TemplateRuntimeError(`can only concatenate ${leftType} (not "${rightType}") to ${leftType}`);
  const symbol = operator === "**" ? "** or pow()" : operator;
  throw new TemplateRuntimeError(`unsupported operand type(s) for ${symbol}: '${leftType}' and '${rightType}'`);
}
function concatenate(left, right, maxString) {
  if (isText(left) && isText(right)) {
    if (typeof left === "string" && typeof right === "string") return left + right;
    return new Safe(escapeHtml(left).text + escapeHtml(right).text);
  }
  if (Array.isArray(left) && Array.isArray(right)) return joinItems(left, right, maxString);
  if (left instanceof Tuple && right instanceof Tuple) return new Tuple(joinItems(left.items, right.items, maxString));
  return void 0;
}
function joinItems(left, right, maxString) {
  const count = left.length + right.length;
  const most = Math.min(maxString, MAX_ITEMS);
  if (count > most) throw new TemplateLimitError(`a list or tuple has more than ${most} items`);
  charge(count);
  return left.concat(right);
}
function repeat(left, right, maxString) {
  const leftCount = exactInteger(left);
  const count = leftCount ?? exactInteger(right);
  if (count === void 0) return void 0;
  const sequence = leftCount === void 0 ? left : right;
  const times = Math.max(0, Number(count));
  const check = (length, most) => {
    if (length * times > most) throw new TemplateLimitError(`repetition makes more than ${most} characters or items`);
  };
  if (isText(sequence)) {
    check(textOf(sequence).length, maxString);
    chargeCharacters(textOf(sequence).length * times);
    const text = textOf(sequence).repeat(times);
    return typeof sequence === "string" ? text : new Safe(text);
  }
  const items = Array.isArray(sequence) ? sequence : sequence instanceof Tuple ? sequence.items : void 0;
  if (!items) return void 0;
  check(items.length, Math.min(maxString, MAX_ITEMS));
  const repeated = [];
  for (let count2 = items.length === 0 ? times : 0; count2 < times; count2++) {
    charge(items.length);
    for (const item of items) repeated.push(item);
  }
  return Array.isArray(sequence) ? repeated : new Tuple(repeated);
}
function calculateNumbers(operator, left, right) {
  const a = exactInteger(left);
  const b = exactInteger(right);
  if (a === void 0 || b === void 0) return calculateFloats(operator, toFloat(left), toFloat(right));
  if (operator === "/") return divide(a, b);
  if (operator === "**") return raise(a, b);
  if (operator === "//" || operator === "%") {
    if (Number(b) === 0)
      throw new TemplateRuntimeError(
        operator === "//" ? "integer division or modulo by zero" : "integer modulo by zero"
      );
    return divideIntegers(operator, a, b);
  }
  if (typeof a === "number" && typeof b === "number") {
    const result = operator === "+" ? a + b : operator === "-" ? a - b : a * b;
    if (Number.isSafeInteger(result)) return result + 0;
  }
  const [x, y] = [BigInt(a), BigInt(b)];
  const bits = countBits(x) + countBits(y);
  if (operator === "*") checkBits(bits);
  charge(bits / BITS_PER_STEP);
  return shrink(operator === "+" ? x + y : operator === "-" ? x - y : x * y);
}
function divide(a, b) {
  if (Number(b) === 0) throw new TemplateRuntimeError("division by zero");
  if (typeof a === "number" && typeof b === "number") return float(a / b);
  const [x, y] = [BigInt(a), BigInt(b)];
  const shift = Math.max(0, countBits(y) - countBits(x) + 72);
  const scaled = x << BigInt(shift);
  const quotient = Number(scaled / y * 2n + (scaled % y === 0n ? 0n : x < 0n === y < 0n ? 1n : -1n));
  if (!Number.isFinite(quotient)) throw new TemplateRuntimeError("integer division result too large for a float");
  return float(quotient / 2 * 2 ** -Math.min(shift, 1e3) * 2 ** -Math.max(0, shift - 1e3));
}
function toFloat(value) {
  const number = toNumber(value);
  if (typeof value === "bigint" && !Number.isFinite(number))
    throw new TemplateRuntimeError("int too large to convert to float");
  return number;
}
function divideIntegers(operator, a, b) {
  if (typeof a === "number" && typeof b === "number") {
    const remainder2 = a % b;
    const isBelow = remainder2 !== 0 && remainder2 < 0 !== b < 0;
    return (operator === "%" ? remainder2 + (isBelow ? b : 0) : (a - remainder2) / b - (isBelow ? 1 : 0)) + 0;
  }
  const [x, y] = [BigInt(a), BigInt(b)];
  charge((countBits(x) + countBits(y)) / BITS_PER_STEP);
  let remainder = x % y;
  if (remainder !== 0n && remainder < 0n !== y < 0n) remainder += y;
  return shrink(operator === "%" ? remainder : (x - remainder) / y);
}
function raise(base, exponent) {
  if (exponent < 0) {
    if (Number(base) === 0) throw new TemplateRuntimeError("0.0 cannot be raised to a negative power");
    return calculateFloats("**", toFloat(base), toFloat(exponent));
  }
  const quick = Number(base) ** Number(exponent);
  if (Number.isSafeInteger(quick)) return quick + 0;
  const bits = countBits(BigInt(base)) * Number(exponent);
  checkBits(bits);
  charge(bits / BITS_PER_STEP);
  return shrink(BigInt(base) ** BigInt(exponent));
}
const BITS_PER_STEP = 256;
function countBits(value) {
  return value.toString(16).length * 4;
}
function checkBits(bits) {
  if (bits > MAX_INTEGER_BITS) throw new TemplateLimitError("the integer is too large to be computed");
}
function calculateFloats(operator, a, b) {
  switch (operator) {
    case "+":
      return float(a + b);
    case "-":
      return float(a - b);
    case "*":
      return float(a * b);
    case "/":
      if (b === 0) throw new TemplateRuntimeError("float division by zero");
      return float(a / b);
    case "**":
      if (a === 0 && b < 0) throw new TemplateRuntimeError("0.0 cannot be raised to a negative power");
      return float(raiseFloat(a, b));
    case "%": {
      if (b === 0) throw new TemplateRuntimeError("float modulo");
      const remainder = a % b;
      if (remainder === 0) return float(b < 0 ? -0 : 0);
      return float(remainder < 0 === b < 0 ? remainder : remainder + b);
    }
    case "//":
      if (b === 0) throw new TemplateRuntimeError("float floor division by zero");
      return float(floorDivide(a, b));
  }
}
function raiseFloat(base, exponent) {
  if (base === 1 || base === -1 && Math.abs(exponent) === Infinity) return 1;
  const power = base ** exponent;
  if (Math.abs(power) === Infinity && Number.isFinite(base) && Number.isFinite(exponent))
    throw new TemplateRuntimeError("(34, 'Numerical result out of range')");
  return power;
}
function floorDivide(a, b) {
  const remainder = a % b;
  const isBelow = remainder !== 0 && remainder < 0 !== b < 0;
  const quotient = (a - remainder) / b - (isBelow ? 1 : 0);
  if (quotient === 0) return a / b < 0 || Object.is(a / b, -0) ? -0 : 0;
  const floor = Math.floor(quotient);
  return quotient - floor > 0.5 ? floor + 1 : floor;
}
function applySign(sign, operand) {
  if (operand instanceof Undefined) return operand.fail();
  if (!isNumeric(operand))
    throw new TemplateRuntimeError(`bad operand type for unary ${sign}: '${plainTypeName(operand)}'`);
  const integer = exactInteger(operand);
  if (integer === void 0) return float(sign === "-" ? -toNumber(operand) : toNumber(operand));
  if (sign !== "-") return integer;
  return typeof integer === "number" ? -integer + 0 : shrink(-integer);
}
export {
  applySign,
  calculate
};
