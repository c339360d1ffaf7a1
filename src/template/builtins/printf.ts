import { TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { getKey, isMapping } from "../values/dict.ts";
import { charactersOf } from "../values/iterate.ts";
import { charge } from "../values/meter.ts";
import { exactInteger, formatInteger } from "../values/numbers.ts";
import { escapeCharacter } from "../values/quote.ts";
import { replaceMatches } from "../values/search-text.ts";
import { escapeHtml, toRepr } from "../values/text.ts";

import { typeName } from "../values/type-name.ts";
import { Undefined } from "../values/undefined.ts";
import { isNumeric, isText, Range, Safe, Tuple, textOf, toNumber, type Value } from "../values/value.ts";
import { formatFloatAs } from "./digits.ts";
import { justify } from "./text-operations.ts";

const DIRECTIVE = /%(?:\(((?:[^()]|\([^()]*\))*)\))?([-+ 0#]*)(\*|\d+)?(?:\.(\*|\d*))?[hlL]?([\s\S]?)/g;

/** `template % values`; a safe template escapes what it takes in and gives safe text. */
export function formatPercent(runtime: Runtime, template: string | Safe, values: Value): string | Safe {
	if (typeof template === "string") return printf(runtime, template, values, runtime.settings.print, false);
	return new Safe(printf(runtime, template.text, values, (value) => escapeHtml(value).text, true));
}

/**
 * Formats values the way C's printf does; `print` is the form that `%s` asks for. In a safe text values are wrapped
 * to be escaped, and no longer pass for the ints that some places want.
 */
function printf(
	runtime: Runtime,
	template: string,
	values: Value,
	print: (value: Value) => string,
	isSafe: boolean,
): string {
	const supply = new Supply(values);
	const result = replaceMatches(
		template,
		DIRECTIVE,
		(directive, key?: string, flags = "", width?: string, precision?: string, type = "") => {
			charge(1);
			const read = (text: string | undefined): number | undefined =>
				text === "*" ? requireStar(isSafe ? undefined : supply.next()) : text === undefined ? undefined : Number(text);
			if (directive === "%%") return "%";
			const columns = read(width);
			const given = read(precision);
			const digits = given === undefined ? undefined : Math.max(0, given);
			runtime.checkLength(Math.max(columns ?? 0, digits ?? 0));
			if (type === "") throw new TemplateRuntimeError("incomplete format");
			const value = key === undefined ? supply.next() : supply.get(key);
			if (isSafe && "oxXc".includes(type)) throw new TemplateRuntimeError(`%${type} format: an integer is required`);
			const leftAligned = flags.includes("-") || (columns ?? 0) < 0;
			const text = convert(print, value, type, flags, digits);
			const size = Math.abs(columns ?? 0);
			if (flags.includes("0") && !leftAligned && "diouxXeEfFgG".includes(type)) return padWithZeros(text, size);
			return justify(text, size, " ", leftAligned ? "left" : "right");
		},
	);
	supply.finish();
	runtime.checkLength(result.length);
	return result;
}

/** Hands out the values on the right of `%`. */
class Supply {
	readonly #values: Value;
	readonly #items: readonly Value[];
	#position = 0;
	#isKeyed = false;

	constructor(values: Value) {
		this.#values = values;
		this.#items = values instanceof Tuple ? values.items : [values];
	}

	next(): Value {
		if (this.#position >= this.#items.length) throw new TemplateRuntimeError("not enough arguments for format string");
		return this.#items[this.#position++];
	}

	get(key: string): Value {
		if (!isMapping(this.#values)) throw new TemplateRuntimeError("format requires a mapping");
		this.#isKeyed = true;
		const value = getKey(this.#values, key);
		if (value === undefined) throw new TemplateRuntimeError(toRepr(key));
		return value;
	}

	finish(): void {
		const hasItems =
			isMapping(this.#values) ||
			Array.isArray(this.#values) ||
			this.#values instanceof Range ||
			this.#values instanceof Undefined;
		const ignoresRest = this.#isKeyed || (hasItems && this.#position === 0);
		if (this.#position < this.#items.length && !ignoresRest)
			throw new TemplateRuntimeError("not all arguments converted during string formatting");
	}
}

function convert(
	print: (value: Value) => string,
	value: Value,
	type: string,
	flags: string,
	precision: number | undefined,
): string {
	switch (type) {
		case "s":
			return cut(print(value), precision);
		case "r":
			return cut(print(toRepr(value)), precision);
		case "a":
			return cut(toRepr(value).replace(/\P{ASCII}/gu, escapeCharacter), precision);
		case "c":
			return toCharacter(value);
		case "d":
		case "i":
		case "u":
			return withSign(padDigits(formatInteger(toInteger(value, type)), precision), flags);
		case "o":
			return withSign(padDigits(inRadix(value, type, 8, flags.includes("#") ? "0o" : ""), precision), flags);
		case "x":
			return withSign(padDigits(inRadix(value, type, 16, flags.includes("#") ? "0x" : ""), precision), flags);
		case "X":
			return withSign(
				padDigits(inRadix(value, type, 16, flags.includes("#") ? "0x" : "").toUpperCase(), precision),
				flags,
			);
		case "e":
		case "E":
		case "f":
		case "F":
		case "g":
		case "G":
			return withSign(
				formatFloatAs(toNumber(requireNumber(value, type)), type, precision ?? 6, flags.includes("#")),
				flags,
			);
		default: {
			const code = (type.codePointAt(0) ?? 0).toString(16);
			throw new TemplateRuntimeError(`unsupported format character '${type}' (0x${code})`);
		}
	}
}

function cut(text: string, precision: number | undefined): string {
	return precision === undefined ? text : charactersOf(text).slice(0, precision).join("");
}

function requireNumber(value: Value, type: string): number | bigint {
	if (isNumeric(value)) return exactInteger(value) ?? toNumber(value);
	if (value instanceof Undefined) return value.fail();
	const wanted = "diu".includes(type) ? `%${type} format: a real number is required` : "must be real number";
	throw new TemplateRuntimeError(`${wanted}, not ${typeName(value)}`);
}

/** Returns a width or precision given among the values. */
function requireStar(value: Value): number {
	const count = exactInteger(value);
	if (count === undefined) throw new TemplateRuntimeError("* wants int");
	return Number(count);
}

function toInteger(value: Value, type: string): bigint {
	const number = requireNumber(value, type);
	if (typeof number === "bigint") return number;
	const truncated = Math.trunc(Number(number));
	if (!Number.isFinite(truncated)) throw new TemplateRuntimeError("cannot convert float infinity or NaN to integer");
	return BigInt(truncated);
}

function inRadix(value: Value, type: string, radix: number, prefix: string): string {
	if (exactInteger(value) === undefined) {
		if (value instanceof Undefined) return value.fail();
		throw new TemplateRuntimeError(`%${type} format: an integer is required, not ${typeName(value)}`);
	}
	const digits = toInteger(value, type).toString(radix);
	return digits.startsWith("-") ? `-${prefix}${digits.slice(1)}` : prefix + digits;
}

function padDigits(text: string, precision: number | undefined): string {
	if (precision === undefined) return text;
	const [, sign = "", prefix = "", digits = ""] = /^(-?)(0[ox])?(.*)$/i.exec(text) ?? [];
	return sign + prefix + digits.padStart(precision, "0");
}

function withSign(text: string, flags: string): string {
	if (text.startsWith("-")) return text;
	return flags.includes("+") ? `+${text}` : flags.includes(" ") ? ` ${text}` : text;
}

function padWithZeros(text: string, width: number): string {
	const [, prefix = "", digits = ""] = /^([-+ ]?(?:0[oxOX])?)(.*)$/.exec(text) ?? [];
	return prefix + digits.padStart(width - prefix.length, "0");
}

function toCharacter(value: Value): string {
	if (isText(value) && textOf(value).length <= 2 && [...textOf(value)].length === 1) return textOf(value);
	const code = exactInteger(value);
	if (code === undefined) throw new TemplateRuntimeError("%c requires int or char");
	if (code < 0 || code > 0x10ffff) throw new TemplateRuntimeError("%c arg not in range(0x110000)");
	return String.fromCodePoint(Number(code));
}
