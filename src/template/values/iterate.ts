import { TemplateRuntimeError } from "../errors.ts";
import { isEqual } from "./compare.ts";
import { DictView, hasKey, isMapping, keysOf, sizeOf } from "./dict.ts";
import { plainTypeName } from "./type-name.ts";
import { Undefined } from "./undefined.ts";
import { isText, Range, Safe, Stream, Tuple, textOf, type Value } from "./value.ts";

const SURROGATE = /[\ud800-\udfff]/;

/** The number of code points in a text. */
export function countCharacters(text: string): number {
	return SURROGATE.test(text) ? [...text].length : text.length;
}

/** The items of a value in an array not to be changed; undefined if the value cannot be gone through. */
export function tryItems(value: Value): readonly Value[] | undefined {
	if (Array.isArray(value)) return value;
	if (typeof value === "string") return [...value];
	if (typeof value !== "object" || value === null) return undefined;
	if (value instanceof Tuple) return value.items;
	if (value instanceof Safe) return [...value.text];
	if (value instanceof Undefined) {
		value.refuseIfStrict();
		return [];
	}
	if (value instanceof Range) return [...value];
	if (value instanceof Stream) return [...value.take()];
	if (value instanceof DictView) return value.toArray();
	return isMapping(value) ? keysOf(value) : undefined;
}

/** @throws TemplateRuntimeError for values that cannot be gone through */
export function itemsOf(value: Value): readonly Value[] {
	const items = tryItems(value);
	if (!items) throw new TemplateRuntimeError(`'${plainTypeName(value)}' object is not iterable`);
	return items;
}

/** The number of items, for values that know it. */
export function lengthOf(value: Value): number {
	if (isText(value)) return countCharacters(textOf(value));
	if (Array.isArray(value) || value instanceof Range) return value.length;
	if (value instanceof Tuple) return value.items.length;
	if (value instanceof DictView) return sizeOf(value.mapping);
	if (isMapping(value)) return sizeOf(value);
	if (value instanceof Undefined) {
		value.refuseIfStrict();
		return 0;
	}
	throw new TemplateRuntimeError(`object of type '${plainTypeName(value)}' has no len()`);
}

/** `item in container` */
export function contains(container: Value, item: Value): boolean {
	if (isText(container)) {
		if (isText(item)) return textOf(container).includes(textOf(item));
		throw new TemplateRuntimeError(`'in <string>' requires string as left operand, not ${plainTypeName(item)}`);
	}
	if (isMapping(container)) return hasKey(container, item);
	if (container instanceof DictView && container.kind === "keys") return hasKey(container.mapping, item);
	const items = tryItems(container);
	if (!items) throw new TemplateRuntimeError(`argument of type '${plainTypeName(container)}' is not iterable`);
	return items.some((member) => isEqual(member, item));
}
