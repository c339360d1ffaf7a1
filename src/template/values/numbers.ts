import { TemplateRuntimeError } from "../errors.ts";
import { MAX_INTEGER_DIGITS } from "../limits.ts";
import type { Value } from "./value.ts";

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
	checkDigits(integer);
	return String(integer);
}

/** The first integer with too many digits; made when it is needed first. */
let largest: bigint | undefined;

function checkDigits(value: bigint): void {
	largest ??= 10n ** BigInt(MAX_INTEGER_DIGITS);
	if (value >= largest || -value >= largest)
		throw new TemplateRuntimeError(
			`Exceeds the limit (${MAX_INTEGER_DIGITS} digits) for integer string conversion; use sys.set_int_max_str_digits() to increase the limit`,
		);
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
