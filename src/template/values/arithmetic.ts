import { TemplateLimitError, TemplateRuntimeError } from "../errors.ts";
import { MAX_INTEGER_BITS } from "../limits.ts";
import { escapeHtml } from "./escape.ts";
import { exactInteger, shrink } from "./numbers.ts";
import { plainTypeName } from "./type-name.ts";
import { Undefined } from "./undefined.ts";
import { type Float, float, isNumeric, isText, Safe, Tuple, textOf, toNumber, type Value } from "./value.ts";

export type ArithmeticOperator = "+" | "-" | "*" | "/" | "//" | "%" | "**";

/** Applies an operator to any two values; printf formatting is the caller's business. */
export function calculate(operator: ArithmeticOperator, left: Value, right: Value, maxString: number): Value {
	if (isNumeric(left) && isNumeric(right)) return calculateNumbers(operator, left, right);
	for (const side of [left, right]) if (side instanceof Undefined) side.fail();
	const joined =
		operator === "+" ? concatenate(left, right) : operator === "*" ? repeat(left, right, maxString) : undefined;
	if (joined !== undefined) return joined;
	const [leftType, rightType] = [plainTypeName(left), plainTypeName(right)];
	if (operator === "+" && ["str", "list", "tuple"].includes(leftType))
		throw new TemplateRuntimeError(`can only concatenate ${leftType} (not "${rightType}") to ${leftType}`);
	const symbol = operator === "**" ? "** or pow()" : operator;
	throw new TemplateRuntimeError(`unsupported operand type(s) for ${symbol}: '${leftType}' and '${rightType}'`);
}

function concatenate(left: Value, right: Value): Value | undefined {
	if (isText(left) && isText(right)) {
		if (typeof left === "string" && typeof right === "string") return left + right;
		return new Safe(escapeHtml(left).text + escapeHtml(right).text);
	}
	if (Array.isArray(left) && Array.isArray(right)) return [...left, ...right];
	if (left instanceof Tuple && right instanceof Tuple) return new Tuple([...left.items, ...right.items]);
	return undefined;
}

function repeat(left: Value, right: Value, maxString: number): Value | undefined {
	const leftCount = exactInteger(left);
	const count = leftCount ?? exactInteger(right);
	if (count === undefined) return undefined;
	const sequence = leftCount === undefined ? left : right;
	const times = Math.max(0, Number(count));
	const check = (length: number): void => {
		if (length * times > maxString)
			throw new TemplateLimitError(`repetition makes more than ${maxString} characters or items`);
	};
	if (isText(sequence)) {
		check(textOf(sequence).length);
		const text = textOf(sequence).repeat(times);
		return typeof sequence === "string" ? text : new Safe(text);
	}
	const items = Array.isArray(sequence) ? sequence : sequence instanceof Tuple ? sequence.items : undefined;
	if (!items) return undefined;
	check(items.length);
	const repeated = Array.from({ length: times }, () => items).flat();
	return Array.isArray(sequence) ? repeated : new Tuple(repeated);
}

type Numeric = number | bigint | Float | boolean;

function calculateNumbers(operator: ArithmeticOperator, left: Numeric, right: Numeric): Value {
	const a = exactInteger(left);
	const b = exactInteger(right);
	if (a === undefined || b === undefined || operator === "/")
		return calculateFloats(operator, toNumber(left), toNumber(right), a !== undefined && b !== undefined);
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
	if (operator === "*") checkBits(countBits(x) + countBits(y));
	return shrink(operator === "+" ? x + y : operator === "-" ? x - y : x * y);
}

function divideIntegers(operator: "//" | "%", a: number | bigint, b: number | bigint): number | bigint {
	if (typeof a === "number" && typeof b === "number") {
		let remainder = a % b;
		if (remainder !== 0 && remainder < 0 !== b < 0) remainder += b;
		return (operator === "%" ? remainder : (a - remainder) / b) + 0;
	}
	const [x, y] = [BigInt(a), BigInt(b)];
	let remainder = x % y;
	if (remainder !== 0n && remainder < 0n !== y < 0n) remainder += y;
	return shrink(operator === "%" ? remainder : (x - remainder) / y);
}

function raise(base: number | bigint, exponent: number | bigint): Value {
	if (exponent < 0) {
		if (Number(base) === 0) throw new TemplateRuntimeError("0.0 cannot be raised to a negative power");
		return float(Number(base) ** Number(exponent));
	}
	const quick = Number(base) ** Number(exponent);
	if (Number.isSafeInteger(quick)) return quick + 0;
	checkBits(countBits(BigInt(base)) * Number(exponent));
	return shrink(BigInt(base) ** BigInt(exponent));
}

function countBits(value: bigint): number {
	return value.toString(16).length * 4;
}

function checkBits(bits: number): void {
	if (bits > MAX_INTEGER_BITS) throw new TemplateLimitError("the integer is too large to be computed");
}

function calculateFloats(operator: ArithmeticOperator, a: number, b: number, areIntegers: boolean): Value {
	switch (operator) {
		case "+":
			return float(a + b);
		case "-":
			return float(a - b);
		case "*":
			return float(a * b);
		case "/":
			if (b === 0) throw new TemplateRuntimeError(areIntegers ? "division by zero" : "float division by zero");
			return float(a / b);
		case "**":
			if (a === 0 && b < 0) throw new TemplateRuntimeError("0.0 cannot be raised to a negative power");
			return float(a ** b);
		default: {
			if (b === 0) throw new TemplateRuntimeError(operator === "%" ? "float modulo" : "float floor division by zero");
			let remainder = a % b;
			if (remainder !== 0 && remainder < 0 !== b < 0) remainder += b;
			if (operator === "%") return float(remainder === 0 ? (b < 0 ? -0 : 0) : remainder);
			return float(Math.floor(Math.round(((a - remainder) / b) * 2) / 2));
		}
	}
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
