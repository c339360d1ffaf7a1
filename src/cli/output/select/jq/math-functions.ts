import { describe, JqError, type Json, type ValueFunction } from "./values.ts";

/** @throws JqError if the value is not a number */
export function readNumber(value: Json): number {
	if (typeof value === "number") return value;
	throw new JqError(`${describe(value)} number required`);
}

/** Functions of `Math` that jq has under the same name. */
const SAME =
	"floor sqrt round ceil trunc exp log log2 log10 sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh cbrt expm1 log1p";

type Unary = (value: number) => number;

const same = SAME.split(" ").map((name): [string, ValueFunction] => {
	const work = Math[name as keyof Math] as Unary;
	return [`${name}/0`, (input) => work(readNumber(input))];
});

export const MATH_FUNCTIONS: Readonly<Record<string, ValueFunction>> = {
	...Object.fromEntries(same),
	"fabs/0": (input) => Math.abs(readNumber(input)),
	"abs/0": (input) => (readNumber(input) < 0 ? -readNumber(input) : input),
	"exp2/0": (input) => 2 ** readNumber(input),
	"exp10/0": (input) => 10 ** readNumber(input),
	"pow/2": (_, base = null, exponent = null) => readNumber(base) ** readNumber(exponent),
	"atan2/2": (_, y = null, x = null) => Math.atan2(readNumber(y), readNumber(x)),
	"fmin/2": (_, left = null, right = null) => Math.min(readNumber(left), readNumber(right)),
	"fmax/2": (_, left = null, right = null) => Math.max(readNumber(left), readNumber(right)),
	"infinite/0": () => Number.POSITIVE_INFINITY,
	"nan/0": () => Number.NaN,
	"isinfinite/0": (input) => Math.abs(readNumber(input)) === Number.POSITIVE_INFINITY,
	"isnan/0": (input) => Number.isNaN(readNumber(input)),
	"isnormal/0": (input) => Number.isFinite(readNumber(input)) && Math.abs(readNumber(input)) >= 2 ** -1022,
};
