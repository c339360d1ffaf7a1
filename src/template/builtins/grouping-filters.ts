import { TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { calculate } from "../values/arithmetic.ts";
import { isEqual, isTrue } from "../values/compare.ts";
import { isMapping } from "../values/dict.ts";
import { itemsOf } from "../values/iterate.ts";
import { charge } from "../values/meter.ts";
import { plainTypeName } from "../values/undefined.ts";
import { isText, orElse, Stream, Tuple, type Value } from "../values/value.ts";
import { type BuiltinsByName, integerOr, requireInteger, takes } from "./builtin.ts";
import { foldingGetterOf, getterOf, sortBy } from "./sequence-filters.ts";

/** The filters on sequences that chat templates do not use. */
export const furtherSequenceFilters = (): BuiltinsByName => ({
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

/** A group made by `groupby`: a pair whose members have names. */
export class Group extends Tuple {
	override attribute(name: string): Value | undefined {
		return name === "grouper" ? this.items[0] : name === "list" ? this.items[1] : undefined;
	}
}
