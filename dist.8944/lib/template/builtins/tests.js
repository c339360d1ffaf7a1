import { calculate } from "../values/arithmetic.js";
import { Callable } from "../values/callable.js";
import { isEqual } from "../values/compare.js";
import { DictView, hashKey, isMapping } from "../values/dict.js";
import { contains } from "../values/iterate.js";
import { isOrdered } from "../values/order.js";
import { toText } from "../values/text.js";
import { Undefined } from "../values/undefined.js";
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
  Tuple
} from "../values/value.js";
import { isLowerCase, isUpperCase } from "./case.js";
import { formatPercent } from "./printf.js";
const check = (run) => ({ parameters: [], run: (_, value) => run(value) });
const against = (parameter, run) => ({
  parameters: [parameter],
  required: 1,
  run: (_, value, other) => run(value, other)
});
const ordered = (operator) => against("other", (value, other) => isOrdered(value, operator, other));
const isEven = (runtime, value) => isEqual(modulo(runtime, value, 2), 0);
const TESTS_BY_NAME = {
  boolean: check((value) => typeof value === "boolean"),
  integer: check(isInteger),
  float: check(isFloat),
  number: check(isNumeric),
  string: check(isText),
  mapping: check(isMapping),
  sequence: check(isSequence),
  iterable: check(
    (value) => isSequence(value) || value instanceof DictView || value instanceof Stream || value instanceof Special && value.iterate() !== void 0
  ),
  callable: check((value) => typeof value === "function" || value instanceof Callable || value instanceof Undefined),
  none: check((value) => value === null),
  true: check((value) => value === true),
  false: check((value) => value === false),
  defined: check((value) => !(value instanceof Undefined)),
  undefined: check((value) => value instanceof Undefined),
  even: { parameters: [], run: isEven },
  odd: { parameters: [], run: (runtime, value) => isEqual(modulo(runtime, value, 2), 1) },
  divisibleby: {
    parameters: ["num"],
    required: 1,
    run: (runtime, value, by) => isEqual(modulo(runtime, value, by), 0)
  },
  lower: check((value) => isLowerCase(toText(value))),
  upper: check((value) => isUpperCase(toText(value))),
  eq: against("other", isEqual),
  ne: against("other", (value, other) => !isEqual(value, other)),
  lt: ordered("<"),
  le: ordered("<="),
  gt: ordered(">"),
  ge: ordered(">="),
  in: against("seq", (value, sequence) => contains(sequence, value)),
  sameas: against("other", isSame),
  escaped: check((value) => value instanceof Safe),
  filter: { parameters: [], run: (runtime, value) => isName(value) && runtime.settings.filters.has(toText(value)) },
  test: { parameters: [], run: (runtime, value) => isName(value) && runtime.settings.tests.has(toText(value)) }
};
const ALIASES = {
  eq: ["equalto", "=="],
  ne: ["!="],
  lt: ["lessthan", "<"],
  le: ["<="],
  gt: ["greaterthan", ">"],
  ge: [">="]
};
const TESTS = new Map(
  Object.entries(TESTS_BY_NAME).flatMap(
    ([name, test]) => [name, ...ALIASES[name] ?? []].map((alias) => [alias, test])
  )
);
function isSequence(value) {
  return isText(value) || Array.isArray(value) || value instanceof Tuple || value instanceof Range || value instanceof Undefined || isMapping(value);
}
function modulo(runtime, value, divisor) {
  if (isText(value)) return formatPercent(runtime, value, divisor);
  return calculate("%", value, divisor, runtime.settings.limits.max_string);
}
function isSame(value, other) {
  if (value instanceof Float || other instanceof Float) return value === other;
  if (value instanceof Undefined) return false;
  return value === other;
}
function isName(value) {
  hashKey(value);
  return isText(value);
}
export {
  TESTS
};
