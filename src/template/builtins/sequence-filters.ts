import { getItem } from "../access.ts";
import { TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { adopt } from "../values/adopt.ts";
import { type Builtin, bindArguments, type Keywords } from "../values/callable.ts";
import { compareValues, isTrue } from "../values/compare.ts";
import { DictView, entriesOf, hashKey, isMapping } from "../values/dict.ts";
import { getSlice, itemsOf, lengthOf, tryItems } from "../values/iterate.ts";
import { charge, chargeCharacters } from "../values/meter.ts";
import { escapeHtml, toText } from "../values/text.ts";
import { plainTypeName, Undefined } from "../values/undefined.ts";
import { isText, orElse, Pair, Range, Safe, Special, Stream, textOf, type Value } from "../values/value.ts";
import { type BuiltinsByName, takes, textOr } from "./builtin.ts";

/** Returns an attribute of an item. */
type Getter = (item: Value) => Value;

/**
 * Returns a getter for the `attribute` argument of filters: an index, or names and indices with dots between; absent:
 * the item.
 */
export function getterOf(runtime: Runtime, attribute: Value, fallback?: Value): Getter {
	if (attribute === undefined || attribute === null) return (item) => item;
	const parts = isText(attribute)
		? textOf(attribute)
				.split(".")
				.map((part) => (/^\d+$/.test(part) ? Number(part) : part))
		: [attribute];
	return (item) =>
		parts.reduce<Value>((value, part) => {
			const found = getItem(runtime, value, part);
			return found instanceof Undefined && fallback !== undefined && fallback !== null ? fallback : found;
		}, item);
}

/** Returns a getter whose texts are in lower case unless case matters. */
export function foldingGetterOf(
	runtime: Runtime,
	attribute: Value,
	isCaseSensitive: boolean,
	fallback?: Value,
): Getter {
	const get = getterOf(runtime, attribute, fallback);
	return isCaseSensitive ? get : (item) => foldCase(get(item));
}

/** Texts in lower case, other values unchanged. */
function foldCase(value: Value): Value {
	return isText(value) ? textOf(value).toLowerCase() : value;
}

type Filter = Builtin<Runtime>;

/** Filters that take a sequence and give an item, a number or another sequence. */
export const sequenceFilters = (): BuiltinsByName => ({
	reverse: takes([], (_, value) => {
		if (isText(value)) return getSlice(value, null, null, -1);
		const items = tryItems(value);
		if (!items) throw new TemplateRuntimeError("argument must be iterable");
		return new Stream([...items].reverse());
	}),
	sort: takes(["reverse", "case_sensitive", "attribute"], (runtime, value, reverse, isCaseSensitive, attribute) => {
		const getters = (attribute === undefined || !isText(attribute) ? [attribute] : textOf(attribute).split(",")).map(
			(part) => foldingGetterOf(runtime, part, isTrue(isCaseSensitive ?? false)),
		);
		return sortBy(itemsOf(value), (item) => getters.map((get) => get(item)), isTrue(reverse ?? false));
	}),
	unique: takes(
		["case_sensitive", "attribute"],
		(runtime, value, isCaseSensitive, attribute) =>
			new Stream(unique(value, foldingGetterOf(runtime, attribute, isTrue(isCaseSensitive ?? false)))),
	),
	dictsort: takes(["case_sensitive", "by", "reverse"], sortDict),
	min: takes(["case_sensitive", "attribute"], extreme(-1)),
	max: takes(["case_sensitive", "attribute"], extreme(1)),
});

/** Sorts by a key; equals keep their order, in both directions. */
export function sortBy(items: readonly Value[], keyOf: Getter, isReverse: boolean): Value[] {
	const direction = isReverse ? -1 : 1;
	return items
		.map((item) => ({ item, key: keyOf(item) }))
		.sort((a, b) => {
			charge(1);
			return direction * compareValues(a.key, b.key);
		})
		.map(({ item }) => item);
}

function* unique(value: Value, get: Getter): Iterable<Value> {
	const seen = new Set<unknown>();
	for (const item of itemsOf(value)) {
		const hash = hashKey(get(item));
		if (seen.has(hash)) continue;
		seen.add(hash);
		yield item;
	}
}

function extreme(sign: 1 | -1): Filter["run"] {
	return (runtime, value, isCaseSensitive, attribute) => {
		const get = foldingGetterOf(runtime, attribute, isTrue(isCaseSensitive ?? false));
		const items = itemsOf(value);
		if (items.length === 0) return runtime.missing("No aggregated item, sequence was empty.");
		const keys = items.map(get);
		let best = 0;
		for (let index = 1; index < items.length; index++)
			if (sign * compareValues(keys[index], keys[best], sign > 0 ? ">" : "<") > 0) best = index;
		return items[best];
	};
}

function sortDict(_: Runtime, value: Value, isCaseSensitive: Value, by: Value, reverse: Value): Value {
	const position = ["key", "value"].indexOf(textOr(by, "key"));
	if (position === -1) throw new TemplateRuntimeError('You can only sort by either "key" or "value"');
	if (value instanceof Undefined) return value.fail();
	if (!isMapping(value)) throw new TemplateRuntimeError(`'${plainTypeName(value)}' object has no attribute 'items'`);
	const fold = isTrue(isCaseSensitive ?? false) ? (key: Value): Value => key : foldCase;
	const pairs = entriesOf(value).map((entry) => new Pair(entry));
	return sortBy(pairs, (pair) => fold((pair as Pair).items[position]), isTrue(reverse ?? false));
}

/** Filters on sequences that templates use most. */
export const listFilters = (): BuiltinsByName => ({
	first: takes([], (runtime, value) => {
		const items = (value instanceof Special ? value.iterate() : undefined) ?? itemsOf(value);
		const [first = runtime.missing("No first item, sequence was empty.")] = items;
		return adopt(first);
	}),
	last: takes([], last),
	length: takes([], (_, value) => lengthOf(value)),
	list: takes([], (_, value) => [...itemsOf(value)]),
	items: takes([], (_, value) => new Stream(pairsOf(value))),
	join: takes(["d", "attribute"], join),
	map: takes(
		["*args"],
		(runtime, value, args, keywords) =>
			lazily(value, (items) => mapItems(runtime, items, args as Value[], keywords as Keywords)),
		{ keywords: "rest" },
	),
	select: selecting(false, true),
	reject: selecting(false, false),
	selectattr: selecting(true, true),
	rejectattr: selecting(true, false),
});

function* pairsOf(value: Value): Iterable<Value> {
	if (value instanceof Undefined) return;
	if (!isMapping(value)) throw new TemplateRuntimeError("Can only get item pairs from a mapping.");
	yield* new DictView(value, "items").iterate();
}

function last(runtime: Runtime, value: Value): Value {
	if (value instanceof Stream) throw new TemplateRuntimeError("'generator' object is not reversible");
	if (value instanceof Range && value.length > 0) return value.at(value.length - 1);
	const items = tryItems(value);
	if (!items) throw new TemplateRuntimeError(`'${plainTypeName(value)}' object is not reversible`);
	return orElse(items.at(-1), () => runtime.missing("No last item, sequence was empty."));
}

function join(runtime: Runtime, value: Value, separator: Value, attribute: Value): Value {
	const get = getterOf(runtime, attribute);
	const items = itemsOf(value).map(get);
	const { print } = runtime.settings;
	const isSafe = runtime.autoescape && (separator instanceof Safe || items.some((item) => item instanceof Safe));
	const show = isSafe ? (item: Value): string => escapeHtml(item).text : print;
	const parts = items.map((item) => {
		charge(1);
		return show(item);
	});
	const glue = separator === undefined ? "" : show(separator);
	runtime.checkLength(parts.reduce((total, part) => total + part.length + glue.length, 0));
	const text = parts.join(glue);
	return isSafe ? new Safe(text) : text;
}

/** Returns a lazy stream; a false value has no items. */
function lazily(value: Value, work: (items: readonly Value[]) => Iterable<Value>): Stream {
	const isEmpty = !isTrue(value);
	return new Stream({
		[Symbol.iterator]: () => (isEmpty ? [] : work(itemsOf(value)))[Symbol.iterator](),
	});
}

function selecting(byAttribute: boolean, keep: boolean): Builtin<Runtime> {
	return takes(
		["*args"],
		(runtime, value, args, keywords) =>
			lazily(value, (items) => selectItems(runtime, items, args as Value[], keywords as Keywords, byAttribute, keep)),
		{ keywords: "rest" },
	);
}

/** The items of `map`. */
function* mapItems(runtime: Runtime, items: readonly Value[], args: Value[], keywords: Keywords): Iterable<Value> {
	const apply =
		args.length === 0 && keywords.has("attribute")
			? readAttribute(runtime, keywords)
			: applyFilter(runtime, args, keywords);
	for (const item of items) yield apply(item);
}

function readAttribute(runtime: Runtime, keywords: Keywords): Getter {
	const unknown = [...keywords.keys()].find((name) => name !== "attribute" && name !== "default");
	if (unknown !== undefined) throw new TemplateRuntimeError(`Unexpected keyword argument '${unknown}'`);
	return getterOf(runtime, keywords.get("attribute"), keywords.get("default"));
}

function applyFilter(runtime: Runtime, [name, ...args]: Value[], keywords: Keywords): Getter {
	if (name === undefined) throw new TemplateRuntimeError("map requires a filter argument");
	const { filters, library } = runtime.settings;
	const filter = filters.get(toText(name));
	if (!filter)
		throw new TemplateRuntimeError(
			library.explainMissing("filter", toText(name)) ?? `No filter named '${toText(name)}'.`,
		);
	const bound = bindArguments(toText(name), filter, args, keywords);
	return (item) => {
		charge(1);
		if (isText(item)) chargeCharacters(textOf(item).length);
		return filter.run(runtime, item, ...bound);
	};
}

/** The items of `select` and its kin: those that pass the test, or fail it. */
function* selectItems(
	runtime: Runtime,
	items: readonly Value[],
	args: Value[],
	keywords: Keywords,
	byAttribute: boolean,
	keep: boolean,
): Iterable<Value> {
	if (byAttribute && args.length === 0) throw new TemplateRuntimeError("Missing parameter for attribute name");
	const get: Getter = byAttribute ? getterOf(runtime, args[0]) : (item) => item;
	const accepts = testOf(runtime, byAttribute ? args.slice(1) : args, keywords);
	for (const item of items) {
		charge(1);
		if (accepts(get(item)) === keep) yield item;
	}
}

/** Returns the test that the arguments name; without a name, whether the value is true. */
function testOf(runtime: Runtime, [name, ...args]: Value[], keywords: Keywords): (value: Value) => boolean {
	if (name === undefined) return isTrue;
	const test = runtime.settings.tests.get(toText(name));
	if (!test)
		throw new TemplateRuntimeError(
			runtime.settings.reference ? `Unknown test: ${toText(name)}` : `No test named '${toText(name)}'.`,
		);
	const bound = bindArguments(`test_${toText(name)}`, test, args, keywords);
	return (value) => isTrue(test.run(runtime, value, ...bound));
}
