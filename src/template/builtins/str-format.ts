import { getAttribute, getItem } from "../access.ts";
import { TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { Keywords } from "../values/callable.ts";
import { getKey, isMapping } from "../values/dict.ts";
import { countCharacters } from "../values/iterate.ts";
import { charge } from "../values/meter.ts";
import { formatFloatAs, toGeneral } from "../values/number-format.ts";
import { exactInteger, formatInteger as formatDigits, formatFloat } from "../values/numbers.ts";
import { charactersOf, escapeCharacter } from "../values/search-text.ts";
import { escapeHtml, toRepr } from "../values/text.ts";
import { typeName, Undefined } from "../values/undefined.ts";

import { isNumeric, isText, Safe, textOf, toNumber, type Value } from "../values/value.ts";

/** `text.format(*args, **keywords)` */
export function formatText(
	runtime: Runtime,
	text: string | Safe,
	args: readonly Value[],
	keywords: Keywords,
): string | Safe {
	return formatFields(runtime, text, args, (name) => keywords.get(name));
}

/** `text.format_map(mapping)` */
export function formatMapping(runtime: Runtime, text: Value, mapping: Value): string | Safe {
	return formatFields(runtime, text as string | Safe, [], (name) => {
		if (!isMapping(mapping)) throw new TemplateRuntimeError("format_map() expects a mapping");
		return getKey(mapping, name);
	});
}

function formatFields(
	runtime: Runtime,
	text: string | Safe,
	args: readonly Value[],
	getNamed: (name: string) => Value | undefined,
): string | Safe {
	if (typeof text === "string") return new Formatter(runtime, args, getNamed, formatValue).format(text, 2);
	return new Safe(new Formatter(runtime, args, getNamed, formatEscaped).format(text.text, 2));
}

/** Formats a value that goes into a safe text. */
function formatEscaped(runtime: Runtime, value: Value, spec: string): string {
	if (!(value instanceof Safe)) return escapeHtml(formatValue(runtime, value, spec)).text;
	if (spec !== "") throw new TemplateRuntimeError("Unsupported format specification for Markup.");
	return value.text;
}

class Formatter {
	readonly #runtime: Runtime;
	readonly #args: readonly Value[];
	readonly #getNamed: (name: string) => Value | undefined;
	readonly #formatValue: typeof formatValue;
	/** The number of the next `{}`; undefined after an explicit number. */
	#next: number | undefined = 0;

	constructor(
		runtime: Runtime,
		args: readonly Value[],
		getNamed: (name: string) => Value | undefined,
		format: typeof formatValue,
	) {
		this.#runtime = runtime;
		this.#args = args;
		this.#getNamed = getNamed;
		this.#formatValue = format;
	}

	/** @param depth how deeply fields may still be nested in the specifications of others */
	format(text: string, depth: number): string {
		if (depth === 0) throw new TemplateRuntimeError("Max string recursion exceeded");
		let result = "";
		let position = 0;
		while (position < text.length) {
			charge(1);
			const brace = text.slice(position).search(/[{}]/);
			if (brace === -1) return result + text.slice(position);
			const at = position + brace;
			result += text.slice(position, at);
			if (text[at + 1] === text[at]) {
				result += text[at];
				position = at + 2;
			} else if (text[at] === "}") {
				throw new TemplateRuntimeError("Single '}' encountered in format string");
			} else {
				const end = findEnd(text, at);
				result += this.#field(text.slice(at + 1, end), depth);
				position = end + 1;
			}
			this.#runtime.checkLength(result.length);
		}
		return result;
	}

	#field(field: string, depth: number): string {
		const [, name = "", conversion, spec = ""] =
			/^((?:[^![:]|\[[^\]]*\])*)(?:!([^:]*))?(?::([\s\S]*))?$/.exec(field) ?? [];
		const value = this.#convert(this.#lookup(name), conversion);
		return this.#formatValue(this.#runtime, value, spec.includes("{") ? this.format(spec, depth - 1) : spec);
	}

	#convert(value: Value, conversion: string | undefined): Value {
		if (conversion === undefined) return value;
		if (conversion === "s") return this.#runtime.settings.print(value);
		if (conversion === "r") return toRepr(value);
		if (conversion === "a") return toRepr(value).replace(/\P{ASCII}/gu, escapeCharacter);
		throw new TemplateRuntimeError(`Unknown conversion specifier '${conversion}'`);
	}

	#lookup(name: string): Value {
		const [, first = "", path = ""] = /^([^.[]*)([\s\S]*)$/.exec(this.#number(name)) ?? [];
		let value = this.#first(first);
		for (const [, attribute, key = ""] of path.matchAll(/\.([^.[]+)|\[([^\]]+)\]/gy))
			value =
				attribute === undefined
					? getItem(this.#runtime, value, /^\d+$/.test(key) ? Number(key) : key)
					: getAttribute(this.#runtime, value, attribute);
		return value;
	}

	#first(name: string): Value {
		const isNumber = /^\d+$/.test(name);
		const value = isNumber ? this.#args[Number(name)] : this.#getNamed(name);
		if (value !== undefined) return value;
		throw new TemplateRuntimeError(
			isNumber ? `Replacement index ${name} out of range for positional args tuple` : toRepr(name),
		);
	}

	/** Assigns the next number to a field without a name. Suffixes after the number do not affect the count. */
	#number(name: string): string {
		if (name === "") {
			if (this.#next === undefined)
				throw new TemplateRuntimeError("cannot switch from manual field specification to automatic field numbering");
			return String(this.#next++);
		}
		if (/^\d+$/.test(name)) {
			if (this.#next)
				throw new TemplateRuntimeError("cannot switch from automatic field numbering to manual field specification");
			this.#next = undefined;
		}
		return name;
	}
}

/** Position of the brace that closes the one at the position. */
function findEnd(text: string, start: number): number {
	let depth = 0;
	for (let index = start; index < text.length; index++) {
		if (text[index] === "{") depth++;
		else if (text[index] === "}" && --depth === 0) return index;
	}
	throw new TemplateRuntimeError(
		start === text.length - 1 ? "Single '{' encountered in format string" : "expected '}' before end of string",
	);
}

const SPEC = /^(?:([\s\S])?([<>=^]))?([-+ ])?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([a-zA-Z%])?$/u;

interface Spec {
	readonly fill: string;
	readonly align: string | undefined;
	readonly sign: string;
	readonly hasSign: boolean;
	readonly alternate: boolean;
	readonly width: number;
	readonly separator: string;
	readonly precision: number | undefined;
	readonly type: string;
}

function parseSpec(text: string, type: string): Spec {
	const match = SPEC.exec(text);
	if (!match) throw new TemplateRuntimeError(`Invalid format specifier '${text}' for object of type '${type}'`);
	const [, fill, align, sign, alternate, zero, width, separator = "", precision, presentation = ""] = match;
	if (separator !== "" && !(separator === "_" ? /^[deEfFgG%boxX]?$/ : /^[deEfFgG%]?$/).test(presentation))
		throw new TemplateRuntimeError(`Cannot specify '${separator}' with '${presentation}'.`);
	return {
		fill: fill ?? (zero ? "0" : " "),
		align: align ?? (zero ? "=" : undefined),
		sign: sign ?? "-",
		hasSign: sign !== undefined,
		alternate: alternate !== undefined,
		width: Number(width ?? 0),
		separator,
		precision: precision === undefined ? undefined : Number(precision),
		type: presentation,
	};
}

/** Formats a value by a specification such as `>10.2f`. */
function formatValue(runtime: Runtime, value: Value, text: string): string {
	if (text === "") return runtime.settings.print(value);
	if (value instanceof Undefined && value.mode === "strict") return value.fail();
	const name = typeName(value);
	if (!isText(value) && !isNumeric(value))
		throw new TemplateRuntimeError(`unsupported format string passed to ${name}.__format__`);
	const spec = parseSpec(text, name);
	runtime.checkLength(Math.max(spec.width, spec.precision ?? 0));
	if (isText(value)) return formatString(textOf(value), spec);
	const integer = exactInteger(value);
	if (integer !== undefined && !/[eEfFgG%]/.test(spec.type)) return formatInteger(BigInt(integer), spec, name);
	return formatNumber(toNumber(value), spec, name);
}

function formatString(text: string, spec: Spec): string {
	if (spec.type !== "" && spec.type !== "s") failCode(spec.type, "str");
	if (spec.align === "=" && spec.fill !== "0")
		throw new TemplateRuntimeError("'=' alignment not allowed in string format specifier");
	if (spec.hasSign) throw new TemplateRuntimeError("Sign not allowed in string format specifier");
	if (spec.separator !== "") throw new TemplateRuntimeError(`Cannot specify '${spec.separator}' with 's'.`);
	const cut = spec.precision === undefined ? text : charactersOf(text).slice(0, spec.precision).join("");
	return pad("", cut, { ...spec, align: spec.align === "=" ? "<" : (spec.align ?? "<") });
}

function failCode(code: string, type: string): never {
	throw new TemplateRuntimeError(`Unknown format code '${code}' for object of type '${type}'`);
}

function formatInteger(value: bigint, spec: Spec, name: string): string {
	const radix = { "": 10, d: 10, n: 10, b: 2, o: 8, x: 16, X: 16 }[spec.type];
	if (spec.precision !== undefined && (radix !== undefined || spec.type === "c"))
		throw new TemplateRuntimeError("Precision not allowed in integer format specifier");
	if (spec.type === "c" && spec.hasSign)
		throw new TemplateRuntimeError("Sign not allowed with integer format specifier 'c'");
	if (spec.type === "c" && spec.alternate)
		throw new TemplateRuntimeError("Alternate form (#) not allowed with integer format specifier 'c'");
	if (spec.type === "c" && (value < 0n || value > 0x10ffffn))
		throw new TemplateRuntimeError("%c arg not in range(0x110000)");
	if (spec.type === "c") return pad("", String.fromCodePoint(Number(value)), { ...spec, align: spec.align ?? ">" });
	if (radix === undefined) return failCode(spec.type, name === "bool" ? "int" : name);
	const size = value < 0n ? -value : value;
	const digits = radix === 10 ? formatDigits(size) : size.toString(radix);
	const prefix = spec.alternate && radix !== 10 ? `0${spec.type}` : "";
	const shown = spec.type === "X" ? digits.toUpperCase() : digits;
	return finish(value < 0n, prefix, shown, "", spec, radix === 10 ? 3 : 4);
}

function formatNumber(value: number, spec: Spec, name: string): string {
	if (!/^[eEfFgGn%]?$/.test(spec.type)) return failCode(spec.type, name);
	const text = formatPlain(value, spec);
	const [, digits = "", rest = ""] = /^(\d*)(.*)$/.exec(text.replace(/^-/, "")) ?? [];
	return finish(text.startsWith("-"), "", digits, rest, spec, 3);
}

/** Without a type a float looks as printed, or with a precision like `g`, but never like an int. */
function formatPlain(value: number, spec: Spec): string {
	const type = spec.type === "n" ? "g" : spec.type;
	if (type !== "") return formatFloatAs(value, type, spec.precision ?? 6, spec.alternate);
	if (spec.precision === undefined) {
		const text = formatFloat(value);
		// The alternate form always has a point.
		return spec.alternate && /^-?\d+e/.test(text) ? text.replace("e", ".e") : text;
	}
	if (!Number.isFinite(value)) return formatFloatAs(value, "g", spec.precision, false);
	const text = toGeneral(value, spec.precision, spec.alternate, "e", true);
	return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** Joins sign, prefix, grouped digits and the rest. */
function finish(isNegative: boolean, prefix: string, digits: string, rest: string, spec: Spec, group: number): string {
	const sign = isNegative ? "-" : spec.sign === "-" ? "" : spec.sign;
	const lead = sign + prefix;
	const { separator } = spec;
	if (separator === "") return pad(lead, digits + rest, { ...spec, align: spec.align ?? ">" });
	// Zeros take part in the grouping: of `group + 1` columns one is a separator.
	const columns = spec.width - lead.length - rest.length;
	const zeros = spec.align === "=" && spec.fill === "0" ? Math.ceil((columns * group + 1) / (group + 1)) : 0;
	const grouped = groupDigits(digits.padStart(zeros, "0"), separator, group);
	return pad(lead, grouped + rest, { ...spec, align: spec.align ?? ">" });
}

function groupDigits(digits: string, separator: string, group: number): string {
	const groups: string[] = [];
	for (let end = digits.length; end > 0; end -= group) groups.push(digits.slice(Math.max(0, end - group), end));
	return groups.reverse().join(separator);
}

function pad(lead: string, body: string, spec: Spec): string {
	const missing = Math.max(0, spec.width - countCharacters(lead + body));
	const fill = (count: number): string => spec.fill.repeat(count);
	switch (spec.align) {
		case "<":
			return lead + body + fill(missing);
		case "^":
			return fill(Math.floor(missing / 2)) + lead + body + fill(missing - Math.floor(missing / 2));
		case "=":
			return lead + fill(missing) + body;
		default:
			return fill(missing) + lead + body;
	}
}
