import { TemplateRuntimeError } from "../errors.ts";
import { adopt, settlesPromises } from "./adopt.ts";
import { isEqual } from "./compare.ts";
import { DictView, hasKey, isMapping, keysOf, sizeOf } from "./dict.ts";
import { charge, chargeCharacters } from "./meter.ts";
import { exactInteger } from "./numbers.ts";
import { charactersOf, hasPairs, indexOfText } from "./search-text.ts";
import { plainTypeName, typeName, Undefined } from "./undefined.ts";
import { isText, Range, Safe, Special, Tuple, textOf, type Value } from "./value.ts";

/** Returns the number of code points in a text. */
export function countCharacters(text: string): number {
	return hasPairs(text) ? charactersOf(text).length : text.length;
}

/** Returns the items of a value in an array not to be changed; undefined if the value is not iterable. */
export function tryItems(value: Value): readonly Value[] | undefined {
	if (Array.isArray(value)) {
		charge(value.length);
		return settlesPromises() ? value.map(adopt) : value;
	}
	if (typeof value === "string") return charactersOf(value);
	if (typeof value !== "object" || value === null) return undefined;
	if (value instanceof Tuple) {
		charge(value.items.length);
		return value.items;
	}
	if (value instanceof Safe) return charactersOf(value.text);
	if (value instanceof Undefined) {
		value.refuseIfStrict();
		return [];
	}
	if (value instanceof Special) {
		const items = value.iterate();
		if (items) return drain(items);
	}
	const adopted = adopt(value);
	if (adopted !== value) return tryItems(adopted);
	return isMapping(value) ? keysOf(value) : undefined;
}

function drain(items: Iterable<Value>): Value[] {
	const drained: Value[] = [];
	for (const item of items) {
		charge(1);
		drained.push(item);
	}
	return drained;
}

/** @throws TemplateRuntimeError for values that are not iterable */
export function itemsOf(value: Value): readonly Value[] {
	const items = tryItems(value);
	if (!items) throw new TemplateRuntimeError(`'${plainTypeName(value)}' object is not iterable`);
	return items;
}

/** Returns the number of items, for values with a length. */
export function lengthOf(value: Value): number {
	if (isText(value)) return countCharacters(textOf(value));
	if (Array.isArray(value)) return value.length;
	if (value instanceof Undefined) value.refuseIfStrict();
	const size = value instanceof Special ? value.size : isMapping(value) ? sizeOf(value) : undefined;
	if (size !== undefined) return size;
	throw new TemplateRuntimeError(`object of type '${plainTypeName(value)}' has no len()`);
}

/** `item in container` */
export function contains(container: Value, item: Value): boolean {
	if (isText(container)) {
		if (isText(item)) return indexOfText(textOf(container), textOf(item)) !== -1;
		throw new TemplateRuntimeError(`'in <string>' requires string as left operand, not ${plainTypeName(item)}`);
	}
	if (isMapping(container)) return hasKey(container, item);
	if (container instanceof DictView && container.kind === "keys") return hasKey(container.mapping, item);
	const items = tryItems(container);
	if (!items) throw new TemplateRuntimeError(`argument of type '${plainTypeName(container)}' is not iterable`);
	return items.some((member) => isEqual(member, item));
}

/** Returns the part of a sequence between two positions: `object[start:stop:step]`, each null if absent. */
export function getSlice(object: Value, start: Value, stop: Value, step: Value): Value {
	if (object instanceof Undefined) return object.chain();
	if (isMapping(object)) throw new TemplateRuntimeError("unhashable type: 'slice'");
	if (!isSequence(object)) throw new TemplateRuntimeError(`'${typeName(object)}' object is not subscriptable`);
	const [from, to, by] = [start, stop, step].map(readBound) as [Bound, Bound, Bound];
	const select = <T>(items: ArrayLike<T> & { slice(start: number, stop: number): T[] | string }): T[] | string =>
		sliceItems(items, from, to, by);
	if (isText(object)) {
		const text = textOf(object);
		chargeCharacters(text.length);
		const part = hasPairs(text) ? select(charactersOf(text)) : select(text as unknown as string[]);
		const joined = typeof part === "string" ? part : part.join("");
		return object instanceof Safe ? new Safe(joined) : joined;
	}
	if (Array.isArray(object)) return select(object);
	if (object instanceof Tuple) return new Tuple(select(object.items as Value[]) as Value[]);
	return sliceRange(object, from, to, by);
}

function sliceRange(range: Range, from: Bound, to: Bound, by: Bound): Range {
	const { start, stop, step } = resolveSlice(range.length, from, to, by);
	const at = (index: number): number => range.start + index * range.step;
	return new Range(at(start), at(stop), range.step * step);
}

/** Whether a value can be sliced. */
function isSequence(value: Value): value is string | Safe | Value[] | Tuple | Range {
	return isText(value) || Array.isArray(value) || value instanceof Tuple || value instanceof Range;
}

type Bound = number | bigint | null;

function readBound(value: Value): Bound {
	const bound = value === null ? null : exactInteger(value);
	if (bound === undefined)
		throw new TemplateRuntimeError("slice indices must be integers or None or have an __index__ method");
	return bound;
}

interface Bounds {
	readonly start: number;
	readonly stop: number;
	readonly step: number;
}

/** Turns the parts of a slice into positions within a sequence of the length. */
function resolveSlice(length: number, start: Bound, stop: Bound, step: Bound): Bounds {
	const by = step === null ? 1 : Number(step);
	if (by === 0) throw new TemplateRuntimeError("slice step cannot be zero");
	const [low, high] = by > 0 ? [0, length] : [-1, length - 1];
	const clamp = (bound: Bound, absent: number): number => {
		if (bound === null) return absent;
		const position = Number(bound) < 0 ? Number(bound) + length : Number(bound);
		return Math.max(low, Math.min(high, position));
	};
	return by > 0
		? { start: clamp(start, low), stop: clamp(stop, high), step: by }
		: { start: clamp(start, high), stop: clamp(stop, low), step: by };
}

function sliceItems<T>(
	items: ArrayLike<T> & { slice(start: number, stop: number): T[] | string },
	from: Bound,
	to: Bound,
	by: Bound,
): T[] | string {
	const { start, stop, step } = resolveSlice(items.length, from, to, by);
	if (step === 1 && typeof items !== "string") charge(Math.max(0, stop - start));
	if (step === 1) return items.slice(start, Math.max(start, stop));
	const result: T[] = [];
	for (let index = start; step > 0 ? index < stop : index > stop; index += step) {
		charge(1);
		result.push(items[index] as T);
	}
	return result;
}
