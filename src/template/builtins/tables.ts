import type { Runtime } from "../runtime.ts";
import { calculate } from "../values/arithmetic.ts";
import { type Builtin, Callable } from "../values/callable.ts";
import { isEqual, isOrdered, type Ordering } from "../values/compare.ts";
import { hashKey, isMapping } from "../values/dict.ts";
import { contains } from "../values/iterate.ts";
import { toText } from "../values/text.ts";
import { Undefined } from "../values/undefined.ts";
import {
	Float,
	isFloat,
	isInteger,
	isNumeric,
	isText,
	Range,
	Safe,
	Special,
	Stream,
	Tuple,
	type Value,
} from "../values/value.ts";
import { lazyTable, takes } from "./builtin.ts";
import { TOJSON } from "./json.ts";
import { listFilters, sequenceFilters } from "./sequence-filters.ts";
import { numberFilters, textFilters } from "./value-filters.ts";

/** The filters that chat templates use. */
export const FILTERS = lazyTable(
	() => ({ ...textFilters(), tojson: TOJSON, ...listFilters(), ...sequenceFilters(), ...numberFilters() }),
	{ d: "default", e: "escape", count: "length" },
);

type Test = Builtin<Runtime>;

const check = (run: (value: Value) => boolean): Test => takes([], (_, value) => run(value));
const against = (parameter: string, run: (value: Value, other: Value) => boolean): Test =>
	takes([parameter], (_, value, other) => run(value, other), { required: 1 });
const ordered = (operator: Ordering): Test => against("other", (value, other) => isOrdered(value, operator, other));

const isEven = (runtime: Runtime, value: Value): boolean => isEqual(modulo(runtime, value, 2), 0);

/** The tests that chat templates use. */
export const TESTS = lazyTable(
	() => ({
		boolean: check((value) => typeof value === "boolean"),
		integer: check(isInteger),
		float: check(isFloat),
		number: check(isNumeric),
		string: check(isText),
		mapping: check(isMapping),
		sequence: check(isSequence),
		iterable: check(
			(value) =>
				isSequence(value) || value instanceof Stream || (value instanceof Special && value.iterate() !== undefined),
		),
		callable: check((value) => typeof value === "function" || value instanceof Callable || value instanceof Undefined),
		none: check((value) => value === null),
		true: check((value) => value === true),
		false: check((value) => value === false),
		defined: check((value) => !(value instanceof Undefined)),
		undefined: check((value) => value instanceof Undefined),
		even: takes([], isEven),
		odd: takes([], (runtime, value) => isEqual(modulo(runtime, value, 2), 1)),
		lower: takes([], (runtime, value) => runtime.settings.library.cases.isLowerCase(toText(value))),
		upper: takes([], (runtime, value) => runtime.settings.library.cases.isUpperCase(toText(value))),
		eq: against("other", isEqual),
		ne: against("other", (value, other) => !isEqual(value, other)),
		lt: ordered("<"),
		le: ordered("<="),
		gt: ordered(">"),
		ge: ordered(">="),
		in: against("seq", (value, sequence) => contains(sequence, value)),
	}),
	{
		equalto: "eq",
		"==": "eq",
		"!=": "ne",
		lessthan: "lt",
		"<": "lt",
		"<=": "le",
		greaterthan: "gt",
		">": "gt",
		">=": "ge",
	},
);

/** The tests of Jinja2 that chat templates do not use. */
export const FURTHER_TESTS = lazyTable(() => ({
	divisibleby: takes(["num"], (runtime, value, by) => isEqual(modulo(runtime, value, by), 0), { required: 1 }),
	sameas: against("other", isSame),
	escaped: check((value) => value instanceof Safe),
	filter: takes([], (runtime, value) => isName(value) && runtime.settings.filters.has(toText(value))),
	test: takes([], (runtime, value) => isName(value) && runtime.settings.tests.has(toText(value))),
}));

function isSame(value: Value, other: Value): boolean {
	if (value instanceof Float || other instanceof Float) return value === other;
	if (value instanceof Undefined) return false;
	return value === other;
}

function isName(value: Value): boolean {
	// Throws for values that cannot be keys.
	hashKey(value);
	return isText(value);
}

function isSequence(value: Value): boolean {
	return (
		isText(value) ||
		Array.isArray(value) ||
		value instanceof Tuple ||
		value instanceof Range ||
		value instanceof Undefined ||
		isMapping(value)
	);
}

/** `value % divisor`, which for a str is formatting. */
export function modulo(runtime: Runtime, value: Value, divisor: Value): Value {
	if (isText(value)) return runtime.settings.library.formatPercent(runtime, value, divisor);
	return calculate("%", value, divisor, runtime.settings.limits.max_string);
}
