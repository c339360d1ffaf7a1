import { TemplateError, TemplateRuntimeError } from "../errors.ts";
import { Part } from "../parts.ts";
import type { Runtime } from "../runtime.ts";
import { calculate } from "../values/arithmetic.ts";
import { type Builtin, type BuiltinTable, Callable, type Keywords } from "../values/callable.ts";
import { isEqual, isOrdered, type Ordering } from "../values/compare.ts";
import { entriesOf, hashKey, isMapping } from "../values/dict.ts";
import { contains } from "../values/iterate.ts";
import { toText } from "../values/text.ts";
import { Undefined } from "../values/undefined.ts";
import {
	Float,
	isFloat,
	isInteger,
	isNumeric,
	isText,
	Namespace,
	Range,
	Safe,
	Special,
	Stream,
	Tuple,
	type Value,
} from "../values/value.ts";
import { define, lazyTable, requireInteger, requireText, takes } from "./builtin.ts";
import { FORMAT_DATE, writeDate } from "./dates.ts";
import { TOJSON } from "./json.ts";
import { listFilters, sequenceFilters } from "./sequence-filters.ts";

import { cases } from "./text-operations.ts";
import { numberFilters, textFilters } from "./value-filters.ts";

/** Further filters of the full engine. */
export const FULL_FILTERS = new Part<() => BuiltinTable<Runtime>>("this filter");

const coreFilters = lazyTable(
	() => ({ ...textFilters(), tojson: TOJSON, ...listFilters(), ...sequenceFilters(), ...numberFilters() }),
	{ d: "default", e: "escape", count: "length" },
);

/** All built-in filters. */
export const FILTERS: BuiltinTable<Runtime> = tableOf(find);

/** The filter `tojson` of the option `html_tojson`. */
export const HTML_TOJSON = new Part<Builtin<Runtime>>("the option `html_tojson`");

/** All built-in filters with the HTML-safe `tojson`. */
export function safeFilters(): BuiltinTable<Runtime> {
	const tojson = HTML_TOJSON.require();
	return tableOf((name) => (name === "tojson" ? tojson : find(name)));
}

function find(name: string): ReturnType<BuiltinTable<Runtime>["get"]> {
	return coreFilters().get(name) ?? FULL_FILTERS.content?.().get(name);
}

function tableOf(get: BuiltinTable<Runtime>["get"]): BuiltinTable<Runtime> {
	return { get, has: (name) => get(name) !== undefined };
}

type Test = Builtin<Runtime>;

const check = (run: (value: Value) => boolean): Test => takes([], (_, value) => run(value));
const against = (parameter: string, run: (value: Value, other: Value) => boolean): Test =>
	takes([parameter], (_, value, other) => run(value, other), { required: 1 });
const ordered = (operator: Ordering): Test => against("other", (value, other) => isOrdered(value, operator, other));

const isEven = (runtime: Runtime, value: Value): boolean => isEqual(modulo(runtime, value, 2), 0);

/** Further tests, in the full engine. */
export const FULL_TESTS = new Part<() => BuiltinTable<Runtime>>("this test");

const coreTests = lazyTable(
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
		lower: check((value) => cases().isLowerCase(toText(value))),
		upper: check((value) => cases().isUpperCase(toText(value))),
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

/** All built-in tests. */
export const TESTS: BuiltinTable<Runtime> = tableOf(
	(name) => coreTests().get(name) ?? FULL_TESTS.content?.().get(name),
);

/** Tests of the full engine alone. */
export const fullTests = lazyTable(() => ({
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
	// Raises for what cannot be looked up at all.
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

/** Formats a str with `%`. */
export const FORMAT_PERCENT = new Part<(runtime: Runtime, text: string | Safe, values: Value) => Value>(
	"formatting with %",
);

/** `value % divisor`, which for a str is formatting. */
export function modulo(runtime: Runtime, value: Value, divisor: Value): Value {
	if (isText(value)) return FORMAT_PERCENT.require()(runtime, value, divisor);
	return calculate("%", value, divisor, runtime.settings.limits.max_string);
}

/** Returns the result of `range`. */
function makeRange(runtime: Runtime, args: readonly Value[]): Range {
	if (args.length === 0) throw new TemplateRuntimeError("range expected at least 1 argument, got 0");
	if (args.length > 3) throw new TemplateRuntimeError(`range expected at most 3 arguments, got ${args.length}`);
	const [first = 0, second, step = 1] = args.map(requireInteger);
	if (step === 0) throw new TemplateRuntimeError("range() arg 3 must not be zero");
	const range = second === undefined ? new Range(0, first, 1) : new Range(first, second, step);
	const { max_range } = runtime.settings.limits;
	if (range.length > max_range)
		throw new TemplateRuntimeError(`Range too big. The sandbox blocks ranges larger than MAX_RANGE (${max_range}).`);
	return range;
}

/** The callable that creates namespaces, available in every environment. */
export const NAMESPACE = define("namespace", {
	parameters: ["*args"],
	keywords: "rest",
	run: (_, __, args, keywords) => {
		const [source = {}, ...others] = args as Value[];
		const isPlain = isMapping(source) && others.length === 0;
		const pairs = isPlain
			? [...entriesOf(source), ...(keywords as Keywords)]
			: PAIRS.require()(args as Value[], keywords as Keywords);
		return new Namespace(pairs.map(([key, value]): [string, Value] => [toText(key), value]));
	},
});

/** The global names; the full engine adds further ones. */
export const GLOBALS: Map<string, Value> = new Map<string, Value>(
	[
		NAMESPACE,
		define("range", {
			parameters: ["*args"],
			keywords: "none",
			run: (runtime, _, args) => makeRange(runtime, args as Value[]),
		}),
		define("raise_exception", {
			parameters: ["message"],
			required: 1,
			run: (_, __, message) => {
				throw new TemplateError(toText(message));
			},
		}),
		define("strftime_now", {
			parameters: ["format"],
			required: 1,
			run: (runtime, _, format) =>
				(FORMAT_DATE.content ?? writeDate)(
					runtime,
					runtime.settings.now(),
					requireText(format, "strftime() argument 1"),
				),
		}),
	].map((callable) => [callable.name, callable]),
);

/** Reads what `dict` reads: a mapping, a list of pairs, keywords. In the full engine. */
export const PAIRS = new Part<(args: readonly Value[], keywords: Keywords) => [Value, Value][]>("namespace of a list");
