import { TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { exactInteger } from "../values/numbers.ts";
import { toRepr } from "../values/text.ts";
import { Undefined } from "../values/undefined.ts";
import { isText, Range, Safe, textOf, Tuple, type Value } from "../values/value.ts";

/** The part of a sequence between two positions: `object[start:stop:step]`, each null if absent. */
export function getSlice(runtime: Runtime, object: Value, start: Value, stop: Value, step: Value): Value {
	if (object instanceof Undefined) return object.mode === "chainable" ? object : object.fail();
	const parts = [start, stop, step].map((part) => (part === null ? null : exactInteger(part)));
	const [from, to, by] = parts;
	const missing = (): Undefined => {
		const text = `slice(${[start, stop, step].map(toRepr).join(", ")})`;
		return new Undefined(runtime.settings.undefinedMode, { object, key: null, reprKey: () => text });
	};
	if (from === undefined || to === undefined || by === undefined) return missing();
	const select = <T>(items: ArrayLike<T> & { slice(start: number, stop: number): T[] | string }): T[] | string =>
		sliceItems(items, from, to, by);
	if (isText(object)) {
		const text = textOf(object);
		const hasPairs = /[\ud800-\udfff]/.test(text);
		const part = hasPairs ? select([...text]) : select(text as unknown as string[]);
		const joined = typeof part === "string" ? part : part.join("");
		return object instanceof Safe ? new Safe(joined) : joined;
	}
	if (Array.isArray(object)) return select(object);
	if (object instanceof Tuple) return new Tuple(select(object.items as Value[]) as Value[]);
	if (object instanceof Range) return sliceRange(object, from, to, by);
	return missing();
}

type Bound = number | bigint | null;

interface Bounds {
	readonly start: number;
	readonly stop: number;
	readonly step: number;
}

/** Turns the parts of a slice into positions within a sequence of the length. */
function resolve(length: number, start: Bound, stop: Bound, step: Bound): Bounds {
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
	const { start, stop, step } = resolve(items.length, from, to, by);
	if (step === 1) return items.slice(start, Math.max(start, stop));
	const result: T[] = [];
	for (let index = start; step > 0 ? index < stop : index > stop; index += step) result.push(items[index] as T);
	return result;
}

function sliceRange(range: Range, from: Bound, to: Bound, by: Bound): Range {
	const { start, stop, step } = resolve(range.length, from, to, by);
	return new Range(range.at(start), range.at(stop), range.step * step);
}
