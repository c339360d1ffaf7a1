import type { Definition, Node } from "./syntax.ts";
import { JqError, type Json, type ValueFunction } from "./values.ts";

/** Keys from the input of `path(…)`; undefined if paths are not needed, null for a value without a path. */
export type Path = readonly Json[] | null | undefined;

/** A value within an expression, with its path. */
export interface JqItem {
	readonly value: Json;
	readonly path: Path;
}

/** Values of names, the innermost first. */
export interface JqScope {
	readonly variables: JqVariable | undefined;
	readonly functions: Func | undefined;
	readonly library: JqFunctions;
}

/** The functions available in every expression, by name and number of arguments. */
export interface JqFunctions {
	readonly values: ReadonlyMap<string, ValueFunction>;
	readonly closures: ReadonlyMap<string, ClosureFunction>;
	/** Returns a function that is written in jq. */
	define(key: string): Func | undefined;
	/** Returns whether a function exists, such as `map/1`. */
	hasFunction(key: string): boolean;
	/** Explains why a jq function is missing. */
	explain(name: string): string | undefined;
}

/** A function of its input and of expressions that it evaluates itself. */
export type ClosureFunction = (item: JqItem, args: readonly Node[], scope: JqScope) => Iterable<JqItem>;

interface JqVariable {
	readonly name: string;
	readonly value: Json;
	readonly next: JqVariable | undefined;
}

interface Func {
	readonly definition: Definition;
	/** Returns the scope that its body sees before its arguments. */
	readonly home: () => JqScope;
	readonly next?: Func | undefined;
}

export function withVariable(scope: JqScope, name: string, value: Json): JqScope {
	return { ...scope, variables: { name, value, next: scope.variables } };
}

export function readVariable(name: string, { variables }: JqScope): Json {
	for (let variable = variables; variable; variable = variable.next) if (variable.name === name) return variable.value;
	throw new JqError(`$${name} is not defined`);
}

export function withFunction(scope: JqScope, definition: Definition): JqScope {
	const inner: JqScope = { ...scope, functions: { definition, home: () => inner, next: scope.functions } };
	return inner;
}

export function findFunction(key: string, { functions, library }: JqScope): Func | undefined {
	for (let func = functions; func; func = func.next) if (func.definition.key === key) return func;
	return library.define(key);
}

/** Arguments are expressions in the scope of their caller. */
export function withArguments({ home, definition }: Func, args: readonly Node[], caller: JqScope): JqScope {
	const { variables, functions: outer, library } = home();
	let functions = outer;
	for (const [index, key] of definition.params.entries()) {
		const body = args[index] ?? { type: "identity" };
		functions = { definition: { key, params: [], body }, home: () => caller, next: functions };
	}
	return { variables, functions, library };
}
