import { TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { Builtin } from "../values/callable.ts";
import { isEqual } from "../values/compare.ts";
import { Dict, DictView, entriesOf, getKey, type Mapping } from "../values/dict.ts";
import { itemsOf } from "../values/iterate.ts";
import { exactInteger } from "../values/numbers.ts";
import { toRepr } from "../values/text.ts";
import { orElse, Tuple, type Value } from "../values/value.ts";
import { lazyTable } from "./builtin.ts";

const positional = (
	parameters: readonly string[],
	required: number,
	run: Builtin<Runtime>["run"],
): Builtin<Runtime> => ({ parameters, required, keywords: "none", run });

const shared = (): Record<"count" | "index", Builtin<Runtime>> => ({
	count: positional(["value"], 1, (_, list, value) => itemsOf(list).filter((item) => isEqual(item, value)).length),
	index: positional(["value", "start", "stop"], 1, findIndex),
});

/** The methods of tuples and ranges. */
export const sequenceMethods = lazyTable(shared);

/** The methods of lists. */
export const listMethods = lazyTable(() => ({
	...shared(),
	copy: positional([], 0, (_, list) => [...(list as readonly Value[])]),
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
	get: positional(["key", "default"], 1, (_, dict, key, fallback) =>
		orElse(getKey(dict as Mapping, key), () => fallback ?? null),
	),
	keys: positional([], 0, (_, dict) => new DictView(dict as Mapping, "keys")),
	values: positional([], 0, (_, dict) => new DictView(dict as Mapping, "values")),
	items: positional([], 0, (_, dict) => new DictView(dict as Mapping, "items")),
	copy: positional([], 0, (_, dict) => new Dict(entriesOf(dict as Mapping))),
	fromkeys: positional(["iterable", "value"], 1, (_, __, keys, value) => {
		return new Dict(itemsOf(keys).map((key) => [key, value ?? null] as const));
	}),
}));
