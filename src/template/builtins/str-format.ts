import { TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { Keywords } from "../values/callable.ts";
import { getKey, isMapping } from "../values/dict.ts";
import { escapeHtml } from "../values/escape.ts";
import { charge } from "../values/meter.ts";
import { escapeCharacter } from "../values/quote.ts";
import { toRepr } from "../values/text.ts";
import { Safe, type Value } from "../values/value.ts";
import { formatValue } from "./format-spec.ts";

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
		const { getAttribute, getItem } = this.#runtime.settings;
		for (const [, attribute, key = ""] of path.matchAll(/\.([^.[]+)|\[([^\]]+)\]/g))
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

	/** Gives a field without a name the next number. Suffixes after the number do not affect the count. */
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
