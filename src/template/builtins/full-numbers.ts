import { getAttribute, getBuiltin } from "../access.ts";
import { TemplateRuntimeError } from "../errors.ts";
import { MAX_INTEGER_DIGITS } from "../limits.ts";
import type { Runtime } from "../runtime.ts";
import { calculate } from "../values/arithmetic.ts";
import type { Builtin } from "../values/callable.ts";
import { isTrue } from "../values/compare.ts";
import { formatFloatAs, toFixed } from "../values/number-format.ts";
import { exactInteger, formatFloat, formatInteger, shrink } from "../values/numbers.ts";
import { escapeCharacter, SHORT_ESCAPES } from "../values/search-text.ts";
import { escapeHtml, toText } from "../values/text.ts";
import { plainTypeName, Undefined } from "../values/undefined.ts";
import { float, isNumeric, orElse, Tuple, toNumber, type Value } from "../values/value.ts";
import { type BuiltinsByName, integerOr, lazyTable, requireText, takes, textOr } from "./builtin.ts";
import { toFloat, toWhole } from "./value-filters.ts";

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
export const FLOAT_METHODS = lazyTable(() => ({
	...shared(),
	hex: plain((value) => toHexadecimal(toNumber(value as number))),
}));

/** The methods and attributes of ints and bools. */
export const INTEGER_METHODS = lazyTable(() => ({
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
class ByteSequence extends Tuple {
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

function toBytes(value: bigint, length: number, order: string, signed: boolean): ByteSequence {
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
	return new ByteSequence(order === "big" ? bytes : bytes.reverse());
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

/** The filters on values that chat templates do not use. */
export const furtherValueFilters = (): BuiltinsByName => ({
	attr: takes(
		["name"],
		(runtime, value, name) => {
			const key = requireText(name, "attribute name");
			if (value instanceof Undefined) return getAttribute(runtime, value, key);
			return orElse(getBuiltin(runtime, value, key), () => runtime.missingKey(value, key));
		},
		{ required: 1 },
	),
	forceescape: takes([], (_, value) => escapeHtml(toText(value))),

	round: takes(["precision", "method"], (_, value, precision, method) =>
		round(value, integerOr(precision, 0), textOr(method, "common")),
	),
	filesizeformat: takes(["binary"], (_, value, binary) => formatSize(value, isTrue(binary ?? false))),
});

const DIGITS: Readonly<Record<number, string>> = { 2: "[01]", 8: "[0-7]", 10: "\\d", 16: "[\\da-f]" };

const PREFIXES: Readonly<Record<string, number>> = { "0b": 2, "0o": 8, "0x": 16 };

export function parseInteger(text: string, base: number): number | bigint | undefined {
	if (base !== 0 && !(base >= 2 && base <= 36)) return undefined;
	const [, sign = "", prefix = "", digits = ""] = /^([-+]?)(0[box]_?)?([\s\S]*)$/i.exec(text) ?? [];
	const prefixBase = PREFIXES[prefix.toLowerCase().replace("_", "")];
	const radix = base === 0 ? (prefixBase ?? 10) : base;
	const hasPrefix = prefixBase === radix;
	const body = hasPrefix ? digits : prefix + digits;
	const digit = DIGITS[radix] ?? "[\\da-z]";
	if (!new RegExp(`^${digit}+(?:_${digit}+)*$`, "i").test(body) || body.length > MAX_INTEGER_DIGITS) return undefined;
	if (base === 0 && !hasPrefix && /^0[\d_]*[1-9]/.test(body)) return undefined;
	let total = 0n;
	for (const character of body.replaceAll("_", "").toLowerCase()) {
		const unit = Number.parseInt(character, 36);
		if (unit >= radix) return undefined;
		total = total * BigInt(radix) + BigInt(unit);
	}
	return shrink(sign === "-" ? -total : total);
}

function round(value: Value, precision: number, method: string): Value {
	if (!["common", "ceil", "floor"].includes(method))
		throw new TemplateRuntimeError("method must be common, ceil or floor");
	if (value instanceof Undefined && method !== "common") return value.fail();
	if (!isNumeric(value)) throw new TemplateRuntimeError(`type ${plainTypeName(value)} doesn't define __round__ method`);
	const integer = exactInteger(value);
	if (method === "common")
		return integer === undefined ? roundFloat(toNumber(value), precision) : roundInteger(integer, precision);
	const scale = calculate("**", 10, precision, 0);
	const scaled = calculate("*", value, scale, 0);
	const whole = exactInteger(scaled) ?? toWhole(toNumber(scaled as number), method === "ceil" ? Math.ceil : Math.floor);
	return calculate("/", whole, scale, 0);
}

function roundFloat(value: number, precision: number): Value {
	if (!Number.isFinite(value) || precision > 100) return float(value);
	if (precision >= 0) return float(Number(toFixed(value, precision)));
	const scale = 10 ** -precision;
	return float(Number(toFixed(value / scale, 0)) * scale);
}

function roundInteger(value: number | bigint, precision: number): Value {
	if (precision >= 0) return value;
	const scale = 10n ** BigInt(Math.min(-precision, MAX_INTEGER_DIGITS));
	const whole = BigInt(value);
	const remainder = ((whole % scale) + scale) % scale;
	const low = whole - remainder;
	const isUp = remainder * 2n > scale || (remainder * 2n === scale && (low / scale) % 2n !== 0n);
	return shrink(isUp ? low + scale : low);
}

const SIZES = ["k", "M", "G", "T", "P", "E", "Z", "Y"];

function formatSize(value: Value, isBinary: boolean): string {
	const bytes = toFloat(value);
	if (bytes === undefined) throw new TemplateRuntimeError(`could not convert string to float: ${toText(value)}`);
	const base = isBinary ? 1024 : 1000;
	if (bytes === 1) return "1 Byte";
	if (bytes < base) return `${formatInteger(toWhole(bytes, Math.trunc))} Bytes`;
	const power = Math.max(
		0,
		SIZES.findIndex((_, index) => bytes < base ** (index + 2)),
	);
	const index = bytes < base ** (SIZES.length + 1) ? power : SIZES.length - 1;
	const letter = SIZES[index] ?? "";
	const size = calculate("/", calculate("*", base, float(bytes), 0), float(base ** (index + 2)), 0);
	return `${formatFloatAs(toNumber(size as number), "f", 1, false)} ${isBinary ? `${letter.toUpperCase()}iB` : `${letter}B`}`;
}
