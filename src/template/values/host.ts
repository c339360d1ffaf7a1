import { callOnce } from "./adopt.ts";
import { Callable, type Keywords } from "./callable.ts";
import { Dict, DictView, entriesOf } from "./dict.ts";
import { itemsOf } from "./iterate.ts";
import { toText } from "./text.ts";
import { Undefined } from "./undefined.ts";
import { Float, Namespace, Range, Safe, Special, Stream, Tuple, type Value } from "./value.ts";

/** Calls a callable of the template on behalf of the host. */
export type CallBack = (callee: Value, args: Value[]) => Value;

/**
 * Calls a function of the host with plain JavaScript values; keywords arrive as one object at the end.
 *
 * @param first passed unchanged before the arguments
 */
export function callHost(
	callee: object,
	args: readonly Value[],
	keywords: Keywords | undefined,
	callBack: CallBack,
	first: readonly object[] = [],
): Value {
	const plain = [...first, ...args.map((argument) => toHost(argument, callBack))];
	if (keywords && keywords.size > 0)
		plain.push(Object.fromEntries([...keywords].map(([name, value]) => [name, toHost(value, callBack)])));
	const result: Value = callOnce(() => Reflect.apply(callee as (...values: Value[]) => Value, undefined, plain));
	return result === undefined ? null : result;
}

/** Converts a value for the host: without the engine's own classes. */
export function toHost(value: Value, callBack: CallBack): Value {
	if (Array.isArray(value)) return value.map((item) => toHost(item, callBack));
	if (!(value instanceof Special)) return value;
	if (value instanceof Float) return value.value;
	if (value instanceof Safe) return value.text;
	if (value instanceof Undefined) return undefined;
	if (value instanceof Dict) return toHostDict(entriesOf(value), callBack);
	if (value instanceof Namespace) return toHostDict([...value.attributes], callBack);
	if (value instanceof Tuple || value instanceof Range || value instanceof Stream || value instanceof DictView)
		return itemsOf(value).map((item) => toHost(item, callBack));
	if (value instanceof Callable) return (...args: Value[]) => toHost(callBack(value, args), callBack);
	return toText(value);
}

/** Dicts with other keys than text cannot be plain objects. */
function toHostDict(entries: readonly (readonly [Value, Value])[], callBack: CallBack): Value {
	const plain = entries.map(([key, value]) => [toHost(key, callBack), toHost(value, callBack)] as const);
	return plain.every(([key]) => typeof key === "string")
		? Object.fromEntries(plain.map(([key, value]) => [String(key), value]))
		: new Map(plain);
}
