import { lazyPattern } from "../../base/lazy-pattern.ts";
import { TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { isIdentifier } from "../syntax/dialect.ts";
import { countCharacters, itemsOf } from "../values/iterate.ts";
import { charge } from "../values/meter.ts";
import { exactInteger } from "../values/numbers.ts";
import { charactersOf, hasPairs, indexOfText, lastIndexOfText, replaceMatches, strip } from "../values/search-text.ts";
import { plainTypeName } from "../values/undefined.ts";
import { isText, type Safe, textOf, type Value } from "../values/value.ts";
import { type BuiltinsByName, integerOr, requireText, takes } from "./builtin.ts";
import { caseFold, exactCases, isTitleCase, swapCase } from "./letter-case.ts";
import { matches, positional, simple, splitter, type TextMethod } from "./methods.ts";
import { formatMapping, formatText } from "./str-format.ts";
import { center, justify, partition, splitFromRight, splitLines, translate } from "./text-layout.ts";

/** @param characters as in a character class */
const consistsOf = (characters: string): TextMethod => {
	const pattern = lazyPattern(`^[${characters}]+$`, "u");
	return simple((text) => pattern().test(text));
};

const searcher = (name: string, fromRight: boolean, mustFind: boolean): TextMethod =>
	positional(["sub", "start", "end"], 1, (_, text, sub, start, end) => {
		const index = findIn(text, requireText(sub, `${name} argument`), start, end, fromRight);
		if (index === -1 && mustFind) throw new TemplateRuntimeError("substring not found");
		return index;
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

/** The methods of a str that chat templates do not use. */
export const furtherTextMethods = (): BuiltinsByName => ({
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
	isupper: simple((text) => exactCases.isUpperCase(text)),
	islower: simple((text) => exactCases.isLowerCase(text)),
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

/** Whether the text between two positions begins or ends with the affix. */
export function matchesAt(text: string, affix: string, atEnd: boolean, start: Value, end: Value): boolean {
	const characters = charactersOf(text);
	const [from, to] = resolveBounds(characters.length, start, end);
	return from <= to && matches(characters.slice(from, to).join(""), affix, atEnd);
}

/** Characters Python does not print as they are: controls, formats, surrogates, private, unassigned, separators. */
const UNPRINTABLE = lazyPattern("[\\p{C}\\p{Z}]", "u");
