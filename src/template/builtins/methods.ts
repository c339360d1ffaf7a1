import { lazyPattern } from "../../base/lazy-pattern.ts";
import { TemplateRuntimeError } from "../errors.ts";
import { Part } from "../parts.ts";
import type { Runtime } from "../runtime.ts";
import { isIdentifier } from "../syntax/dialect.ts";
import type { Builtin } from "../values/callable.ts";
import { isEqual } from "../values/compare.ts";
import { Dict, DictView, entriesOf, getKey, type Mapping } from "../values/dict.ts";
import { countCharacters, itemsOf } from "../values/iterate.ts";
import { lastIndexOfText } from "../values/long-text.ts";
import { charge } from "../values/meter.ts";
import { exactInteger } from "../values/numbers.ts";
import { charactersOf, hasPairs, indexOfText, replaceMatches, strip } from "../values/search-text.ts";
import { escapeHtml, toRepr } from "../values/text.ts";
import { plainTypeName } from "../values/undefined.ts";
import { isText, orElse, Safe, Tuple, textOf, type Value } from "../values/value.ts";
import { integerOr, lazyTable, optionalText, type Rows, requireText, takes } from "./builtin.ts";
import { caseFold, isTitleCase, swapCase } from "./letter-case.ts";
import { formatMapping, formatText } from "./str-format.ts";
import {
	cases,
	center,
	justify,
	partition,
	replaceText,
	split,
	splitFromRight,
	splitLines,
	translate,
} from "./text-operations.ts";

/** Characters Python does not print as they are: controls, formats, surrogates, private, unassigned, separators. */
const UNPRINTABLE = lazyPattern("[\\p{C}\\p{Z}]", "u");

type TextMethod = Builtin<Runtime>;

const simple = (run: (text: string) => Value): TextMethod =>
	takes([], (_, text) => run(text as string), { keywords: "none" });

const positional = (
	parameters: readonly string[],
	required: number,
	run: (runtime: Runtime, text: string, ...args: Value[]) => Value,
): TextMethod => ({
	parameters,
	required,
	keywords: "none",
	run: (runtime, text, ...args) => run(runtime, text as string, ...args),
});

/** @param characters as in a character class */
const consistsOf = (characters: string): TextMethod => {
	const pattern = lazyPattern(`^[${characters}]+$`, "u");
	return simple((text) => pattern().test(text));
};

const stripper = (left: boolean, right: boolean): TextMethod =>
	positional(["chars"], 0, (_, text, chars) => strip(text, optionalText(chars, "strip arg"), left, right));

const splitter = (run: typeof split): TextMethod =>
	takes(["sep", "maxsplit"], (_, text, separator, limit) =>
		run(text as string, optionalText(separator, "separator"), integerOr(limit, -1)),
	);

const searcher = (name: string, fromRight: boolean, mustFind: boolean): TextMethod =>
	positional(["sub", "start", "end"], 1, (_, text, sub, start, end) => {
		const index = findIn(text, requireText(sub, `${name} argument`), start, end, fromRight);
		if (index === -1 && mustFind) throw new TemplateRuntimeError("substring not found");
		return index;
	});

const matcher = (name: "startswith" | "endswith"): TextMethod =>
	positional(["prefix", "start", "end"], 1, (_, text, affix, start, end) => {
		const affixes = affix instanceof Tuple ? affix.items : [affix];
		if (!affixes.every(isText))
			throw new TemplateRuntimeError(
				`${name} first arg must be str or a tuple of str, not ${plainTypeName(affixes.find((item) => !isText(item)))}`,
			);
		const matchesIn = start === undefined && end === undefined ? matches : AFFIX_AT.require();
		return affixes.some((item) => matchesIn(text, textOf(item), name === "endswith", start, end));
	});

const padder = (place: (text: string, width: number, fill: string) => string): TextMethod =>
	positional(["width", "fillchar"], 1, (runtime, text, width, fill) => {
		const character = fill === undefined ? " " : requireText(fill, "fill character");
		if (countCharacters(character) !== 1)
			throw new TemplateRuntimeError("The fill character must be exactly one character long");
		const columns = integerOr(width, 0);
		runtime.checkLength(columns);
		return place(text, columns, character);
	});

/** The methods of a str that chat templates use. They get the plain text; `runTextMethod` handles safe strings. */
export const coreTextMethods = (): Rows => ({
	upper: simple((text) => text.toUpperCase()),
	lower: simple((text) => text.toLowerCase()),
	title: simple((text) => cases().titleCase(text)),
	capitalize: simple((text) => cases().capitalize(text)),
	strip: stripper(true, true),
	lstrip: stripper(true, false),
	rstrip: stripper(false, true),
	split: splitter(split),
	replace: takes(
		["old", "new", "count"],
		(runtime, text, old, replacement, count) =>
			replaceText(
				runtime,
				text as string,
				requireText(old, "replace() argument 1"),
				requireText(replacement, "replace() argument 2"),
				integerOr(count, -1),
			),
		{ required: 2 },
	),
	startswith: matcher("startswith"),
	endswith: matcher("endswith"),
});

/** Without the full engine, these are all. */
export const textMethods = lazyTable(coreTextMethods);

/** Further methods of the full engine. */
export const fullTextMethods = (): Rows => ({
	rsplit: splitter(splitFromRight),
	swapcase: simple(swapCase),
	casefold: simple(caseFold),
	splitlines: takes(["keepends"], (_, text, keep) => splitLines(text as string, integerOr(keep, 0) !== 0)),
	partition: positional(["sep"], 1, (_, text, separator) => partition(text, requireText(separator, "sep"), false)),
	rpartition: positional(["sep"], 1, (_, text, separator) => partition(text, requireText(separator, "sep"), true)),
	find: searcher("find", false, false),
	rfind: searcher("rfind", true, false),
	index: searcher("index", false, true),
	rindex: searcher("rindex", true, true),
	count: positional(["sub", "start", "end"], 1, (_, text, sub, start, end) =>
		countIn(text, requireText(sub, "count argument"), start, end),
	),
	join: positional(["iterable"], 1, joinTexts),
	center: padder(center),
	ljust: padder((text, width, fill) => justify(text, width, fill, "left")),
	rjust: padder((text, width, fill) => justify(text, width, fill, "right")),
	zfill: positional(["width"], 1, (runtime, text, width) => {
		const columns = integerOr(width, 0);
		runtime.checkLength(columns);
		const sign = /^[+-]/.exec(text)?.[0] ?? "";
		return sign + justify(text.slice(sign.length), columns - sign.length, "0", "right");
	}),
	expandtabs: takes(["tabsize"], (runtime, text, size) => expandTabs(runtime, text as string, integerOr(size, 8))),
	removeprefix: positional(["prefix"], 1, (_, text, prefix) => {
		const start = requireText(prefix, "removeprefix() argument");
		return text.startsWith(start) ? text.slice(start.length) : text;
	}),
	removesuffix: positional(["suffix"], 1, (_, text, suffix) => {
		const end = requireText(suffix, "removesuffix() argument");
		return end !== "" && text.endsWith(end) ? text.slice(0, -end.length) : text;
	}),
	isalpha: consistsOf("\\p{L}"),
	isdecimal: consistsOf("\\p{Nd}"),
	isdigit: consistsOf("\\p{Nd}²³¹⁰⁴-⁹₀-₉①-⑨⑴-⑼⒈-⒐⓪⓵-⓽⓿❶-❾➀-➈➊-➒"),
	isnumeric: consistsOf("\\p{N}〇一二三四五六七八九十百千万亿億兆壹贰叁肆伍陆柒捌玖拾"),
	isalnum: consistsOf("\\p{L}\\p{N}"),
	isspace: simple((text) => text !== "" && strip(text, undefined, true, true) === ""),
	isupper: simple((text) => cases().isUpperCase(text)),
	islower: simple((text) => cases().isLowerCase(text)),
	istitle: simple(isTitleCase),
	isidentifier: simple(isIdentifier),
	isascii: simple((text) => !/[\x80-\uffff]/.test(text)),
	isprintable: simple((text) => !UNPRINTABLE().test(text.replaceAll(" ", ""))),
	format: takes(["*args"], runFormat, { keywords: "rest" }),
	format_map: positional(["mapping"], 1, formatMapping),
	translate: positional(["table"], 1, (_, text, table) => translate(text, table)),
});

function runFormat(runtime: Runtime, text: Value, args: Value, keywords: Value): Value {
	return formatText(runtime, text as string | Safe, args as Value[], keywords as ReadonlyMap<string, Value>);
}

function joinTexts(runtime: Runtime, separator: string, iterable: Value): string {
	const parts = itemsOf(iterable).map((item, index) => {
		if (isText(item)) return textOf(item);
		throw new TemplateRuntimeError(`sequence item ${index}: expected str instance, ${plainTypeName(item)} found`);
	});
	runtime.checkLength(parts.reduce((sum, part) => sum + part.length + separator.length, 0));
	return parts.join(separator);
}

function expandTabs(runtime: Runtime, text: string, size: number): string {
	runtime.checkLength(text.length + text.split("\t").length * Math.max(0, size));
	let column = 0;
	return replaceMatches(text, /\t|[\r\n]|[^\t\r\n]+/gu, (part) => {
		charge(1);
		if (part !== "\t") {
			column = part === "\n" || part === "\r" ? 0 : column + countCharacters(part);
			return part;
		}
		if (size <= 0) return "";
		const width = size - (column % size);
		column += width;
		return " ".repeat(width);
	});
}

/** Arguments whose plain text a safe string escapes before it takes them in. */
const ESCAPED_ARGUMENT: ReadonlyMap<string, number> = new Map([
	["replace", 1],
	["join", 0],
]);
/** Methods that escape what they put into a safe str once it is formatted. */
const ESCAPING = new Set(["format", "format_map"]);

/** Runs a method on a str; the result for a safe string is safe again. */
export function runTextMethod(
	runtime: Runtime,
	object: string | Safe,
	name: string,
	method: TextMethod,
	args: readonly Value[],
): Value {
	if (typeof object === "string" || ESCAPING.has(name)) return method.run(runtime, object, ...args);
	const escaped = ESCAPED_ARGUMENT.get(name);
	const safeArgs =
		escaped === undefined ? args : args.map((arg, index) => (index >= escaped ? escapeArgument(arg) : arg));
	return markSafe(method.run(runtime, object.text, ...safeArgs));
}

function escapeArgument(value: Value): Value {
	if (typeof value === "string") return escapeHtml(value).text;
	if (Array.isArray(value)) return value.map(escapeArgument);
	if (value instanceof Tuple) return new Tuple(value.items.map(escapeArgument));
	return value instanceof Map ? new Map([...value].map(([key, item]) => [key, escapeArgument(item)])) : value;
}

function markSafe(value: Value): Value {
	if (typeof value === "string") return new Safe(value);
	if (Array.isArray(value)) return value.map(markSafe);
	return value instanceof Tuple ? new Tuple(value.items.map(markSafe)) : value;
}

/** Resolves optional positions, given as values, within a sequence of the length. */
function resolveBounds(length: number, start: Value, end: Value): [from: number, to: number] {
	const resolve = (value: Value, absent: number): number => {
		const position = value === undefined || value === null ? absent : exactInteger(value);
		if (position === undefined)
			throw new TemplateRuntimeError("slice indices must be integers or None or have an __index__ method");
		const index = Number(position);
		return index < 0 ? Math.max(0, index + length) : index;
	};
	return [resolve(start, 0), Math.min(length, resolve(end, length))];
}

/** Position of a part in code points, or -1. */
function findIn(text: string, sub: string, start: Value, end: Value, fromRight: boolean): number {
	if (hasPairs(text)) return findInCharacters(charactersOf(text), sub, start, end, fromRight);
	const [from, to] = resolveBounds(text.length, start, end);
	if (from > to) return -1;
	const index = fromRight ? lastIndexOfText(text.slice(from, to), sub) : indexOfText(text.slice(from, to), sub);
	return index === -1 ? -1 : index + from;
}

function findInCharacters(text: string[], sub: string, start: Value, end: Value, fromRight: boolean): number {
	const [from, to] = resolveBounds(text.length, start, end);
	const part = text.slice(from, to).join("");
	const index = from > to ? -1 : fromRight ? lastIndexOfText(part, sub) : indexOfText(part, sub);
	return index === -1 ? -1 : from + countCharacters(part.slice(0, index));
}

/** How often a part occurs without overlap. */
function countIn(text: string, sub: string, start: Value, end: Value): number {
	const characters = hasPairs(text) ? charactersOf(text) : undefined;
	const [from, to] = resolveBounds((characters ?? text).length, start, end);
	if (from > to) return 0;
	if (sub === "") return to - from + 1;
	const part = characters ? characters.slice(from, to).join("") : text.slice(from, to);
	let count = 0;
	for (let at = indexOfText(part, sub); at !== -1; at = indexOfText(part, sub, at + sub.length)) {
		charge(1);
		count++;
	}
	return count;
}

/** `startswith` and `endswith` between two positions, in the full engine. */
export const AFFIX_AT = new Part<typeof matchesAt>("startswith or endswith with positions");

function matches(text: string, affix: string, atEnd: boolean): boolean {
	return atEnd ? text.endsWith(affix) : text.startsWith(affix);
}

/** Whether the text between two positions begins or ends with the affix. */
export function matchesAt(text: string, affix: string, atEnd: boolean, start: Value, end: Value): boolean {
	const characters = charactersOf(text);
	const [from, to] = resolveBounds(characters.length, start, end);
	return from <= to && matches(characters.slice(from, to).join(""), affix, atEnd);
}

const method = (parameters: readonly string[], required: number, run: Builtin<Runtime>["run"]): Builtin<Runtime> => ({
	parameters,
	required,
	keywords: "none",
	run,
});

const shared = (): Record<"count" | "index", Builtin<Runtime>> => ({
	count: method(["value"], 1, (_, list, value) => itemsOf(list).filter((item) => isEqual(item, value)).length),
	index: method(["value", "start", "stop"], 1, findIndex),
});

/** The methods of tuples and ranges. */
export const sequenceMethods = lazyTable(shared);

/** The methods of lists. */
export const listMethods = lazyTable(() => ({
	...shared(),
	copy: method([], 0, (_, list) => [...(list as readonly Value[])]),
}));

function findIndex(_: Runtime, list: Value, value: Value, start: Value, stop: Value): number {
	const items = itemsOf(list);
	const resolve = (bound: Value, absent: number): number => {
		const index = Number(exactInteger(bound) ?? absent);
		return index < 0 ? Math.max(0, index + items.length) : index;
	};
	const from = resolve(start, 0);
	const to = resolve(stop, items.length);
	const index = items.findIndex((item, position) => position >= from && position < to && isEqual(item, value));
	if (index === -1)
		throw new TemplateRuntimeError(
			list instanceof Tuple ? "tuple.index(x): x not in tuple" : `${toRepr(value)} is not in list`,
		);
	return index;
}

/** The methods of dicts. */
export const dictMethods = lazyTable(() => ({
	get: method(["key", "default"], 1, (_, dict, key, fallback) =>
		orElse(getKey(dict as Mapping, key), () => fallback ?? null),
	),
	keys: method([], 0, (_, dict) => new DictView(dict as Mapping, "keys")),
	values: method([], 0, (_, dict) => new DictView(dict as Mapping, "values")),
	items: method([], 0, (_, dict) => new DictView(dict as Mapping, "items")),
	copy: method([], 0, (_, dict) => new Dict(entriesOf(dict as Mapping))),
	fromkeys: method(["iterable", "value"], 1, (_, __, keys, value) => {
		return new Dict(itemsOf(keys).map((key) => [key, value ?? null] as const));
	}),
}));
