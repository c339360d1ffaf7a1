import { Part } from "../parts.ts";
import type { Tuple, Value } from "./value.ts";

/** Returns a float as Python prints it: the shortest digits that read back as the same number. */
export function formatFloat(value: number): string {
	if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
	if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
	const size = Math.abs(value);
	if (size >= 1e-4 && size < 1e16) return Number.isInteger(value) ? `${value}.0` : String(value);
	const [mantissa, exponent = ""] = value.toExponential().split("e");
	return `${mantissa}e${exponent.charAt(0)}${exponent.slice(1).padStart(2, "0")}`;
}

/** Returns an int in decimal digits. */
export function formatInteger(value: number | bigint): string {
	if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
	const integer = BigInt(value);
	LONG_NUMBERS.content?.checkDigits(integer);
	return String(integer);
}

/** Returns an int as small as it can be represented. */
export function shrink(value: bigint): number | bigint {
	const small = Number(value);
	return Number.isSafeInteger(small) ? small : value;
}

/** Returns an int from a number without a fraction, of any size. */
export function integerFrom(value: number): number | bigint {
	return Number.isSafeInteger(value) ? value + 0 : BigInt(value);
}

/** Returns a number of the host or of arithmetic as an exact int, if it is one (bools included). */
export function exactInteger(value: Value): number | bigint | undefined {
	if (typeof value === "boolean") return Number(value);
	if (typeof value === "bigint") return shrink(value);
	if (typeof value === "number" && Number.isInteger(value)) return integerFrom(value);
	return undefined;
}

/** The operators on numbers. */
export type ArithmeticOperator = "+" | "-" | "*" | "/" | "//" | "%" | "**";

/** Arithmetic of any number of digits, powers that are no finite number, and lists repeated, in the full engine. */
export const LONG_NUMBERS = new Part<LongNumbers>("a number of this size, or a list repeated,");

export interface LongNumbers {
	/** Applies an operator to two ints; the divisor is not zero. */
	calculate(operator: ArithmeticOperator, a: number | bigint, b: number | bigint): Value;
	/** Returns a power of two floats. */
	raise(base: number, exponent: number): number;
	/** Returns a list or tuple repeated. */
	repeat(sequence: readonly Value[] | Tuple, times: number, maxItems: number): Value;
	/** @throws TemplateRuntimeError for an int with more digits than Python writes */
	checkDigits(value: bigint): void;
}
