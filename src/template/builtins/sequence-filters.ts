import { TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { calculate } from "../values/arithmetic.ts";
import type { Builtin } from "../values/callable.ts";
import { compareValues, isEqual, isTrue } from "../values/compare.ts";
import { entriesOf, hashKey, isMapping } from "../values/dict.ts";
import { getSlice, itemsOf, tryItems } from "../values/iterate.ts";
import { charge } from "../values/meter.ts";

import { plainTypeName, Undefined } from "../values/undefined.ts";

import { Group, isText, orElse, Pair, Stream, textOf, type Value } from "../values/value.ts";
import { foldCase, foldingGetterOf, type Getter, getterOf } from "./attribute-path.ts";
import { integerOr, lazyTable, type Rows, requireInteger, takes, textOr } from "./builtin.ts";

type Filter = Builtin<Runtime>;

/** Filters that take a sequence and give an item, a number or another sequence. */
export const sequenceFilters = lazyTable(() => ({
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
}));

/** Further filters of the full engine. */
export const fullSequenceFilters = (): Rows => ({
	batch: takes(
		["linecount", "fill_with"],
		(runtime, value, count, fill) => new Stream(batch(runtime, value, count, fill)),
		{ required: 1 },
	),
	slice: takes(
		["slices", "fill_with"],
		(runtime, value, count, fill) => new Stream(distribute(runtime, value, count, fill)),
		{ required: 1 },
	),
	sum: takes(["attribute", "start"], sum),
	random: takes([], (runtime, value) => {
		if (isMapping(value) || value instanceof Stream)
			throw new TemplateRuntimeError(`'${plainTypeName(value)}' object is not subscriptable`);
		const items = itemsOf(value);
		const index = Math.floor(runtime.settings.random() * items.length);
		return orElse(items[index], () => runtime.missing("No random item, sequence was empty."));
	}),
	groupby: takes(["attribute", "default", "case_sensitive"], groupBy, { required: 1 }),
});

function* batch(runtime: Runtime, value: Value, count: Value, fill: Value): Iterable<Value> {
	let part: Value[] = [];
	for (const item of itemsOf(value)) {
		// A count that no length is equal to leaves everything in one part.
		if (isEqual(part.length, count)) {
			yield part;
			part = [];
		}
		part.push(item);
	}
	if (part.length === 0) return;
	if (fill !== undefined && fill !== null) {
		const size = requireInteger(count);
		runtime.checkLength(size);
		while (part.length < size) part.push(fill);
	}
	yield part;
}

function* distribute(runtime: Runtime, value: Value, slices: Value, fill: Value): Iterable<Value> {
	const items = itemsOf(value);
	const count = integerOr(slices, 1);
	runtime.checkLength(count);
	if (count === 0) throw new TemplateRuntimeError("integer division or modulo by zero");
	const size = Math.floor(items.length / count);
	const larger = items.length % count;
	for (let index = 0, start = 0; index < count; index++) {
		charge(1);
		const part = items.slice(start, start + size + (index < larger ? 1 : 0));
		start += part.length;
		if (fill !== undefined && fill !== null && index >= larger) part.push(fill);
		yield part;
	}
}

/** Sorts by a key; equals keep their order, in both directions. */
function sortBy(items: readonly Value[], keyOf: Getter, isReverse: boolean): Value[] {
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

function sum(runtime: Runtime, value: Value, attribute: Value, start: Value): Value {
	const get = getterOf(runtime, attribute);
	if (isText(start)) throw new TemplateRuntimeError("sum() can't sum strings [use ''.join(seq) instead]");
	return itemsOf(value).reduce<Value>(
		(total, item) => calculate("+", total, get(item), runtime.settings.limits.max_string),
		start ?? 0,
	);
}

function groupBy(runtime: Runtime, value: Value, attribute: Value, fallback: Value, isCaseSensitive: Value): Value {
	const get = foldingGetterOf(runtime, attribute, isTrue(isCaseSensitive ?? false), fallback);
	const show = getterOf(runtime, attribute, fallback);
	const groups: { key: Value; items: Value[] }[] = [];
	for (const item of sortBy(itemsOf(value), get, false)) {
		const key = get(item);
		const current = groups.at(-1);
		if (current && isEqual(current.key, key)) current.items.push(item);
		else groups.push({ key, items: [item] });
	}
	return groups.map(({ items }) => new Group([show(items[0]), items]));
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
