import { TemplateLimitError, TemplateRuntimeError } from "../errors.ts";
import { MAX_ITEMS } from "../limits.ts";
import { calculateIntegers, raiseFloat } from "./long-arithmetic.ts";
import { charge, chargeCharacters } from "./meter.ts";
import { type ArithmeticOperator, exactInteger, shrink } from "./numbers.ts";
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
				? (repeat(left, right, maxString) ?? repeat(right, left, maxString))
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

/** Returns a str, list or tuple repeated; undefined if the operands are others. */
function repeat(sequence: Value, times: Value, maxString: number): Value | undefined {
	const count = Math.max(0, Number(exactInteger(times)));
	if (Number.isNaN(count)) return undefined;
	if (Array.isArray(sequence) || sequence instanceof Tuple)
		return repeatItems(sequence, count, Math.min(maxString, MAX_ITEMS));
	if (!isText(sequence)) return undefined;
	const length = textOf(sequence).length * count;
	if (length > maxString) throw new TemplateLimitError(`repetition makes more than ${maxString} characters`);
	chargeCharacters(length);
	const text = textOf(sequence).repeat(count);
	return typeof sequence === "string" ? text : new Safe(text);
}

function repeatItems(sequence: readonly Value[] | Tuple, times: number, maxItems: number): Value {
	const items = sequence instanceof Tuple ? sequence.items : sequence;
	if (items.length * times > maxItems) throw new TemplateLimitError(`repetition makes more than ${maxItems} items`);
	const repeated: Value[] = [];
	for (let count = items.length === 0 ? times : 0; count < times; count++) {
		charge(items.length);
		for (const item of items) repeated.push(item);
	}
	return sequence instanceof Tuple ? new Tuple(repeated) : repeated;
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
	const areInts = a !== undefined && b !== undefined && !(operator === "**" && b < 0);
	const y = areInts ? Number(b) : toFloat(right);
	if (y === 0 && (operator === "/" || operator === "//" || operator === "%"))
		throw new TemplateRuntimeError(ZERO_MESSAGES[operator][areInts ? 0 : 1]);
	if (!areInts) {
		const x = toFloat(left);
		const result = calculateDoubles(operator, x, y);
		return float(operator !== "**" || Number.isFinite(result) ? result : raiseFloat(x, y));
	}
	if (typeof a === "number" && typeof b === "number") {
		const result = calculateDoubles(operator, a, b);
		if (operator === "/") return float(result);
		if (Number.isSafeInteger(result)) return result + 0;
	}
	return calculateIntegers(operator, a, b);
}

/** Messages of a division by zero: of ints, and of floats. */
const ZERO_MESSAGES = {
	"/": ["division by zero", "float division by zero"],
	"//": ["integer division or modulo by zero", "float floor division by zero"],
	"%": ["integer modulo by zero", "float modulo"],
} as const;

/** Quotient and remainder are Python's: the remainder has the sign of the divisor. */
function calculateDoubles(operator: ArithmeticOperator, a: number, b: number): number {
	const rest = a % b;
	const isBelow = rest !== 0 && rest < 0 !== b < 0;
	switch (operator) {
		case "+":
			return a + b;
		case "-":
			return a - b;
		case "*":
			return a * b;
		case "/":
			return a / b;
		case "**":
			return a ** b;
		case "%":
			if (rest === 0) return b < 0 ? -0 : 0;
			return isBelow ? rest + b : rest;
		case "//": {
			// Computed from the remainder, so that both agree; a zero keeps the sign of the quotient.
			const quotient = (a - rest) / b - (isBelow ? 1 : 0);
			if (quotient === 0) return a / b < 0 || Object.is(a / b, -0) ? -0 : 0;
			const floor = Math.floor(quotient);
			return quotient - floor > 0.5 ? floor + 1 : floor;
		}
	}
}

function toFloat(value: Numeric): number {
	const number = toNumber(value);
	if (typeof value === "bigint" && !Number.isFinite(number))
		throw new TemplateRuntimeError("int too large to convert to float");
	return number;
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
