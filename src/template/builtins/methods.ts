import { TemplateRuntimeError } from "../errors.ts";
import type { Cases, Runtime } from "../runtime.ts";
import type { Builtin } from "../values/callable.ts";
import { isEqual } from "../values/compare.ts";
import { Dict, DictView, entriesOf, getKey, type Mapping } from "../values/dict.ts";
import { itemsOf } from "../values/iterate.ts";
import { exactInteger } from "../values/numbers.ts";
import { strip } from "../values/search-text.ts";
import { escapeHtml, toRepr } from "../values/text.ts";
import { plainTypeName } from "../values/undefined.ts";
import { isText, orElse, Safe, Tuple, textOf, type Value } from "../values/value.ts";
import { type BuiltinsByName, integerOr, lazyTable, optionalText, requireText, takes } from "./builtin.ts";
import { replaceText, split } from "./text-operations.ts";

export type TextMethod = Builtin<Runtime>;

export const simple = (run: (text: string) => Value): TextMethod =>
	takes([], (_, text) => run(text as string), { keywords: "none" });

const changer = (change: (cases: Cases, text: string) => string): TextMethod =>
	takes([], (runtime, text) => change(runtime.settings.library.cases, text as string), { keywords: "none" });

export const positional = (
	parameters: readonly string[],
	required: number,
	run: (runtime: Runtime, text: string, ...args: Value[]) => Value,
): TextMethod => ({
	parameters,
	required,
	keywords: "none",
	run: (runtime, text, ...args) => run(runtime, text as string, ...args),
});

const stripper = (left: boolean, right: boolean): TextMethod =>
	positional(["chars"], 0, (_, text, chars) => strip(text, optionalText(chars, "strip arg"), left, right));

export const splitter = (run: typeof split): TextMethod =>
	takes(["sep", "maxsplit"], (_, text, separator, limit) =>
		run(text as string, optionalText(separator, "separator"), integerOr(limit, -1)),
	);

const matcher = (name: "startswith" | "endswith"): TextMethod =>
	positional(["prefix", "start", "end"], 1, (runtime, text, affix, start, end) => {
		const affixes = affix instanceof Tuple ? affix.items : [affix];
		if (!affixes.every(isText))
			throw new TemplateRuntimeError(
				`${name} first arg must be str or a tuple of str, not ${plainTypeName(affixes.find((item) => !isText(item)))}`,
			);
		const matchesIn = start === undefined && end === undefined ? matches : runtime.settings.library.matchesAt;
		return affixes.some((item) => matchesIn(text, textOf(item), name === "endswith", start, end));
	});

/** The methods of a str that chat templates use, by name. They get the plain text; `runTextMethod` handles safe strings. */
export const textMethods = (): BuiltinsByName => ({
	upper: simple((text) => text.toUpperCase()),
	lower: simple((text) => text.toLowerCase()),
	title: changer((cases, text) => cases.titleCase(text)),
	capitalize: changer((cases, text) => cases.capitalize(text)),
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

export const TEXT_METHODS = lazyTable(textMethods);

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

export function matches(text: string, affix: string, atEnd: boolean): boolean {
	return atEnd ? text.endsWith(affix) : text.startsWith(affix);
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
export const SEQUENCE_METHODS = lazyTable(shared);

/** The methods of lists. */
export const LIST_METHODS = lazyTable(() => ({
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
export const DICT_METHODS = lazyTable(() => ({
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
