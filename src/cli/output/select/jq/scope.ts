import type { Definition, Node } from "./syntax.ts";
import { JqError, type Json, type ValueFunction } from "./values.ts";

/** Keys from the input of `path(…)`; undefined if paths are not needed, null for a value without a path. */
export type Path = readonly Json[] | null | undefined;

/** A value within an expression, with its path. */
export interface Item {
	readonly value: Json;
	readonly path: Path;
}

/** Values of names, the innermost first. */
export interface Scope {
	readonly variables: Variable | undefined;
	readonly functions: Func | undefined;
	readonly library: Library;
}

/** The functions that every expression knows, by name and number of arguments. */
export interface Library {
	readonly values: ReadonlyMap<string, ValueFunction>;
	readonly closures: ReadonlyMap<string, ClosureFunction>;
	/** The definition of a function that is written in jq. */
	define(key: string): Definition | undefined;
}

/** A function of its input and of expressions that it evaluates itself. */
export type ClosureFunction = (item: Item, args: readonly Node[], scope: Scope) => Generator<Item>;

interface Variable {
	readonly name: string;
	readonly value: Json;
	readonly next: Variable | undefined;
}

interface Func {
	readonly definition: Definition;
	/** The scope of its definition; undefined for a recursive one. */
	readonly scope: Scope | undefined;
	readonly variables: Variable | undefined;
	readonly next: Func | undefined;
}

export function withVariable(scope: Scope, name: string, value: Json): Scope {
	return { ...scope, variables: { name, value, next: scope.variables } };
}

export function readVariable(name: string, { variables }: Scope): Json {
	for (let variable = variables; variable; variable = variable.next) if (variable.name === name) return variable.value;
	throw new JqError(`$${name} is not defined`);
}

export function withFunction(scope: Scope, definition: Definition): Scope {
	const { variables, functions: next } = scope;
	return { ...scope, functions: { definition, scope: undefined, variables, next } };
}

/** The function of a name, with the scope that its body sees before its arguments. */
export function findFunction(
	key: string,
	{ functions, library }: Scope,
): { definition: Definition; home: Scope } | undefined {
	for (let func = functions; func; func = func.next) {
		const { definition, scope, variables } = func;
		if (definition.key === key) return { definition, home: scope ?? { variables, functions: func, library } };
	}
	return undefined;
}

/** Arguments are expressions in the scope of their caller. */
export function withArguments(
	{ home, definition }: { home: Scope; definition: Definition },
	args: readonly Node[],
	caller: Scope,
): Scope {
	let { functions } = home;
	for (const [index, key] of definition.params.entries()) {
		const body = args[index] ?? { type: "identity" };
		functions = { definition: { key, params: [], body }, scope: caller, variables: undefined, next: functions };
	}
	return { ...home, functions };
}
