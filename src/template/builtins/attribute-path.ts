import { getItem } from "../access.ts";
import type { Runtime } from "../runtime.ts";
import { Undefined } from "../values/undefined.ts";
import { isText, textOf, type Value } from "../values/value.ts";

/** Returns an attribute of an item. */
export type Getter = (item: Value) => Value;

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
export function foldCase(value: Value): Value {
	return isText(value) ? textOf(value).toLowerCase() : value;
}
