import { TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { compareValues } from "../values/compare.ts";
import { entriesOf, getKey, isMapping } from "../values/dict.ts";
import { countCharacters } from "../values/iterate.ts";
import { charge } from "../values/meter.ts";
import { formatFloatAs } from "../values/number-format.ts";
import { exactInteger, formatInteger } from "../values/numbers.ts";
import { charactersOf, escapeCharacter, replaceMatches, SPACE_CLASS } from "../values/search-text.ts";
import { checkSize, escapeHtml, toRepr } from "../values/text.ts";
import { plainTypeName, typeName, Undefined } from "../values/undefined.ts";
import { isNumeric, isText, Range, Safe, Tuple, textOf, toNumber, type Value } from "../values/value.ts";
import { justify, splitLines } from "./text-layout.ts";

const DIRECTIVE = /%(?:\(((?:[^()]|\([^()]*\))*)\))?([-+ 0#]*)(\*|\d+)?(?:\.(\*|\d*))?[hlL]?([\s\S]?)/g;

/** `template % values`; a safe template escapes its values and returns safe text. */
export function formatPercent(runtime: Runtime, template: string | Safe, values: Value): string | Safe {
	if (typeof template === "string") return printf(runtime, template, values, runtime.settings.print, false);
	return new Safe(printf(runtime, template.text, values, (value) => escapeHtml(value).text, true));
}

/**
 * Formats values the way C's printf does; `print` is the form for `%s`. In a safe text, values are wrapped
 * to be escaped, and are no longer accepted as ints.
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

/** Supplies the values on the right of `%`. */
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
		default:
			throw new TemplateRuntimeError(`unsupported format character '${type}' (0x${type.codePointAt(0)?.toString(16)})`);
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

const WIDTH = 80;
const WORDS = new RegExp(`[^${SPACE_CLASS}]*[${SPACE_CLASS}]*`, "g");

/** The space for a value. */
interface PrintRoom {
	/** Columns to its left. */
	readonly indent: number;
	/** Columns that must stay free for what closes after it. */
	readonly allowance: number;
	/** Nothing is around it. */
	readonly isOutermost?: true;
}

/**
 * Returns a value as Python's `pprint` shows it: dicts in order of their keys, one member per line where 80 columns do
 * not do.
 */
export function prettyPrint(value: Value): string {
	// Refuses values that are too large to be shown.
	toRepr(value);
	const printer = new PrettyPrinter();
	printer.write(value, { indent: 0, allowance: 0, isOutermost: true });
	return printer.text;
}

class PrettyPrinter {
	text = "";
	/** Columns of containers on one line. */
	readonly #widths = new Map<object, number>();

	write(value: Value, place: PrintRoom): void {
		const fits = this.#widthOf(value) <= WIDTH - place.indent - place.allowance;
		if (fits) this.#put(reprSorted(value));
		else if (typeof value === "string") this.#writeText(value, place);
		else if (Array.isArray(value)) this.#writeItems("[", value, "]", place);
		else if (value instanceof Tuple) this.#writeItems("(", value.items, value.items.length === 1 ? ",)" : ")", place);
		else if (isMapping(value)) this.#writeEntries(sortEntries(entriesOf(value)), place);
		else this.#put(toRepr(value));
	}

	#put(text: string): void {
		charge(1);
		this.text = checkSize(this.text + text);
	}

	#putBreak(indent: number): void {
		this.#put(`\n${" ".repeat(indent)}`);
	}

	#writeItems(open: string, items: readonly Value[], close: string, { indent, allowance }: PrintRoom): void {
		this.#put(open);
		for (const [index, item] of items.entries()) {
			if (index > 0) this.#putSeparator(indent + 1);
			const isLast = index === items.length - 1;
			this.write(item, { indent: indent + 1, allowance: isLast ? allowance + close.length : 1 });
		}
		this.#put(close);
	}

	#putSeparator(indent: number): void {
		this.#put(",");
		this.#putBreak(indent);
	}

	#writeEntries(entries: readonly [Value, Value][], { indent, allowance }: PrintRoom): void {
		this.#put("{");
		for (const [index, [key, item]] of entries.entries()) {
			if (index > 0) this.#putSeparator(indent + 1);
			const name = `${reprSorted(key)}: `;
			this.#put(name);
			const isLast = index === entries.length - 1;
			this.write(item, {
				indent: indent + 1 + countCharacters(name),
				allowance: isLast ? allowance + 1 : 1,
			});
		}
		this.#put("}");
	}

	/** Writes a str as several literals one below the other. */
	#writeText(text: string, place: PrintRoom): void {
		const parentheses = place.isOutermost ? 1 : 0;
		const indent = place.indent + parentheses;
		const parts = splitText(text, WIDTH - indent, place.allowance + parentheses);
		const isWrapped = parentheses === 1 && parts.length > 1;
		if (isWrapped) this.#put("(");
		for (const [index, part] of parts.entries()) {
			if (index > 0) this.#putBreak(indent);
			this.#put(part);
		}
		if (isWrapped) this.#put(")");
	}

	/** Columns of a value on one line. */
	#widthOf(value: Value): number {
		if (typeof value !== "object" || value === null) return countCharacters(toRepr(value));
		let width = this.#widths.get(value);
		if (width === undefined) {
			width = this.#measure(value);
			this.#widths.set(value, width);
		}
		return width;
	}

	#measure(value: object): number {
		const items: readonly Value[] | undefined = Array.isArray(value)
			? value
			: value instanceof Tuple
				? value.items
				: undefined;
		if (items) {
			const brackets = value instanceof Tuple && items.length === 1 ? 3 : 2;
			return items.reduce<number>((sum, item) => sum + this.#widthOf(item), brackets + separators(items));
		}
		if (!isMapping(value)) return countCharacters(toRepr(value));
		const entries = entriesOf(value);
		return entries.reduce(
			(sum, [key, item]) => sum + this.#widthOf(key) + 2 + this.#widthOf(item),
			2 + separators(entries),
		);
	}
}

/** Columns of the commas between members on one line. */
function separators(members: readonly unknown[]): number {
	return 2 * Math.max(0, members.length - 1);
}

/**
 * Returns the literals of a text's lines, those that are too long cut between words. The last one leaves the allowance
 * free.
 */
function splitText(text: string, width: number, allowance: number): string[] {
	const literals: string[] = [];
	const lines = splitLines(text, true);
	for (const [index, line] of lines.entries()) {
		const isLastLine = index === lines.length - 1;
		const literal = toRepr(line);
		if (countCharacters(literal) <= width - (isLastLine ? allowance : 0)) {
			literals.push(literal);
			continue;
		}
		const words = line.match(WORDS)?.slice(0, -1) ?? [];
		let current = "";
		for (const [position, word] of words.entries()) {
			const room = width - (isLastLine && position === words.length - 1 ? allowance : 0);
			if (current !== "" && countCharacters(toRepr(current + word)) > room) {
				literals.push(toRepr(current));
				current = word;
			} else {
				current += word;
			}
		}
		literals.push(toRepr(current));
	}
	return literals;
}

/** Returns a value on one line, its dicts in order. */
function reprSorted(value: Value): string {
	return toRepr(sortKeys(value));
}

function sortKeys(value: Value): Value {
	if (Array.isArray(value)) return value.map(sortKeys);
	if (value instanceof Tuple) return new Tuple(value.items.map(sortKeys));
	if (!isMapping(value)) return value;
	return new Map(sortEntries(entriesOf(value).map(([key, item]) => [key, sortKeys(item)])));
}

function sortEntries(entries: [Value, Value][]): [Value, Value][] {
	return entries.sort(([a], [b]) => compareKeys(a, b));
}

/** Keys without a common order are ordered by the names of their types. */
function compareKeys(a: Value, b: Value): number {
	try {
		return compareValues(a, b);
	} catch {
		const [left, right] = [plainTypeName(a), plainTypeName(b)];
		return left < right ? -1 : left > right ? 1 : 0;
	}
}
