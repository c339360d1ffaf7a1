import { TemplateRuntimeError } from "../errors.ts";
import { MAX_INTEGER_DIGITS } from "../limits.ts";
import type { Runtime } from "../runtime.ts";
import { applySign } from "../values/arithmetic.ts";
import type { Builtin } from "../values/callable.ts";
import { isTrue } from "../values/compare.ts";
import { exactInteger, integerFrom, shrink } from "../values/numbers.ts";
import { replaceMatches, SPACE_CLASS, strip } from "../values/search-text.ts";
import { escapeHtml, toText } from "../values/text.ts";
import { plainTypeName, Undefined } from "../values/undefined.ts";
import { Float, float, isNumeric, isText, Safe, textOf, toNumber, type Value } from "../values/value.ts";
import { type BuiltinsByName, integerOr, optionalText, requireText, takes } from "./builtin.ts";
import { capitalizeWord, LINE_BREAK, replaceText } from "./text-operations.ts";

type Filter = Builtin<Runtime>;

const TITLE_WORD = new RegExp(`[^-({[<${SPACE_CLASS}]+`, "g");

/** Returns a filter on text whose result is safe if its operand was. */
export const onText = (
	parameters: readonly string[],
	change: (runtime: Runtime, text: string, ...args: Value[]) => string,
): Filter => ({
	parameters,
	run: (runtime, value, ...args) => {
		const text = change(runtime, runtime.settings.print(value), ...args);
		return value instanceof Safe ? new Safe(text) : text;
	},
});

/** Filters on text that templates use most. */
export const textFilters = (): BuiltinsByName => ({
	capitalize: onText([], (runtime, text) => runtime.settings.library.cases.capitalize(text)),
	lower: onText([], (_, text) => text.toLowerCase()),
	upper: onText([], (_, text) => text.toUpperCase()),
	trim: onText(["chars"], (_, text, characters) => strip(text, optionalText(characters, "strip arg"), true, true)),
	string: onText([], (_, text) => text),
	indent: takes(["width", "first", "blank"], indent),
	title: takes([], (runtime, value) => replaceMatches(runtime.settings.print(value), TITLE_WORD, capitalizeWord)),
	replace: takes(
		["old", "new", "count"],
		(runtime, value, old, replacement, count) => {
			const times = count === null ? -1 : integerOr(count, -1);
			const replace = runtime.autoescape ? replaceEscaped : replaceValue;
			return replace(runtime, value, old, replacement, times);
		},
		{ required: 2 },
	),
	escape: takes([], (_, value) => escapeHtml(value)),
	safe: takes([], (runtime, value) => new Safe(runtime.settings.print(value))),
	default: takes(["default_value", "boolean"], (_, value, fallback = "", alsoFalse = false) =>
		value instanceof Undefined || (isTrue(alsoFalse) && !isTrue(value)) ? fallback : value,
	),
});

/** Replaces a part of the text of a value. */
function replaceValue(runtime: Runtime, value: Value, old: Value, replacement: Value, times: number): Value {
	return replaceText(runtime, toText(value), toText(old), toText(replacement), times);
}

/** Like `replaceValue`, but plain text that is combined with safe text is escaped. */
function replaceEscaped(runtime: Runtime, value: Value, old: Value, replacement: Value, times: number): Value {
	if (![value, old, replacement].some((part) => part instanceof Safe))
		return replaceValue(runtime, value, old, replacement, times);
	return new Safe(replaceText(runtime, escapeHtml(value).text, toText(old), escapeHtml(replacement).text, times));
}

function indent(runtime: Runtime, value: Value, width: Value, first: Value, blank: Value): Value {
	if (value instanceof Undefined) return value.fail();
	const text = requireText(value, "indent operand");
	const margin = isText(width) ? textOf(width) : " ".repeat(Math.max(0, integerOr(width, 4)));
	const lines = text.split(LINE_BREAK);
	runtime.checkLength(text.length + lines.length * margin.length);
	const indentsBlank = isTrue(blank ?? false);
	const body = lines
		.map((line, index) => (index > 0 && (line !== "" || indentsBlank) ? margin + line : line))
		.join("\n");
	const result = isTrue(first ?? false) ? margin + body : body;
	return value instanceof Safe ? new Safe(result) : result;
}

/** Filters that make numbers, or text of numbers. */
export const numberFilters = (): BuiltinsByName => ({
	abs: takes([], (_, value) => {
		if (!isNumeric(value)) throw new TemplateRuntimeError(`bad operand type for abs(): '${plainTypeName(value)}'`);
		const integer = exactInteger(value);
		if (integer === undefined) return float(Math.abs(toNumber(value)));
		return integer < 0 ? applySign("-", integer) : integer;
	}),
	int: takes(
		["default", "base"],
		(runtime, value, fallback, base) =>
			toInteger(runtime, value, base === undefined ? 10 : Number(exactInteger(base))) ??
			(fallback === undefined ? 0 : fallback),
	),
	float: takes(["default"], (_, value, fallback) => {
		const number = toFloat(value);
		return number === undefined ? (fallback === undefined ? new Float(0) : fallback) : float(number);
	}),
});

/** Parses a text or number as an int; undefined if it is none. */
function toInteger(runtime: Runtime, value: Value, base: number): number | bigint | undefined {
	if (value instanceof Undefined) return value.fail();
	if (isText(value)) {
		const integer = readInteger(runtime, strip(textOf(value), undefined, true, true), base);
		if (integer !== undefined) return integer;
	}
	const integer = exactInteger(value);
	if (integer !== undefined) return integer;
	const number = toFloat(value);
	if (number === undefined || Number.isNaN(number)) return undefined;
	return isText(value) && !Number.isFinite(number) ? undefined : toWhole(number, Math.trunc);
}

function readInteger(runtime: Runtime, text: string, base: number): number | bigint | undefined {
	if (base !== 10) return runtime.settings.library.readInteger(text, base);
	if (!/^[-+]?\d+(?:_\d+)*$/.test(text) || text.length > MAX_INTEGER_DIGITS) return undefined;
	return shrink(BigInt(text.replace(/[+_]/g, "")));
}

const FLOAT = /^[-+]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[-+]?\d+(?:_\d+)*)?$/i;

/** Parses a text or number as a number; undefined if it is none. */
export function toFloat(value: Value): number | undefined {
	if (value instanceof Undefined) return value.fail();
	if (isNumeric(value)) return toNumber(value);
	if (!isText(value)) return undefined;
	const text = strip(textOf(value), undefined, true, true).toLowerCase();
	const [, sign, special] = /^([-+]?)(inf|infinity|nan)$/.exec(text) ?? [];
	if (special !== undefined) return special === "nan" ? Number.NaN : sign === "-" ? -Infinity : Infinity;
	return FLOAT.test(text) ? Number(text.replaceAll("_", "")) : undefined;
}

export function toWhole(value: number, cut: (value: number) => number): number | bigint {
	if (!Number.isFinite(value))
		throw new TemplateRuntimeError(`cannot convert float ${Number.isNaN(value) ? "NaN" : "infinity"} to integer`);
	return integerFrom(cut(value));
}
