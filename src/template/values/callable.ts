import { TemplateRuntimeError } from "../errors.ts";
import { Special, type Value } from "./value.ts";

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

	get typeName(): string {
		return "function";
	}
}

/** A function with named parameters: a filter, a test, a method or a global. */
export interface Builtin<Context> {
	/** Names of the parameters after the operand. A last one that begins with `*` takes all the rest as one array. */
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
