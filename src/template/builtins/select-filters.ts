import { TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { type Builtin, bindArguments, type Keywords } from "../values/callable.ts";
import { isTrue } from "../values/compare.ts";
import { itemsOf } from "../values/iterate.ts";
import { charge, chargeCharacters } from "../values/meter.ts";
import { toText } from "../values/text.ts";
import { isText, Stream, textOf, type Value } from "../values/value.ts";
import { type Getter, getterOf } from "./attribute-path.ts";

type Filter = Builtin<Runtime>;

/** Filters that apply another filter or a test to every item. */
export const SELECT_FILTERS: Readonly<Record<string, Filter>> = {
	map: {
		parameters: ["*args"],
		keywords: "rest",
		run: (runtime, value, args, keywords) =>
			lazily(value, (items) => mapItems(runtime, items, args as Value[], keywords as Keywords)),
	},
	select: selecting(false, true),
	reject: selecting(false, false),
	selectattr: selecting(true, true),
	rejectattr: selecting(true, false),
};

/** Returns a stream that is worked out when it is gone through; anything that counts as false has no items. */
function lazily(value: Value, work: (items: readonly Value[]) => Iterable<Value>): Stream {
	const isEmpty = !isTrue(value);
	return new Stream({
		[Symbol.iterator]: () => (isEmpty ? [] : work(itemsOf(value)))[Symbol.iterator](),
	});
}

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
	if (!filter) throw new TemplateRuntimeError(`No filter named '${toText(name)}'.`);
	const bound = bindArguments(toText(name), filter, args, keywords);
	return (item) => {
		charge(1);
		if (isText(item)) chargeCharacters(textOf(item).length);
		return filter.run(runtime, item, ...bound);
	};
}

function selecting(byAttribute: boolean, keep: boolean): Filter {
	return {
		parameters: ["*args"],
		keywords: "rest",
		run: (runtime, value, args, keywords) =>
			lazily(value, (items) => selectItems(runtime, items, args as Value[], keywords as Keywords, byAttribute, keep)),
	};
}

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
			runtime.settings.isReference ? `Unknown test: ${toText(name)}` : `No test named '${toText(name)}'.`,
		);
	const bound = bindArguments(`test_${toText(name)}`, test, args, keywords);
	return (value) => isTrue(test.run(runtime, value, ...bound));
}
