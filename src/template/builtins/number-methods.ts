import { TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { Builtin } from "../values/callable.ts";
import { isTrue } from "../values/compare.ts";
import { exactInteger, formatFloat, shrink } from "../values/numbers.ts";
import { escapeCharacter, SHORT_ESCAPES } from "../values/search-text.ts";
import { float, Tuple, toNumber, type Value } from "../values/value.ts";
import { integerOr, lazyTable, takes, textOr } from "./builtin.ts";

const plain = (run: (value: Value) => Value): Builtin<Runtime> =>
	takes([], (_, value) => run(value), { keywords: "none" });

const shared = (): Record<string, Builtin<Runtime>> => ({
	real: takes([], (_, value) => exactInteger(value) ?? value, { isProperty: true }),
	imag: takes([], (_, value) => (exactInteger(value) === undefined ? float(0) : 0), { isProperty: true }),
	conjugate: plain((value) => exactInteger(value) ?? value),
	is_integer: plain((value) => exactInteger(value) !== undefined || Number.isInteger(toNumber(value as number))),
	as_integer_ratio: plain((value) => toRatio(value)),
});

/** The methods and attributes of floats. */
export const floatMethods = lazyTable(() => ({
	...shared(),
	hex: plain((value) => toHexadecimal(toNumber(value as number))),
}));

/** The methods and attributes of ints and bools. */
export const integerMethods = lazyTable(() => ({
	...shared(),
	numerator: takes([], (_, value) => exactInteger(value) ?? value, { isProperty: true }),
	denominator: takes([], () => 1, { isProperty: true }),
	to_bytes: takes(["length", "byteorder", "signed"], (runtime, value, length, order, signed) => {
		const size = integerOr(length, 1);
		runtime.checkLength(size);
		return toBytes(BigInt(exactInteger(value) ?? 0), size, textOr(order, "big"), isTrue(signed ?? false));
	}),
	bit_length: plain((value) => bitsOf(value).length),
	bit_count: plain((value) => bitsOf(value).replaceAll("0", "").length),
}));

/** Returns the binary digits of the absolute value, none for zero. */
function bitsOf(value: Value): string {
	return BigInt(exactInteger(value) ?? 0)
		.toString(2)
		.replace(/^-?0?/, "");
}

/** Returns a float in hexadecimal digits of its exact binary value. */
function toHexadecimal(value: number): string {
	if (!Number.isFinite(value)) return formatFloat(value);
	const bits = new DataView(new ArrayBuffer(8));
	bits.setFloat64(0, value);
	const digits = bits.getBigUint64(0).toString(16).padStart(16, "0");
	const exponent = (bits.getUint16(0) >> 4) & 0x7ff;
	const sign = bits.getUint8(0) >> 7 ? "-" : "";
	if (value === 0) return `${sign}0x0.0p+0`;
	const power = exponent === 0 ? -1022 : exponent - 1023;
	return `${sign}0x${exponent === 0 ? 0 : 1}.${digits.slice(3)}p${power < 0 ? "" : "+"}${power}`;
}

/** A sequence of bytes. */
class Bytes extends Tuple {
	override readonly typeName: string = "bytes";

	override toString(): string {
		const text = String.fromCharCode(...(this.items as number[]));
		const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
		const body = text.replace(/[^ -~]|[\\'"]/g, (character) => {
			if (character === "'" || character === '"') return character === quote ? `\\${character}` : character;
			return SHORT_ESCAPES[character] ?? escapeCharacter(character);
		});
		return `b${quote}${body}${quote}`;
	}
}

function toBytes(value: bigint, length: number, order: string, signed: boolean): Bytes {
	if (length < 0) throw new TemplateRuntimeError("length argument must be non-negative");
	if (order !== "big" && order !== "little")
		throw new TemplateRuntimeError("byteorder must be either 'little' or 'big'");
	if (value < 0n && !signed) throw new TemplateRuntimeError("can't convert negative int to unsigned");
	const size = BigInt(length * 8);
	// The sign takes a bit.
	const magnitude = value < 0n ? -value - 1n : value;
	if (magnitude >> (signed && size > 0n ? size - 1n : size) !== 0n)
		throw new TemplateRuntimeError("int too big to convert");
	const digits = BigInt.asUintN(length * 8, value)
		.toString(16)
		.padStart(length * 2, "0");
	const bytes = Array.from({ length }, (_, index) => Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16));
	return new Bytes(order === "big" ? bytes : bytes.reverse());
}

/** Returns a number as an exact fraction in lowest terms. */
function toRatio(value: Value): Tuple {
	const integer = exactInteger(value);
	if (integer !== undefined) return new Tuple([integer, 1]);
	let numerator = toNumber(value as number);
	if (!Number.isFinite(numerator)) throw new TemplateRuntimeError("cannot convert Infinity or NaN to integer ratio");
	let denominator = 1n;
	while (!Number.isInteger(numerator)) {
		numerator *= 2;
		denominator *= 2n;
	}
	return new Tuple([shrink(BigInt(numerator)), shrink(denominator)]);
}
