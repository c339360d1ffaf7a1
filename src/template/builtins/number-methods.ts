import { TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { Builtin } from "../values/callable.ts";
import { exactInteger, shrink } from "../values/numbers.ts";
import { float, Tuple, toNumber, type Value } from "../values/value.ts";

const plain = (run: (value: Value) => Value): Builtin<Runtime> => ({
	parameters: [],
	keywords: "none",
	run: (_, value) => run(value),
});

/** The methods and attributes of floats. */
export const FLOAT_METHODS: ReadonlyMap<string, Builtin<Runtime>> = new Map<string, Builtin<Runtime>>([
	["real", { parameters: [], isProperty: true, run: (_, value) => exactInteger(value) ?? value }],
	["imag", { parameters: [], isProperty: true, run: (_, value) => (exactInteger(value) === undefined ? float(0) : 0) }],
	["conjugate", plain((value) => exactInteger(value) ?? value)],
	["is_integer", plain((value) => exactInteger(value) !== undefined || Number.isInteger(toNumber(value as number)))],
	["as_integer_ratio", plain((value) => toRatio(value))],
]);

/** The methods and attributes of ints and bools. */
export const INTEGER_METHODS: ReadonlyMap<string, Builtin<Runtime>> = new Map<string, Builtin<Runtime>>([
	...FLOAT_METHODS,
	["bit_length", plain((value) => bitsOf(value).length)],
	["bit_count", plain((value) => bitsOf(value).replaceAll("0", "").length)],
]);

/** The binary digits of the absolute value, none for zero. */
function bitsOf(value: Value): string {
	return BigInt(exactInteger(value) ?? 0)
		.toString(2)
		.replace(/^-?0?/, "");
}

/** A number as an exact fraction in lowest terms. */
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
