import { TemplateLimitError, TemplateRuntimeError } from "../errors.ts";
import { MAX_INTEGER_BITS } from "../limits.ts";
import { charge } from "./meter.ts";
import { type ArithmeticOperator, shrink } from "./numbers.ts";
import { float, type Value } from "./value.ts";

/** Applies an operator to two ints of any size; the divisor is not zero. */
export function calculateIntegers(operator: ArithmeticOperator, a: number | bigint, b: number | bigint): Value {
	if (operator === "/") return divide(a, b);
	if (operator === "**") return raise(a, b);
	if (operator === "//" || operator === "%") return divideIntegers(operator, a, b);
	const [x, y] = [BigInt(a), BigInt(b)];
	const bits = countBits(x) + countBits(y);
	if (operator === "*") checkBits(bits);
	charge(bits / BITS_PER_STEP);
	return shrink(operator === "+" ? x + y : operator === "-" ? x - y : x * y);
}

/** Returns the quotient of two ints as the float next to it, however many digits they have. */
function divide(a: number | bigint, b: number | bigint): Value {
	const [x, y] = [BigInt(a), BigInt(b)];
	// Enough bits for a float to be rounded from, the last one telling whether anything is left over.
	const shift = Math.max(0, countBits(y) - countBits(x) + 72);
	const scaled = x << BigInt(shift);
	const quotient = Number((scaled / y) * 2n + (scaled % y === 0n ? 0n : x < 0n === y < 0n ? 1n : -1n));
	if (!Number.isFinite(quotient)) throw new TemplateRuntimeError("integer division result too large for a float");
	return float((quotient / 2) * 2 ** -Math.min(shift, 1000) * 2 ** -Math.max(0, shift - 1000));
}

function divideIntegers(operator: "//" | "%", a: number | bigint, b: number | bigint): number | bigint {
	const [x, y] = [BigInt(a), BigInt(b)];
	charge((countBits(x) + countBits(y)) / BITS_PER_STEP);
	let remainder = x % y;
	if (remainder !== 0n && remainder < 0n !== y < 0n) remainder += y;
	return shrink(operator === "%" ? remainder : (x - remainder) / y);
}

function raise(base: number | bigint, exponent: number | bigint): Value {
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

/** As in C: powers of one are one, whatever the exponent; overflow is an error rather than infinity. */
export function raiseFloat(base: number, exponent: number): number {
	if (base === 0 && exponent < 0) throw new TemplateRuntimeError("0.0 cannot be raised to a negative power");
	if (base === 1 || (base === -1 && Math.abs(exponent) === Infinity)) return 1;
	const power = base ** exponent;
	if (Math.abs(power) === Infinity && Number.isFinite(base) && Number.isFinite(exponent))
		throw new TemplateRuntimeError("(34, 'Numerical result out of range')");
	return power;
}
