import { TemplateRuntimeError } from "../errors.ts";
import { explainMissing } from "../parts.ts";
import type { Runtime } from "../runtime.ts";
import { adopt } from "../values/adopt.ts";
import { type Builtin, bindArguments, type Keywords } from "../values/callable.ts";
import { isTrue } from "../values/compare.ts";
import { DictView, isMapping } from "../values/dict.ts";
import { itemsOf, lengthOf, tryItems } from "../values/iterate.ts";
import { charge, chargeCharacters } from "../values/meter.ts";
import { escapeHtml, toText } from "../values/text.ts";
import { plainTypeName, Undefined } from "../values/undefined.ts";

import { isText, orElse, Range, Safe, Special, Stream, textOf, type Value } from "../values/value.ts";
import { type Getter, getterOf } from "./attribute-path.ts";
import { lazyTable, takes } from "./builtin.ts";

type Filter = Builtin<Runtime>;

/** Filters on sequences that templates use most. */
export const listFilters = lazyTable(
	() => ({
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
	}),
	{ count: "length" },
);

function* pairsOf(value: Value): Iterable<Value> {
	if (value instanceof Undefined) return;
	if (!isMapping(value)) throw new TemplateRuntimeError("Can only get item pairs from a mapping.");
	yield* new DictView(value, "items").toArray();
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

function selecting(byAttribute: boolean, keep: boolean): Filter {
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
	const filter = runtime.settings.filters.get(toText(name));
	if (!filter)
		throw new TemplateRuntimeError(explainMissing("filter", toText(name)) ?? `No filter named '${toText(name)}'.`);
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
