import { TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { bindArguments, type Keywords } from "../values/callable.ts";
import { isTrue } from "../values/compare.ts";
import { charge, chargeCharacters } from "../values/meter.ts";
import { toText } from "../values/text.ts";
import { isText, textOf, type Value } from "../values/value.ts";
import { type Getter, getterOf } from "./attribute-path.ts";

/** The items of `map`. */
export function* mapItems(
	runtime: Runtime,
	items: readonly Value[],
	args: Value[],
	keywords: Keywords,
): Iterable<Value> {
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

/** The items of `select` and its kin: those that pass the test, or fail it. */
export function* selectItems(
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
