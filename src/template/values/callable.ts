import { TemplateRuntimeError } from "../errors.ts";
import { callOnce } from "./adopt.ts";
import { Dict, entriesOf } from "./dict.ts";
import { toText } from "./text.ts";
import { Undefined } from "./undefined.ts";
import { Float, Namespace, Safe, Special, Tuple, type Value } from "./value.ts";

/** Keyword arguments of a call. */
export type Keywords = ReadonlyMap<string, Value>;

/** A callable value. `Context` is passed along by the engine. */
export class Callable<Context> extends Special {
	readonly name: string;
	readonly invoke: (context: Context, args: readonly Value[], keywords: Keywords | undefined) => Value;

	constructor(name: string, invoke: Callable<Context>["invoke"]) {
		super();
		this.name = name;
		this.invoke = invoke;
	}

	override readonly typeName: string = "function";
}

/** A function with named parameters: a filter, a test, a method or a global. */
export interface Builtin<Context> {
	/** Names of the parameters after the operand. A last one that begins with `*` gets the remaining arguments as one array. */
	readonly parameters: readonly string[];
	/** How many of them must be given. Default 0. */
	readonly required?: number;
	/** Whether keywords name parameters (default), are refused, or are passed on as one Map at the end. */
	readonly keywords?: "named" | "none" | "rest";
	/** An attribute rather than a method: looking it up gives its result. */
	readonly isProperty?: true;
	/** Absent arguments are passed as undefined, so that defaults of JavaScript apply. */
	readonly run: (context: Context, operand: Value, ...args: Value[]) => Value;
}

/** Filters, tests or methods by name. */
export type BuiltinTable<Context> = Pick<ReadonlyMap<string, Builtin<Context>>, "get" | "has">;

/** Sorts the arguments of a call into the order of the parameters. */
export function bindArguments<Context>(
	name: string,
	builtin: Builtin<Context>,
	args: readonly Value[],
	keywords: Keywords | undefined,
): Value[] {
	const { parameters, required = 0, keywords: style = "named" } = builtin;
	const rest = parameters.at(-1)?.startsWith("*") ? parameters.length - 1 : -1;
	const bound: Value[] = rest === -1 ? [...args] : [...args.slice(0, rest)];
	if (rest === -1 && args.length > parameters.length)
		throw new TemplateRuntimeError(
			`${name}() takes ${parameters.length} positional ${parameters.length === 1 ? "argument" : "arguments"} but ${args.length} were given`,
		);
	const extra = new Map<string, Value>();
	for (const [key, value] of keywords ?? []) {
		const index = style === "none" ? -1 : parameters.indexOf(key);
		if (index !== -1 && bound[index] === undefined) bound[index] = value;
		else if (style === "rest" && index === -1) extra.set(key, value);
		else if (style === "none") throw new TemplateRuntimeError(`${name}() takes no keyword arguments`);
		else if (index === -1) throw new TemplateRuntimeError(`${name}() got an unexpected keyword argument '${key}'`);
		else throw new TemplateRuntimeError(`${name}() got multiple values for argument '${key}'`);
	}
	for (let index = 0; index < required; index++)
		if (bound[index] === undefined)
			throw new TemplateRuntimeError(`${name}() missing 1 required positional argument: '${parameters[index]}'`);
	if (rest !== -1) bound[rest] = args.slice(rest);
	if (style === "rest") bound[parameters.length] = extra;
	return bound;
}

/** Calls a callable of the template on behalf of the host. */
type CallBack = (callee: Value, args: Value[]) => Value;

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
	if (value instanceof Callable) return (...args: Value[]) => toHost(callBack(value, args), callBack);
	const items = value instanceof Tuple ? value.items : value.iterate();
	return items ? Array.from(items, (item) => toHost(item, callBack)) : toText(value);
}

/** Dicts with other keys than text cannot be plain objects. */
function toHostDict(entries: readonly (readonly [Value, Value])[], callBack: CallBack): Value {
	const plain = entries.map(([key, value]) => [toHost(key, callBack), toHost(value, callBack)] as const);
	return plain.every(([key]) => typeof key === "string")
		? Object.fromEntries(plain.map(([key, value]) => [String(key), value]))
		: new Map(plain);
}
