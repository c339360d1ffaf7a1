import { TemplateLimitError, TemplateRuntimeError } from "../errors.ts";
import { MAX_INTEGER_BITS, MAX_ITEMS } from "../limits.ts";
import { charge, chargeCharacters } from "./meter.ts";
import { exactInteger, shrink } from "./numbers.ts";
import { escapeHtml } from "./text.ts";
import { plainTypeName, Undefined } from "./undefined.ts";

import { type Float, float, isNumeric, isText, Safe, Tuple, textOf, toNumber, type Value } from "./value.ts";

/** Applies an operator to any two values; except printf formatting, which the caller handles. */
export function calculate(operator: ArithmeticOperator, left: Value, right: Value, maxString: number): Value {
	if (isNumeric(left) && isNumeric(right)) return calculateNumbers(operator, left, right);
	for (const side of [left, right]) if (side instanceof Undefined) side.fail();
	const joined =
		operator === "+"
			? concatenate(left, right, maxString)
			: operator === "*"
				? repeat(left, right, maxString)
				: undefined;
	if (joined !== undefined) return joined;
	const [leftType, rightType] = [plainTypeName(left), plainTypeName(right)];
	if (operator === "+" && ["str", "list", "tuple"].includes(leftType))
		throw new TemplateRuntimeError(`can only concatenate ${leftType} (not "${rightType}") to ${leftType}`);
	const symbol = operator === "**" ? "** or pow()" : operator;
	throw new TemplateRuntimeError(`unsupported operand type(s) for ${symbol}: '${leftType}' and '${rightType}'`);
}

function concatenate(left: Value, right: Value, maxString: number): Value | undefined {
	if (isText(left) && isText(right)) {
		if (typeof left === "string" && typeof right === "string") return left + right;
		return new Safe(escapeHtml(left).text + escapeHtml(right).text);
	}
	if (Array.isArray(left) && Array.isArray(right)) return joinItems(left, right, maxString);
	if (left instanceof Tuple && right instanceof Tuple) return new Tuple(joinItems(left.items, right.items, maxString));
	return undefined;
}

function joinItems(left: readonly Value[], right: readonly Value[], maxString: number): Value[] {
	const count = left.length + right.length;
	const most = Math.min(maxString, MAX_ITEMS);
	if (count > most) throw new TemplateLimitError(`a list or tuple has more than ${most} items`);
	charge(count);
	return left.concat(right);
}

type Numeric = number | bigint | Float | boolean;

function calculateNumbers(operator: ArithmeticOperator, left: Numeric, right: Numeric): Value {
	const a = exactInteger(left);
	const b = exactInteger(right);
	if (a === undefined || b === undefined) return calculateFloats(operator, toFloat(left), toFloat(right));
	if (operator === "/") return divide(a, b);
	if (operator === "**") return raise(a, b);
	if (operator === "//" || operator === "%") {
		if (Number(b) === 0)
			throw new TemplateRuntimeError(
				operator === "//" ? "integer division or modulo by zero" : "integer modulo by zero",
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

/** Returns the quotient of two ints as the float next to it, however many digits they have. */
function divide(a: number | bigint, b: number | bigint): Value {
	if (Number(b) === 0) throw new TemplateRuntimeError("division by zero");
	if (typeof a === "number" && typeof b === "number") return float(a / b);
	const [x, y] = [BigInt(a), BigInt(b)];
	// Enough bits for a float to be rounded from, the last one telling whether anything is left over.
	const shift = Math.max(0, countBits(y) - countBits(x) + 72);
	const scaled = x << BigInt(shift);
	const quotient = Number((scaled / y) * 2n + (scaled % y === 0n ? 0n : x < 0n === y < 0n ? 1n : -1n));
	if (!Number.isFinite(quotient)) throw new TemplateRuntimeError("integer division result too large for a float");
	return float((quotient / 2) * 2 ** -Math.min(shift, 1000) * 2 ** -Math.max(0, shift - 1000));
}

function toFloat(value: Numeric): number {
	const number = toNumber(value);
	if (typeof value === "bigint" && !Number.isFinite(number))
		throw new TemplateRuntimeError("int too large to convert to float");
	return number;
}

function divideIntegers(operator: "//" | "%", a: number | bigint, b: number | bigint): number | bigint {
	if (typeof a === "number" && typeof b === "number") {
		const remainder = a % b;
		const isBelow = remainder !== 0 && remainder < 0 !== b < 0;
		return (operator === "%" ? remainder + (isBelow ? b : 0) : (a - remainder) / b - (isBelow ? 1 : 0)) + 0;
	}
	const [x, y] = [BigInt(a), BigInt(b)];
	charge((countBits(x) + countBits(y)) / BITS_PER_STEP);
	let remainder = x % y;
	if (remainder !== 0n && remainder < 0n !== y < 0n) remainder += y;
	return shrink(operator === "%" ? remainder : (x - remainder) / y);
}

function raise(base: number | bigint, exponent: number | bigint): Value {
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

/** Bits of a long integer that cost as much as an evaluated node. */
const BITS_PER_STEP = 256;

function countBits(value: bigint): number {
	return value.toString(16).length * 4;
}

function checkBits(bits: number): void {
	if (bits > MAX_INTEGER_BITS) throw new TemplateLimitError("the integer is too large to be computed");
}

/** Unary minus and plus. */
export function applySign(sign: string, operand: Value): Value {
	if (operand instanceof Undefined) return operand.fail();
	if (!isNumeric(operand))
		throw new TemplateRuntimeError(`bad operand type for unary ${sign}: '${plainTypeName(operand)}'`);
	const integer = exactInteger(operand);
	if (integer === undefined) return float(sign === "-" ? -toNumber(operand) : toNumber(operand));
	if (sign !== "-") return integer;
	return typeof integer === "number" ? -integer + 0 : shrink(-integer);
}

/** The operators on numbers. */
export type ArithmeticOperator = "+" | "-" | "*" | "/" | "//" | "%" | "**";

/** Applies an operator to two floats. */
function calculateFloats(operator: ArithmeticOperator, a: number, b: number): Value {
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

/** As C has it: powers of one are one, whatever the exponent; what grows too large is an error rather than infinite. */
function raiseFloat(base: number, exponent: number): number {
	if (base === 1 || (base === -1 && Math.abs(exponent) === Infinity)) return 1;
	const power = base ** exponent;
	if (Math.abs(power) === Infinity && Number.isFinite(base) && Number.isFinite(exponent))
		throw new TemplateRuntimeError("(34, 'Numerical result out of range')");
	return power;
}

/** Computed from the remainder, so that both agree; a zero keeps the sign of the quotient. */
function floorDivide(a: number, b: number): number {
	const remainder = a % b;
	const isBelow = remainder !== 0 && remainder < 0 !== b < 0;
	const quotient = (a - remainder) / b - (isBelow ? 1 : 0);
	if (quotient === 0) return a / b < 0 || Object.is(a / b, -0) ? -0 : 0;
	const floor = Math.floor(quotient);
	return quotient - floor > 0.5 ? floor + 1 : floor;
}

/** Returns a str, list or tuple repeated; undefined if the operands are others. */
function repeat(left: Value, right: Value, maxString: number): Value | undefined {
	const leftCount = exactInteger(left);
	const count = leftCount ?? exactInteger(right);
	if (count === undefined) return undefined;
	const sequence = leftCount === undefined ? left : right;
	const times = Math.max(0, Number(count));
	const check = (length: number, most: number): void => {
		if (length * times > most) throw new TemplateLimitError(`repetition makes more than ${most} characters or items`);
	};
	if (isText(sequence)) {
		check(textOf(sequence).length, maxString);
		chargeCharacters(textOf(sequence).length * times);
		const text = textOf(sequence).repeat(times);
		return typeof sequence === "string" ? text : new Safe(text);
	}
	const items = Array.isArray(sequence) ? sequence : sequence instanceof Tuple ? sequence.items : undefined;
	if (!items) return undefined;
	check(items.length, Math.min(maxString, MAX_ITEMS));
	const repeated: Value[] = [];
	for (let count = items.length === 0 ? times : 0; count < times; count++) {
		charge(items.length);
		for (const item of items) repeated.push(item);
	}
	return Array.isArray(sequence) ? repeated : new Tuple(repeated);
}
