import { TemplateLimitError, TemplateRuntimeError } from "../errors.ts";
import { MAX_VALUE_SIZE } from "../limits.ts";
import type { Runtime } from "../runtime.ts";
import { adopt } from "../values/adopt.ts";
import type { Builtin } from "../values/callable.ts";
import { compareValues, isTrue } from "../values/compare.ts";
import { entriesOf, isMapping } from "../values/dict.ts";
import { itemsOf } from "../values/iterate.ts";
import { charge, chargeCharacters } from "../values/meter.ts";
import { exactInteger, formatFloat, formatInteger } from "../values/numbers.ts";
import { typeName } from "../values/undefined.ts";
import { isNumeric, isText, Safe, Tuple, textOf, toNumber, type Value } from "../values/value.ts";
import { requireText } from "./builtin.ts";

interface JsonLayout {
	/** One level of indentation; undefined for a single line. */
	readonly indent: string | undefined;
	readonly itemSeparator: string;
	readonly keySeparator: string;
	readonly sortKeys: boolean;
	readonly quote: (text: string) => string;
	/** The containers around the present value. */
	readonly open: Set<object>;
}

/** The `tojson` filter of chat templates: `ensure_ascii=false, indent=none, separators=none, sort_keys=false`. */
export function toJson(
	runtime: Runtime,
	value: Value,
	ascii: Value,
	indent: Value,
	separators: Value,
	sort: Value,
): string {
	const isIndented = indent !== undefined && indent !== null;
	const [itemSeparator, keySeparator] = readSeparators(separators) ?? [isIndented ? "," : ", ", ": "];
	return write(value, "", {
		indent: isIndented ? readIndent(runtime, indent) : undefined,
		itemSeparator,
		keySeparator,
		sortKeys: isTrue(sort ?? false),
		quote: isTrue(ascii ?? false) ? quoteAscii : quote,
		open: new Set(),
	});
}

function readSeparators(value: Value): [string, string] | undefined {
	if (value === undefined || value === null) return undefined;
	const [item, key, ...rest] = itemsOf(value);
	if (item === undefined || key === undefined || rest.length > 0)
		throw new TemplateRuntimeError("separators must be a pair of item and key separator");
	return [requireText(item, "separator"), requireText(key, "separator")];
}

function readIndent(runtime: Runtime, value: Value): string {
	if (isText(value)) return textOf(value);
	const columns = Number(exactInteger(value) ?? Number.NaN);
	if (Number.isNaN(columns)) throw new TemplateRuntimeError("indent must be an integer or a string");
	runtime.checkLength(columns);
	return " ".repeat(Math.max(0, columns));
}

function write(value: Value, margin: string, style: JsonLayout): string {
	if (typeof value === "string") return style.quote(value);
	if (value === null) return "null";
	if (typeof value === "boolean") return value ? "true" : "false";
	if (isNumeric(value)) return writeNumber(value);
	if (value instanceof Safe) return style.quote(value.text);
	if (Array.isArray(value)) return enter(value, style, () => writeArray(value, margin, style));
	if (value instanceof Tuple) return writeArray(value.items, margin, style);
	const adopted = adopt(value);
	if (adopted !== value) return write(adopted, margin, style);
	if (isMapping(value)) return enter(value, style, () => writeObject(entriesOf(value), margin, style));
	throw new TemplateRuntimeError(`Object of type ${typeName(value)} is not JSON serializable`);
}

function enter(container: object, { open }: JsonLayout, work: () => string): string {
	if (open.has(container)) throw new TemplateRuntimeError("Circular reference detected");
	open.add(container);
	const text = work();
	open.delete(container);
	return text;
}

function writeNumber(value: Exclude<Value, null> & Parameters<typeof toNumber>[0]): string {
	const integer = exactInteger(value);
	if (integer !== undefined) return formatInteger(integer);
	const number = toNumber(value);
	if (Number.isFinite(number)) return formatFloat(number);
	return Number.isNaN(number) ? "NaN" : number > 0 ? "Infinity" : "-Infinity";
}

function writeArray(items: readonly Value[], margin: string, style: JsonLayout): string {
	if (items.length === 0) return "[]";
	charge(items.length);
	const inner = style.indent === undefined ? margin : margin + style.indent;
	return enclose("[", items, (item) => write(item, inner, style), "]", margin, style);
}

function writeObject(entries: [Value, Value][], margin: string, style: JsonLayout): string {
	if (entries.length === 0) return "{}";
	if (style.sortKeys) entries.sort(([a], [b]) => compareValues(a, b));
	const inner = style.indent === undefined ? margin : margin + style.indent;
	const member = ([key, item]: [Value, Value]): string =>
		style.quote(nameOf(key)) + style.keySeparator + write(item, inner, style);
	return enclose("{", entries, member, "}", margin, style);
}

function enclose<Item>(
	open: string,
	items: readonly Item[],
	writeItem: (item: Item) => string,
	close: string,
	margin: string,
	{ indent, itemSeparator }: JsonLayout,
): string {
	const line = indent === undefined ? "" : `\n${margin}${indent}`;
	const separator = itemSeparator + line;
	const end = indent === undefined ? close : `\n${margin}${close}`;
	let length = open.length + line.length + end.length - separator.length;
	// Checked one by one: ninety-nine of the longest would not fit into memory together.
	const members = items.map((item) => {
		const text = writeItem(item);
		length += text.length + separator.length;
		if (length > MAX_VALUE_SIZE) throw new TemplateLimitError("the JSON of a value is too long");
		return text;
	});
	return open + line + members.join(separator) + end;
}

/** Returns the text of a dict's key as the name of a member. */
function nameOf(key: Value): string {
	if (isText(key)) return textOf(key);
	if (key === null || typeof key === "boolean") return String(key);
	if (isNumeric(key)) return writeNumber(key);
	throw new TemplateRuntimeError(`keys must be str, int, float, bool or None, not ${typeName(key)}`);
}

// JSON.stringify escapes lone surrogates, which Python leaves alone.
function quote(text: string): string {
	chargeCharacters(text.length);
	const quoted = JSON.stringify(text);
	return quoted.includes("\\ud") ? quoted.replace(/\\\\|\\u(d[89a-f]..)/g, unescapeSurrogate) : quoted;
}

function unescapeSurrogate(whole: string, code: string | undefined): string {
	return code === undefined ? whole : String.fromCharCode(Number.parseInt(code, 16));
}

function quoteAscii(text: string): string {
	return quote(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The filter `tojson` of chat templates. */
export const TOJSON: Builtin<Runtime> = {
	parameters: ["ensure_ascii", "indent", "separators", "sort_keys"],
	run: toJson,
};
