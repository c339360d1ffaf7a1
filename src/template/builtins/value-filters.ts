import { getAttribute, getBuiltin } from "../access.ts";
import { TemplateRuntimeError } from "../errors.ts";
import { MAX_INTEGER_DIGITS } from "../limits.ts";
import { Part } from "../parts.ts";
import { OUTPUT, type Runtime } from "../runtime.ts";
import { applySign, calculate } from "../values/arithmetic.ts";
import type { Builtin } from "../values/callable.ts";
import { isTrue } from "../values/compare.ts";
import { exactInteger, formatFloatAs, formatInteger, integerFrom, shrink, toFixed } from "../values/numbers.ts";
import { replaceMatches, SPACE_CLASS, strip } from "../values/search-text.ts";
import { escapeHtml, toText } from "../values/text.ts";
import { plainTypeName, Undefined } from "../values/undefined.ts";
import { Float, float, isNumeric, isText, orElse, Safe, textOf, toNumber, type Value } from "../values/value.ts";
import { integerOr, optionalText, type Rows, requireText, takes, textOr } from "./builtin.ts";
import { capitalizeWord, cases, LINE_BREAK, replaceText } from "./text-operations.ts";

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
export const textFilters = (): Rows => ({
	capitalize: onText([], (_, text) => cases().capitalize(text)),
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
			const replace = runtime.autoescape ? OUTPUT.require().replace : replaceValue;
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
export function replaceValue(runtime: Runtime, value: Value, old: Value, replacement: Value, times: number): Value {
	return replaceText(runtime, toText(value), toText(old), toText(replacement), times);
}

/** Like `replaceValue`, but what meets safe text is escaped. */
export function replaceEscaped(runtime: Runtime, value: Value, old: Value, replacement: Value, times: number): Value {
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
export const numberFilters = (): Rows => ({
	abs: takes([], (_, value) => {
		if (!isNumeric(value)) throw new TemplateRuntimeError(`bad operand type for abs(): '${plainTypeName(value)}'`);
		const integer = exactInteger(value);
		if (integer === undefined) return float(Math.abs(toNumber(value)));
		return integer < 0 ? applySign("-", integer) : integer;
	}),
	int: takes(
		["default", "base"],
		(_, value, fallback, base) =>
			toInteger(value, base === undefined ? 10 : Number(exactInteger(base))) ?? (fallback === undefined ? 0 : fallback),
	),
	float: takes(["default"], (_, value, fallback) => {
		const number = toFloat(value);
		return number === undefined ? (fallback === undefined ? new Float(0) : fallback) : float(number);
	}),
});

/** Further filters of the full engine. */
export const fullValueFilters = (): Rows => ({
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

/** Returns the int that a text or number stands for; undefined if none. */
function toInteger(value: Value, base: number): number | bigint | undefined {
	if (value instanceof Undefined) return value.fail();
	if (isText(value)) {
		const integer = readInteger(strip(textOf(value), undefined, true, true), base);
		if (integer !== undefined) return integer;
	}
	const integer = exactInteger(value);
	if (integer !== undefined) return integer;
	const number = toFloat(value);
	if (number === undefined || Number.isNaN(number)) return undefined;
	return isText(value) && !Number.isFinite(number) ? undefined : toWhole(number, Math.trunc);
}

function readInteger(text: string, base: number): number | bigint | undefined {
	if (base !== 10) return INTEGER_BASE.require()(text, base);
	if (!/^[-+]?\d+(?:_\d+)*$/.test(text) || text.length > MAX_INTEGER_DIGITS) return undefined;
	return shrink(BigInt(text.replace(/[+_]/g, "")));
}

/** Reads an int of any base and size, in the full engine. */
export const INTEGER_BASE = new Part<typeof parseInteger>("an int of another base");

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

const FLOAT = /^[-+]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[-+]?\d+(?:_\d+)*)?$/i;

/** Returns the number that a text or number stands for; undefined if none. */
function toFloat(value: Value): number | undefined {
	if (value instanceof Undefined) return value.fail();
	if (isNumeric(value)) return toNumber(value);
	if (!isText(value)) return undefined;
	const text = strip(textOf(value), undefined, true, true).toLowerCase();
	const [, sign, special] = /^([-+]?)(inf|infinity|nan)$/.exec(text) ?? [];
	if (special !== undefined) return special === "nan" ? Number.NaN : sign === "-" ? -Infinity : Infinity;
	return FLOAT.test(text) ? Number(text.replaceAll("_", "")) : undefined;
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

function toWhole(value: number, cut: (value: number) => number): number | bigint {
	if (!Number.isFinite(value))
		throw new TemplateRuntimeError(`cannot convert float ${Number.isNaN(value) ? "NaN" : "infinity"} to integer`);
	return integerFrom(cut(value));
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
